import type { BufferPool } from "../../buffer-pool.ts";
import type { Deadline, Deadlines } from "../../deadlines.ts";
import type { ExchangeRequest, ResponseReceiver } from "./exchange.ts";

/** Receives a response from the connection that carries it. */
export interface ResponseSink extends Pick<ResponseReceiver, "interim" | "head" | "data" | "end"> {
  fail(error: unknown, how: FailureKind): void;
}

/** What a server that failed a request is known to have done with it. */
export interface FailureKind {
  /** It is likely that the server has not received it. */
  readonly isUntouched: boolean;
  /** The server says that it has not processed it. @default false */
  readonly isRefused?: boolean;
}

/** The end of one exchange that a carrier has. */
export interface Carried {
  resume(): void;
  abort(): void;
}

/** A connection that carries exchanges: one at a time over HTTP/1.1, many over HTTP/2. */
export interface Carrier {
  /** True where it carries several concurrent exchanges. */
  readonly multiplexes: boolean;
  /** Exchanges that it can begin now. */
  readonly free: number;
  /** @throws {TypeError} for a request that can't be sent; the carrier is as it was */
  send(request: ExchangeRequest, sink: ResponseSink): Carried;
  /** Takes no more exchanges, and ends when its exchanges are over. */
  close(): void;
}

/** Follows what becomes of a carrier. */
export interface CarrierOwner {
  /** The connection has capacity for exchanges again. */
  released(carrier: Carrier): void;
  /** The connection is closed, or accepts no more exchanges. */
  gone(carrier: Carrier): void;
}

/** Options of carriers; a timeout of 0 disables it. */
export interface CarrierOptions {
  /** For requests that name no host. */
  readonly host: string;
  readonly headersTimeoutMs: number;
  readonly bodyTimeoutMs: number;
  readonly deadlines: Deadlines<Deadline>;
  readonly bufferPool: BufferPool;
}
