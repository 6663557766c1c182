import type { Deadlines } from "../deadlines.ts";
import type { ConnectionOptions } from "../peer.ts";
import type { ServedConnection } from "../served-connection.ts";
import type { BodyWriter } from "../write-body.ts";
import type { ChunkFramer } from "./chunk-framer.ts";

/** The common options of HTTP/1.1 connections. */
export interface Http1Options extends ConnectionOptions {
  readonly writeBody: BodyWriter;
  readonly frameChunk: ChunkFramer;
  /** The value of the Date header. */
  readonly date: () => string;
  readonly deadlines: Deadlines<ServedConnection>;
  readonly maxHeaderBytes: number;
  readonly headersTimeoutMs: number;
  readonly idleTimeoutMs: number;
}
