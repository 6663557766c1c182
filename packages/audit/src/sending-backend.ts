import type { Clock, MaybePromise } from "@svc/base";
import {
  aClock,
  aFunction,
  aNonNegativeNumber,
  anObject,
  aString,
  type OptionTable,
  oneOf,
  optional,
} from "@svc/base/check";
import { type AuditBackend, truncated } from "./backend.ts";
import { type BatchOptions, createBatches } from "./batches.ts";
import type { AuditEvent } from "./event.ts";

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
  /** Called in mode `batch` with events that were dropped after they had been accepted. */
  readonly lost: (events: number, error: unknown) => void;
}

/** What the options of any backend must be. */
export const expectedBackendOptions: OptionTable<BackendOptions> = {
  clock: aClock,
  mode: oneOf("blocking", "blocking-strict", "batch"),
  batch: anObject,
  maxEventBytes: optional(aNonNegativeNumber),
  truncatedMark: aString,
  lost: aFunction,
};

interface Destination {
  readonly name: string;
  readonly send: (events: readonly AuditEvent[]) => MaybePromise<void>;
  readonly close: () => Promise<void>;
}

/** A backend that sends events in its mode. */
export function sendingBackend(options: BackendOptions, { name, send, close }: Destination): AuditBackend {
  const { clock, mode, batch, maxEventBytes, truncatedMark, lost } = options;
  const short = (event: AuditEvent): AuditEvent =>
    maxEventBytes === undefined ? event : truncated(event, maxEventBytes, truncatedMark);
  if (mode !== "batch") {
    const pending = new Set<Promise<void>>();
    return {
      name,
      mode,
      write: (event) => {
        const sent = send([short(event)]);
        if (!(sent instanceof Promise)) return;
        pending.add(sent);
        const remove = (): void => void pending.delete(sent);
        sent.then(remove, remove);
        return sent;
      },
      close: async () => {
        await Promise.allSettled(pending);
        await close();
      },
    };
  }
  const batches = createBatches({ clock, ...batch, send, lost });
  return {
    name,
    mode,
    write: (event) => batches.push(short(event)),
    close: async () => {
      await batches.close();
      await close();
    },
  };
}
