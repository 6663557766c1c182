import { quote } from "@svc/base";
import type { Dialect } from "@svc/meta";
import { StartupError } from "@svc/program";
import type { Storage } from "@svc/storage";

/**
 * Checks that a store was written in this dialect, and marks a new one. The names of the dialect
 * are in keys and values, so that another dialect could not read them.
 * @param root the prefix of the server's keys
 * @throws {StartupError} for a store of another dialect
 */
export async function checkStorageDialect(
  storage: Storage,
  root: string,
  { name }: Pick<Dialect, "name">,
): Promise<void> {
  const key = `${root}.dialect`;
  const { entry } = await storage.get(key);
  if (entry === undefined) {
    const written = await storage.commit([{ op: "put", key, value: Buffer.from(name), guard: "absent" }]);
    if (!written.ok) await checkStorageDialect(storage, root, { name });
    return;
  }
  const owner = Buffer.from(entry.value).toString();
  if (owner !== name)
    throw new StartupError(
      `the store was written by a server that speaks ${quote(owner)}: start with --dialect=${owner}, or with another --data-dir or --etcd-prefix`,
    );
}
