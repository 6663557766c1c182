import { checkEmbeddedStorage, type Damage } from "@svc/storage/embedded";
import type { Print } from "./print.ts";
import { checkHasStore, storeDirectory } from "./store-directory.ts";

/**
 * Reads the store of a stopped server and prints all damage.
 * @returns true for an intact store
 * @throws {StartupError} if there is no store; {LockedError} if a server runs
 */
export async function checkCommand({ dataDir }: { readonly dataDir: string }, print: Print): Promise<boolean> {
  await checkHasStore(dataDir);
  const dir = storeDirectory(dataDir);
  const { segments, records, damages, unusedBytes } = await checkEmbeddedStorage({ dir });
  for (const item of damages) print(`segment ${item.segment}, byte ${item.position}: ${describe(item)}`);
  const found = damages.length === 0 ? "intact" : `${damages.length} damaged`;
  const unused = unusedBytes === 0 ? "" : `, ${unusedBytes} unused bytes at the end`;
  print(`${dir}: ${segments} segments, ${records} records${unused}: ${found}`);
  return damages.length === 0;
}

function describe(damage: Damage): string {
  switch (damage.kind) {
    case "value":
      return `the value of ${damage.key} at revision ${damage.revision} is damaged`;
    case "head":
      return `the record of revision ${damage.revision} is damaged; its copy is intact, nothing is lost (${damage.keys.join(", ")})`;
    case "gap":
      return `commits in ${damage.bytes} bytes are lost`;
    default:
      return `the ${damage.kind} is damaged; the next start restores it`;
  }
}
