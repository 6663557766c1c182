import { systemClock } from "@svc/base";
import { createBufferPool } from "../buffer-pool.ts";
import { createDateText } from "../date-text.ts";
import { createDeadlines, type Deadline } from "../deadlines.ts";
import { logHandlerError } from "../handler-error.ts";
import type { Handler } from "../http.ts";
import { createChunkFramer } from "../http1/chunk-framer.ts";
import type { Http1Options } from "../http1/options.ts";
import type { Http2Options } from "../http2/options.ts";
import { createPeerCertificates } from "../peer.ts";
import { createBodyWriter } from "../write-body.ts";
import { WriteTurns } from "../write-turns.ts";
import type { ListenOptions } from "./listen-options.ts";

/** Options of the connections of one port, by version of HTTP. */
export interface ByVersion {
  readonly http1: Http1Options;
  readonly http2: Http2Options;
}

/** Maximum delay with which a deadline is noticed; less for short timeouts. */
const maxLateMs = 1_000;

/** Makes the options of connections: defaults filled in, buffers and deadlines shared. */
export function connectionOptions(handler: Handler, options: ListenOptions): ByVersion {
  const { maxHeaderBytes = 65_536, headersTimeoutMs = 32_000, idleTimeoutMs = 180_000, maxStreams = 1000 } = options;
  const { clock = systemClock, writeTimeoutMs = 60_000, onHandlerError = logHandlerError } = options;
  const { goAwayChance = 0, random = Math.random } = options;
  const bufferPool = createBufferPool();
  const turns = new WriteTurns({ clock });
  const checkEveryMs = Math.min(maxLateMs, Math.ceil(Math.min(headersTimeoutMs, idleTimeoutMs, writeTimeoutMs) / 4));
  const writeTimeout = { deadlines: createDeadlines<Deadline>(clock, checkEveryMs), writeTimeoutMs };
  const common = {
    handler,
    onHandlerError,
    certificatesOf: createPeerCertificates(),
    date: createDateText(clock),
    maxHeaderBytes,
    headersTimeoutMs,
    idleTimeoutMs,
  };
  return {
    http1: {
      ...common,
      writeBody: createBodyWriter({ ...writeTimeout, bufferPool, turns }),
      frameChunk: createChunkFramer(),
      deadlines: createDeadlines(clock, checkEveryMs),
    },
    http2: {
      ...common,
      clock,
      bufferPool,
      turns,
      writeTimeout,
      maxStreams,
      unreadBodies: options.unreadBodies,
      isLastRequest: goAwayChance > 0 ? () => random() < goAwayChance : undefined,
      deadlines: createDeadlines(clock, checkEveryMs),
    },
  };
}
