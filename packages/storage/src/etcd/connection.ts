import { type ClientHttp2Session, connect } from "node:http2";
import type { Clock, Timer } from "@svc/base";
import { type Call, type CallEvents, openCall } from "./call.ts";
import { GrpcError, grpcCode } from "./grpc-error.ts";

/** Certificates and keys as PEM. */
export interface EtcdTls {
  /**
   * Certificate authorities of the servers.
   * @default those of the system
   */
  readonly ca?: string | Buffer;
  /**
   * Client certificate, with its key.
   * @default none
   */
  readonly cert?: string | Buffer;
  readonly key?: string | Buffer;
  /** Name in the servers' certificates if it is not that of the endpoint. */
  readonly serverName?: string;
}

/** One HTTP/2 connection to one member. */
export interface Connection {
  readonly endpoint: string;
  /** False once the connection takes no new calls; calls in progress are completed. */
  readonly usable: boolean;
  /**
   * Resolves when calls can be sent.
   * @throws {GrpcError} `unavailable`, unsent
   */
  ready(): Promise<void>;
  /** @throws {GrpcError} `unavailable`, unsent */
  open(method: string, headers: Readonly<Record<string, string>>, events: CallEvents): Call;
  /** Takes no new calls and closes after the calls in progress. */
  retire(): void;
}

interface ConnectionOptions {
  readonly endpoint: string;
  readonly tls: EtcdTls;
  readonly clock: Clock;
  readonly connectTimeoutMs: number;
}

const streamWindowBytes = 4 * 1024 * 1024;
const connectionWindowBytes = 16 * 1024 * 1024;
// Members reject pings more often than every five seconds, or without a call in progress.
const pingIntervalMs = 30_000;
const pingTimeoutMs = 10_000;

/** Opens a connection. */
export function createConnection({ endpoint, tls, clock, connectTimeoutMs }: ConnectionOptions): Connection {
  const { serverName, ...pem } = tls;
  const session = connect(endpoint, {
    ...pem,
    ...(serverName === undefined ? {} : { servername: serverName }),
    settings: { enablePush: false, initialWindowSize: streamWindowBytes },
  });
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  // Callers of `ready` get the error; without callers it must not end the process.
  ready.catch(() => undefined);
  let usable = true;
  let calls = 0;
  let failure: unknown;
  const timeout = clock.after(connectTimeoutMs, () => session.destroy(new Error("no connection in time")));
  const pings = createPings(session, { clock, needed: () => calls > 0 });

  session.once("connect", () => {
    timeout.cancel();
    session.setLocalWindowSize(connectionWindowBytes);
    resolve();
  });
  session.once("goaway", () => {
    usable = false;
  });
  session.on("error", (error: Error) => {
    failure = error;
    usable = false;
  });
  session.once("close", () => {
    usable = false;
    timeout.cancel();
    pings.stop();
    const reason = failure instanceof Error ? failure.message : "closed";
    reject(new GrpcError(grpcCode.unavailable, `${endpoint}: ${reason}`, { cause: failure, unsent: true }));
  });

  return {
    endpoint,
    get usable() {
      return usable;
    },
    ready: () => ready,
    open(method, headers, events) {
      const onEnd = (error: GrpcError | undefined): void => {
        calls--;
        // A connection that only completes calls is closed after the last one.
        if (!usable && calls === 0) session.close();
        events.onEnd(error);
      };
      let call: Call;
      try {
        call = openCall(session, { method, headers, events: { onMessage: events.onMessage, onEnd } });
      } catch (error) {
        usable = false;
        throw new GrpcError(grpcCode.unavailable, `${endpoint}: ${String(error)}`, { cause: error, unsent: true });
      }
      calls++;
      pings.start();
      return call;
    },
    retire() {
      usable = false;
      if (calls === 0) session.close();
    },
  };
}

/** Detects a connection that died without notice. */
function createPings(
  session: ClientHttp2Session,
  { clock, needed }: { readonly clock: Clock; readonly needed: () => boolean },
): { start(): void; stop(): void } {
  let timer: Timer | undefined;

  function ping(): void {
    timer = undefined;
    if (!needed() || session.destroyed) return;
    timer = clock.after(pingTimeoutMs, () =>
      session.destroy(new Error("the connection is dead: a ping was not answered")),
    );
    session.ping((error) => {
      timer?.cancel();
      timer = undefined;
      if (error === null) start();
    });
  }

  function start(): void {
    timer ??= clock.after(pingIntervalMs, ping);
  }

  return { start, stop: () => timer?.cancel() };
}
