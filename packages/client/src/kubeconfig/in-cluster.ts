import { readFile } from "node:fs/promises";
import { isIPv6 } from "node:net";
import { join } from "node:path";
import { type Clock, systemClock } from "@svc/base";
import { aClock, anObject, aString, checkArgument, optional, optionsOf } from "@svc/base/check";
import { aDialect, type Dialect } from "@svc/meta";
import { tokenFileCredentials } from "../credentials/token-file.ts";
import type { Connection } from "./connection.ts";
import { KubeconfigError } from "./kubeconfig-error.ts";

/** Options of `inClusterConnection`. */
export interface InClusterOptions {
  readonly dialect: Dialect;
  /** @default systemClock */
  readonly clock?: Clock;
  /** @default this process's */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Directory of `token`, `ca.crt` and `namespace`. @default the service account mount of pods */
  readonly directory?: string;
}

const inClusterOptions = optionsOf<InClusterOptions>({
  dialect: aDialect,
  clock: optional(aClock),
  env: optional(anObject),
  directory: optional(aString),
});

/**
 * Returns the connection of a program that runs in a pod: the server's address from the
 * environment, and the service account from mounted files.
 * @throws {KubeconfigError} outside of a cluster
 * @throws {TypeError} for a wrong argument
 */
export async function inClusterConnection(options: InClusterOptions): Promise<Connection> {
  checkArgument("inClusterConnection: options", options, inClusterOptions);
  const { dialect, clock = systemClock, env = process.env } = options;
  const { directory = dialect.expand("/var/run/secrets/{labels}/serviceaccount") } = options;
  const prefix = dialect.product.toUpperCase();
  const [hostName, portName] = [`${prefix}_SERVICE_HOST`, `${prefix}_SERVICE_PORT`];
  const [host, port] = [env[hostName], env[portName]];
  if (host === undefined || host === "" || port === undefined || port === "")
    throw new KubeconfigError(`not in a cluster: ${hostName} and ${portName} are not both set`);
  const url = `https://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  if (!URL.canParse(url)) throw new KubeconfigError(`${hostName} and ${portName} make no address: ${url}`);
  const certificateAuthority = await read(join(directory, "ca.crt"));
  const namespace = (await read(join(directory, "namespace"))).trim();
  return {
    endpoint: { server: new URL(url), certificateAuthority },
    credentials: tokenFileCredentials({ path: join(directory, "token"), clock }),
    namespace,
  };
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    throw new KubeconfigError(`not in a cluster: ${(cause as Error).message}`, { cause });
  }
}
