import type { Clock } from "@svc/base";
import type { BodyMemory } from "../body-memory.ts";
import type { OnHandlerError } from "../handler-error.ts";
import type { TlsOptions } from "../tls-options.ts";

/** The address on which a server listens, and its bounds. */
export interface ListenOptions {
  /** 0 takes a free one. */
  readonly port: number;
  /** @default "0.0.0.0"; without TLS "127.0.0.1" */
  readonly address?: string;
  /** Without it the port serves unencrypted HTTP/1.1, on loopback addresses only. */
  readonly tls?: TlsOptions;
  /** Whether HTTP/2 is offered to clients, with TLS. @default true */
  readonly http2?: boolean;
  /**
   * Other processes may listen on the same port, and share its connections.
   * @default false; where the platform or the version of Node cannot, opening the port fails
   */
  readonly reusePort?: boolean;
  /** Allows HTTP without TLS on other addresses, behind a proxy that ends TLS. @default false */
  readonly plainBeyondLoopback?: boolean;
  /** Bytes of all headers of a request. @default 64 KiB; past it 431 */
  readonly maxHeaderBytes?: number;
  /**
   * How long a client may take to send its headers, and how long a body may stop coming. @default
   * 32 s; then 408
   */
  readonly headersTimeoutMs?: number;
  /**
   * Milliseconds that a client may take for 256 KiB of a response; then the response is aborted.
   * @default 60 s
   */
  readonly writeTimeoutMs?: number;
  /** Milliseconds for which a connection without a request stays open. @default 180 s */
  readonly idleTimeoutMs?: number;
  /** Maximum of open connections; further ones are closed immediately. @default 16,384 */
  readonly maxConnections?: number;
  /** Open connections of one address. @default half of `maxConnections` */
  readonly maxConnectionsPerAddress?: number;
  /** Maximum of concurrent streams of an HTTP/2 connection. @default 1000 */
  readonly maxStreams?: number;
  /**
   * The fraction of HTTP/2 requests after which the client must open another connection, in [0, 1],
   * so that a balancer can choose another server. Requests in progress are completed.
   * @default 0
   */
  readonly goAwayChance?: number;
  /**
   * Bounds the bytes of bodies over HTTP/2 that no handler reads yet, altogether and by address of
   * client; a body that it has no room for is dropped, and reading it rejects with
   * `BodyMemoryError`. @default the windows of the streams bound them
   */
  readonly unreadBodies?: BodyMemory;
  /** In [0, 1). @default Math.random */
  readonly random?: () => number;
  /** Called for each connection that is closed immediately. @default nothing happens */
  readonly onConnectionRefused?: () => void;
  /** Called for each TLS handshake that fails. @default nothing happens */
  readonly onHandshakeError?: () => void;
  /** Called for each unexpected error of the handler. @default it is logged to standard error */
  readonly onHandlerError?: OnHandlerError;
  /** The clock of timeouts, and of the date of responses. @default the system's */
  readonly clock?: Clock;
}
