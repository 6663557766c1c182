import { quote, systemClock } from "@svc/base";
import { anObject, checkArgument } from "@svc/base/check";
import type { Credentials } from "../transport/credentials.ts";
import type { ConnectOptions } from "./connect.ts";
import { aKubeconfig, type Entry, type Kubeconfig } from "./kubeconfig.ts";
import { KubeconfigError } from "./kubeconfig-error.ts";
import { credentialsOf } from "./user.ts";

/** Credentials for the server at `host:port`; undefined where none are for it. */
export type CredentialsByHost = (hostPort: string) => Credentials | undefined;

/**
 * Reads a kubeconfig in which the name of a user is the server of its credentials: `host:port`,
 * `host` for port 443, `*.suffix` with or without a port, `*` for every other server. Without such
 * a name, the user of the current context is for every server. Services have the form
 * `name.namespace.svc`.
 *
 * All users are read once; token files are read again later.
 * @throws {KubeconfigError}
 * @throws {TypeError} for a wrong argument
 */
export async function credentialsByHost(
  config: Kubeconfig,
  options: Omit<ConnectOptions, "context">,
): Promise<CredentialsByHost> {
  checkArgument("credentialsByHost: config", config, aKubeconfig);
  checkArgument("credentialsByHost: options", options, anObject);
  const { dialect, clock = systemClock } = options;
  const read = async (name: string, user: Entry): Promise<readonly [string, Credentials]> => [
    name.toLowerCase(),
    await credentialsOf({ user, dialect }, { ...options, clock }),
  ];
  const byName = new Map(await Promise.all([...config.users].map(([name, user]) => read(name, user))));
  const current = currentUser(config);
  const fallback = byName.get("*") ?? (current === undefined ? undefined : byName.get(current));
  return (hostPort) => {
    const name = namesFor(hostPort.toLowerCase()).find((candidate) => byName.has(candidate));
    return name === undefined ? fallback : byName.get(name);
  };
}

/** @throws {KubeconfigError} for a missing current context or a missing user of it */
function currentUser({ currentContext, contexts, users }: Kubeconfig): string | undefined {
  if (currentContext === undefined) return undefined;
  const context = contexts.get(currentContext);
  if (context === undefined) throw new KubeconfigError(`the kubeconfig has no context ${quote(currentContext)}`);
  const user = context.fields.text("user");
  if (user !== undefined && !users.has(user)) throw new KubeconfigError(`the kubeconfig has no user ${quote(user)}`);
  return user?.toLowerCase();
}

const defaultPort = ":443";

/** The names of users whose credentials match a server, the most specific first. */
function namesFor(hostPort: string): readonly string[] {
  const withoutPort = hostPort.endsWith(defaultPort) ? withSuffixes(hostPort.slice(0, -defaultPort.length)) : [];
  return [...withSuffixes(hostPort), ...withoutPort];
}

function withSuffixes(host: string): readonly string[] {
  const labels = host.split(".");
  return [host, ...labels.slice(1).map((_, i) => `*.${labels.slice(i + 1).join(".")}`)];
}
