import type { Clock } from "@svc/base";
import type { BodyMemory } from "../body-memory.ts";
import type { BufferPool } from "../buffer-pool.ts";
import type { Deadlines, WriteTimeout } from "../deadlines.ts";
import type { ConnectionOptions } from "../peer.ts";
import type { ServedConnection } from "../served-connection.ts";
import type { WriteTurns } from "../write-turns.ts";

/** The common options of HTTP/2 connections. */
export interface Http2Options extends ConnectionOptions {
  /** The value of the Date header. */
  readonly date: () => string;
  readonly clock: Clock;
  readonly bufferPool: BufferPool;
  /** Further output of a connection waits for its turn after a large write. @default no waiting */
  readonly turns?: WriteTurns | undefined;
  readonly writeTimeout: WriteTimeout;
  readonly deadlines: Deadlines<ServedConnection>;
  readonly maxHeaderBytes: number;
  readonly headersTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly maxStreams: number;
  /** Counts bodies that no handler reads yet. @default they are bounded by their windows only */
  readonly unreadBodies?: BodyMemory | undefined;
  /**
   * Called with each response. True makes the client open a new connection for its next request.
   */
  readonly isLastRequest?: (() => boolean) | undefined;
}
