import { createLegacyTokenIssuer, parseSigningKey } from "@svc/authn";
import type { ControllersOptions } from "@svc/controllers";
import type { Dialect } from "@svc/meta";
import { readFlagFile, StartupError } from "@svc/program";
import type { Flags } from "./flags.ts";

/** Makes tokens that live in Secrets, where a key for them is given. @throws {StartupError} */
export async function secretTokenOf(
  { serviceAccountPrivateKeyFile: path }: Flags,
  dialect: Dialect,
): Promise<ControllersOptions["secretToken"]> {
  if (path === undefined) return undefined;
  const flag = "--service-account-private-key-file";
  const parsed = parseSigningKey(await readFlagFile(flag, path));
  if (!parsed.ok) throw new StartupError(`${flag}: ${path}: ${parsed.message}`);
  return createLegacyTokenIssuer({ dialect, key: parsed.keys });
}
