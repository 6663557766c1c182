import { internalError, type StatusCause, StatusError } from "@svc/meta";
import { type Item, itemsOf, type ListResult } from "@svc/watch";
import type { StoredObject } from "./stored-object.ts";

class UnreadableError extends StatusError {}

/** The error for an object with an invalid value. */
export function unreadableObject(stored: StoredObject): StatusError {
  const { message, details } = internalError(reasonOf(stored));
  return new UnreadableError({ code: 500, reason: "InternalError", message, details });
}

/**
 * True when an error was caused by an unreadable stored object: it persists until the object is
 * written or removed.
 */
export function isUnreadableError(error: unknown): boolean {
  return error instanceof UnreadableError;
}

/**
 * Rejects a list with unreadable objects, and names them: a client could not distinguish an omitted
 * object from a deleted one.
 *
 * @param except returns which objects may be in the list
 * @throws {StatusError} 500 `StorageReadError`
 */
export function checkReadable<T extends StoredObject & Item>(
  resource: string,
  result: ListResult<T>,
  except: (item: T) => boolean = () => false,
): ListResult<T> {
  const causes: StatusCause[] = [];
  for (const item of itemsOf(result.slices)) {
    if (item.corrupt === undefined || except(item)) continue;
    causes.push({ reason: "UnexpectedServerResponse", message: reasonOf(item), field: item.key });
    if (causes.length === maxNamed) break;
  }
  if (causes.length === 0) return result;
  throw new UnreadableError({
    code: 500,
    reason: "StorageReadError",
    message: `failed to read one or more ${resource} from the storage`,
    details: { name: "list", kind: resource, causes },
  });
}

/** Bound of the names in a report; the rest is counted. */
const maxNamed = 100;

function reasonOf({ key, revision, corrupt = "" }: StoredObject): string {
  return `StorageError: corrupt object, Code: 7, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: object not decodable revision=${revision}: ${corrupt}`;
}
