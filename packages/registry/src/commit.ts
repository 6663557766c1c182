import { requestTooLarge, StatusError, serviceUnavailable, storageReadError, tooManyRequests } from "@svc/meta";
import { type CommitResult, isStorageError, type Write } from "@svc/storage";
import type { ChangeStream } from "@svc/watch";
import type { RequestContext } from "./context.ts";

/** Commits a write, and converts store errors to API errors. A lost race stays a value. */
export async function commit(
  { storage, clock }: Pick<ChangeStream, "storage" | "clock">,
  write: Write,
  { signal, times }: Pick<RequestContext, "signal" | "times">,
): Promise<CommitResult> {
  const startMs = times === undefined ? 0 : clock.monotonic();
  try {
    const result = await storage.commit([write], signal === undefined ? {} : { signal });
    if (times !== undefined) times.storeMs += clock.monotonic() - startMs;
    return result;
  } catch (error) {
    // The existing key need not be readable to prevent a create.
    if (write.guard === "absent" && isStorageError(error, "corrupt") && error.key === write.key)
      return { ok: false, index: 0, current: undefined };
    throw statusOf(error);
  }
}

/** Converts a store error to an API error; other errors are returned unchanged. */
export function statusOf(error: unknown): unknown {
  if (!isStorageError(error)) return error;
  switch (error.code) {
    case "too-large":
      return requestTooLarge(error.message);
    case "overloaded":
      return tooManyRequests("the store is overloaded", 1);
    case "corrupt":
      return storageReadError(error.message);
    case "unknown-outcome":
      return new StatusError({
        code: 504,
        reason: "Timeout",
        message: "Timeout: the store did not tell whether the write happened",
        cause: error,
      });
    case "write-failed":
      return unavailable("the store does not take writes", error);
    case "unavailable":
    case "closed":
      return unavailable("the store is not available", error);
    default:
      return error;
  }
}

function unavailable(problem: string, cause: Error): StatusError {
  const { code, reason, message } = serviceUnavailable(`${problem}: ${cause.message}`);
  return new StatusError({ code, reason, message, cause });
}
