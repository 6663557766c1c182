import { type Clock, type Log, pause, systemClock } from "@svc/base";
import {
  type Client,
  type Connection,
  type Credentials,
  connectionOf,
  createClient,
  inClusterConnection,
  KubeconfigError,
  loadKubeconfig,
  serviceAccountCredentials,
} from "@svc/client";
import { type Dialect, isStatusError } from "@svc/meta";
import { readFlagFile, StartupError } from "@svc/program";
import type { Flags } from "./flags.ts";

interface Connected extends Disposable {
  readonly client: Client;
  /** Another for the same server, as a service account of the system's namespace. */
  readonly clientAs: (serviceAccount: string) => Client;
  /** PEM of the authority that signs the server's certificate. */
  readonly rootCa: string | undefined;
}

/** A client of the server that the flags name. @throws {StartupError} */
export async function connect(flags: Flags, dialect: Dialect, log: Log): Promise<Connected> {
  const connection = await connectionFor(flags, dialect);
  const given = flags.rootCaFile === undefined ? undefined : await readFlagFile("--root-ca-file", flags.rootCaFile);
  const clients: Client[] = [];
  const clientWith = (credentials: Credentials): Client => {
    const made = createClient({
      connection: { ...connection, credentials },
      dialect,
      log,
      userAgent: dialect.expand("{system}-controller-manager"),
      // A client of every kind causes warnings about deprecated ones.
      onWarning: (text) => log.debug("the server warns", { text }),
    });
    clients.push(made);
    return made;
  };
  const client = clientWith(connection.credentials);
  const namespace = dialect.namespaces.system;
  return {
    client,
    clientAs: (name) => clientWith(serviceAccountCredentials({ client, namespace, name })),
    rootCa: given ?? connection.endpoint.certificateAuthority,
    [Symbol.dispose]: () => {
      for (const one of clients) one.close();
    },
  };
}

async function connectionFor({ kubeconfig }: Flags, dialect: Dialect): Promise<Connection> {
  try {
    if (kubeconfig !== undefined) return await connectionOf(await loadKubeconfig({ path: kubeconfig }), { dialect });
    return await inClusterConnection({ dialect });
  } catch (cause) {
    if (!(cause instanceof KubeconfigError)) throw cause;
    const hint = kubeconfig === undefined ? "; outside of a cluster give --kubeconfig" : "";
    throw new StartupError(`${cause.message}${hint}`, { cause });
  }
}

const patienceMs = 10_000;
const retryMs = 500;

/**
 * Waits for a server that may be starting.
 * @throws {StartupError} when it does not respond, refuses the credentials, or has another dialect
 */
export async function waitForServer(client: Client, signal: AbortSignal, clock: Clock = systemClock): Promise<void> {
  const endMs = clock.monotonic() + patienceMs;
  for (;;) {
    try {
      await checkServer(client);
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof StartupError) throw error;
      if (clock.monotonic() >= endMs)
        throw new StartupError(`the server does not answer: ${messageOf(error)}`, { cause: error });
    }
    await pause(clock, retryMs, { keepAlive: true });
  }
}

async function checkServer({ discovery, dialect }: Client): Promise<void> {
  const group = dialect.expand("coordination.{api}");
  const another = `the server has no ${group}: does it speak another --dialect than ${dialect.name}?`;
  try {
    const { resources } = await discovery.served();
    if (!resources.some((resource) => resource.group === group)) throw new StartupError(another);
  } catch (cause) {
    if (!isStatusError(cause)) throw cause;
    if (cause.code === 406) throw new StartupError(another, { cause });
    if (cause.code === 401 || cause.code === 403)
      throw new StartupError(`the server does not let us in: ${cause.message}`, { cause });
    throw cause;
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // An error of several addresses has no message of its own.
  return error.message === "" ? String((error as NodeJS.ErrnoException).code ?? error.name) : error.message;
}
