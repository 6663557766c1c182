import { type Clock, quote, systemClock } from "@svc/base";
import { aBoolean, aClock, aFunction, anObject, aString, checkArgument, optional, optionsOf } from "@svc/base/check";
import { aDialect, type Dialect } from "@svc/meta";
import type { ExecOptions } from "../credentials/exec.ts";
import { endpointOf } from "./cluster.ts";
import type { Connection } from "./connection.ts";
import { fieldsOf } from "./fields.ts";
import { aKubeconfig, type Entry, type Kubeconfig } from "./kubeconfig.ts";
import { KubeconfigError } from "./kubeconfig-error.ts";
import { credentialsOf } from "./user.ts";

/** Options of `connectionOf`. */
export interface ConnectOptions extends Pick<ExecOptions, "env" | "terminal" | "runCommand"> {
  readonly dialect: Dialect;
  /** Name of the context. @default the current context of the kubeconfig */
  readonly context?: string;
  /** @default systemClock */
  readonly clock?: Clock;
}

const connectOptions = optionsOf<ConnectOptions>({
  dialect: aDialect,
  context: optional(aString),
  clock: optional(aClock),
  env: optional(anObject),
  terminal: optional(aBoolean),
  runCommand: optional(aFunction),
});

/**
 * Returns the connection of a context: the server, the credentials and the namespace. Files that it
 * names are read now; token files are read again later.
 * @throws {KubeconfigError}
 * @throws {TypeError} for a wrong argument
 */
export async function connectionOf(config: Kubeconfig, options: ConnectOptions): Promise<Connection> {
  checkArgument("connectionOf: config", config, aKubeconfig);
  checkArgument("connectionOf: options", options, connectOptions);
  const { dialect, clock = systemClock, context: name = config.currentContext } = options;
  if (name === undefined) throw new KubeconfigError("the kubeconfig has no current-context, and none was asked for");
  const context = entryOf(config.contexts, "context", name);
  const cluster = entryOf(config.clusters, "cluster", context.fields.requiredText("cluster"));
  const userName = context.fields.text("user");
  const user = userName === undefined ? noUser : entryOf(config.users, "user", userName);
  const endpoint = await endpointOf(cluster, options.env ?? process.env);
  return {
    endpoint,
    credentials: await credentialsOf({ user, cluster: { entry: cluster, endpoint }, dialect }, { ...options, clock }),
    namespace: context.fields.text("namespace") ?? "default",
  };
}

const noUser: Entry = { fields: fieldsOf({}, "no user"), directory: "." };

function entryOf(entries: ReadonlyMap<string, Entry>, what: string, name: string): Entry {
  const entry = entries.get(name);
  if (entry === undefined) {
    const known = [...entries.keys()].map((k) => JSON.stringify(k)).join(", ");
    const have = known === "" ? `no ${what}` : `${what} ${known}`;
    throw new KubeconfigError(`the kubeconfig has no ${what} ${quote(name)}; it has ${have}`);
  }
  return entry;
}
