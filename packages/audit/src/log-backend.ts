import type { Clock } from "@svc/base";
import {
  aClock,
  aFunction,
  aNonNegativeNumber,
  anObject,
  aString,
  checkArgument,
  oneOf,
  optional,
  optionsOf,
  withMethods,
} from "@svc/base/check";
import { type AuditBackend, truncated } from "./backend.ts";
import { type BatchOptions, createBatches } from "./batches.ts";
import type { AuditEvent } from "./event.ts";
import { legacyLine } from "./legacy-line.ts";

/** Options of any backend. */
export interface BackendOptions {
  readonly clock: Clock;
  readonly mode: NonNullable<AuditBackend["mode"]>;
  /** In mode `batch`. */
  readonly batch: Pick<BatchOptions, "bufferSize" | "maxSize" | "maxWaitMs" | "throttle">;
  /** Larger events lose their objects. @default no bound */
  readonly maxEventBytes?: number;
  /** The annotation of truncated events. */
  readonly truncatedMark: string;
  /** Called with events that were dropped after they had been accepted. */
  readonly lost: (events: number, error: unknown) => void;
}

interface LogBackendOptions extends BackendOptions {
  readonly format: "json" | "legacy";
  /** Takes whole lines. */
  readonly out: { append(text: string): void; close(): Promise<void> };
}

const logBackendOptions = optionsOf<LogBackendOptions>({
  format: oneOf("json", "legacy"),
  out: withMethods("an object", "append", "close"),
  clock: aClock,
  mode: oneOf("blocking", "blocking-strict", "batch"),
  batch: anObject,
  maxEventBytes: optional(aNonNegativeNumber),
  truncatedMark: aString,
  lost: aFunction,
});

/** Writes each event as a line. @throws {TypeError} for a wrong argument */
export function createLogBackend(options: LogBackendOptions): AuditBackend {
  checkArgument("createLogBackend: options", options, logBackendOptions);
  const { format, out } = options;
  const lineOf = format === "json" ? (event: AuditEvent) => JSON.stringify(event) : legacyLine;
  const append = (events: readonly AuditEvent[]): void => out.append(events.map((e) => `${lineOf(e)}\n`).join(""));
  return sending(options, { name: "log", send: append, close: out.close });
}

/** A backend that sends events in its mode. */
export function sending(
  options: BackendOptions,
  to: {
    readonly name: string;
    readonly send: (events: readonly AuditEvent[]) => void | Promise<void>;
    readonly close: () => Promise<void>;
  },
): AuditBackend {
  const { clock, mode, batch, maxEventBytes, truncatedMark, lost } = options;
  const short = (event: AuditEvent): AuditEvent =>
    maxEventBytes === undefined ? event : truncated(event, maxEventBytes, truncatedMark);
  if (mode !== "batch") {
    const write = (event: AuditEvent): void => {
      // Requests do not wait for a slow backend: a failure is reported later.
      void to.send([short(event)])?.catch((error: unknown) => lost(1, error));
    };
    return { name: to.name, mode, write, close: to.close };
  }
  const batches = createBatches({ clock, ...batch, send: to.send, lost });
  return {
    name: to.name,
    mode,
    write: (event) => batches.push(short(event)),
    close: async () => {
      await batches.close();
      await to.close();
    },
  };
}
