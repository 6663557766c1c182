import { internalError, type StatusCause, StatusError } from "@svc/meta";
import { type Item, itemsOf, type ListResult } from "@svc/watch";
import type { StoredObject } from "./stored-object.ts";

class UnreadableError extends StatusError {}

/** An object whose value is none. */
export function unreadableObject(stored: StoredObject): StatusError {
  const { message, details } = internalError(reasonOf(stored));
  return new UnreadableError({ code: 500, reason: "InternalError", message, details });
}

/**
 * Whether something failed because a stored object cannot be read: it fails until the object is
 * written anew, or gone.
 */
export function isUnreadableError(error: unknown): boolean {
  return error instanceof UnreadableError;
}

/**
 * Refuses a list with objects that cannot be read, and names them: a client could not tell an
 * object that is left out from one that was deleted, and would act on it.
 *
 * @param except says which objects may be in the list
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

/** More would say nothing new. */
const maxNamed = 100;

function reasonOf({ key, revision, corrupt = "" }: StoredObject): string {
  return `StorageError: corrupt object, Code: 7, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: object not decodable revision=${revision}: ${corrupt}`;
}
