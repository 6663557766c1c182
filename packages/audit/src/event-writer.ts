import type { Log, MaybePromise } from "@svc/base";
import type { AuditBackend } from "./backend.ts";
import type { AuditEvent } from "./event.ts";
import type { AuditCounts } from "./metrics.ts";

/** Whether the backends that are strict have accepted an event. */
export type Written = MaybePromise<"accepted" | "refused">;

/** Writes events to all backends at once. Failures are counted and logged. */
export function eventWriter(
  backends: readonly AuditBackend[],
  counts: AuditCounts,
  log: Log,
): (event: AuditEvent) => Written {
  const writeTo = (backend: AuditBackend, event: AuditEvent): Written => {
    const fail = (error: unknown): "accepted" | "refused" => {
      const { name, mode } = backend;
      counts.error(name, 1);
      log.error("an audit event was not written", { backend: name, auditId: event.auditID, error: String(error) });
      return mode === "blocking-strict" ? "refused" : "accepted";
    };
    try {
      const written = backend.write(event);
      return written instanceof Promise ? written.then(() => "accepted", fail) : "accepted";
    } catch (error) {
      return fail(error);
    }
  };
  return (event) => {
    counts.event();
    const results = backends.map((backend) => writeTo(backend, event));
    if (!results.some((result) => result instanceof Promise)) return joined(results);
    return Promise.all(results).then(joined);
  };
}

function joined(results: readonly unknown[]): "accepted" | "refused" {
  return results.includes("refused") ? "refused" : "accepted";
}
