import { type ClientHttp2Session, connect } from "node:http2";
import type { Clock, Timer } from "@svc/base";
import { type Call, type CallEvents, openCall } from "./call.ts";
import { GrpcError, grpcCode } from "./grpc-error.ts";

/** Certificates and keys as PEM. */
export interface EtcdTls {
  /** Who may have signed the servers' certificates. @default those of the system */
  readonly ca?: string | Buffer;
  /** What to show the servers, with its key. @default none */
  readonly cert?: string | Buffer;
  readonly key?: string | Buffer;
  /** The name that servers must prove, where it is not that of the endpoint. */
  readonly serverName?: string;
}

/** One HTTP/2 connection to one member. */
export interface Connection {
  readonly endpoint: string;
  /** Whether new calls may go over it; those under way are finished even when not. */
  readonly usable: boolean;
  /** Resolves when calls can be sent. @throws {GrpcError} `unavailable`, unsent */
  ready(): Promise<void>;
  /** @throws {GrpcError} `unavailable`, unsent */
  open(method: string, headers: Readonly<Record<string, string>>, events: CallEvents): Call;
  /** Takes no new calls, and ends with those that are under way. */
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
// Members refuse to be pinged more often than every five seconds, or without a call under way.
const pingIntervalMs = 30_000;
const pingTimeoutMs = 10_000;

export function createConnection({ endpoint, tls, clock, connectTimeoutMs }: ConnectionOptions): Connection {
  const { serverName, ...pem } = tls;
  const session = connect(endpoint, {
    ...pem,
    ...(serverName === undefined ? {} : { servername: serverName }),
    settings: { enablePush: false, initialWindowSize: streamWindowBytes },
  });
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  // Who waits is told; that nobody may be waiting is no reason to stop the process.
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
        // Nobody comes back to one that only finishes what was under way.
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

/** Finds out that the other side is gone although nobody said so. */
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
