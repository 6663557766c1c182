import type { Check } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";

/** Every item of a list, then how many there are. */
export function atMost<T>(max: number, check: Check<T>): Check<readonly T[]> {
  return (list, at) => {
    for (const [i, item] of list.entries()) check(item, at.item(i));
    if (list.length > max) at.tooMany(list.length, max);
  };
}

interface SetKey<T> {
  readonly keyOf: (item: T) => string;
  /** The member that is shown to be the same; the item itself where there is none. */
  readonly member?: string;
  /** @default the key, in quotes */
  readonly shown?: (key: string) => unknown;
}

/** As `atMost`; then each later item that has the key of an earlier one. */
export function setOf<T>(max: number, check: Check<T>, { keyOf, member, shown = (key) => key }: SetKey<T>) {
  const items = atMost(max, check);
  return (list: readonly T[], at: FieldPath): void => {
    items(list, at);
    const seen = new Set<string>();
    for (const [i, item] of list.entries()) {
      const key = keyOf(item);
      const place = member === undefined ? at.item(i) : at.item(i).field(member);
      if (seen.has(key)) place.duplicate(shown(key));
      seen.add(key);
    }
  };
}
