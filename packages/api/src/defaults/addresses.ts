import { type Fill, isMembers } from "./fill.ts";

/**
 * Fields that were for one address got beside them one for several. The older field is the first of
 * the newer one, whichever is given; where the two differ the older one is believed.
 *
 * @param member where entries of the list keep the address, if they are not addresses themselves
 */
export function oneAndSeveral(one: string, several: string, member?: string): Fill {
  const addressOf = (entry: unknown): unknown =>
    member === undefined ? entry : isMembers(entry) ? entry[member] : undefined;
  return (value) => {
    const list = value[several];
    const first = Array.isArray(list) ? addressOf(list[0]) : undefined;
    const address = value[one] ?? "";
    if (address === "" && first !== undefined) value[one] = first;
    if (address !== "" && first !== address) value[several] = [member === undefined ? address : { [member]: address }];
  };
}
