import { internalError, type StatusCause, StatusError } from "@svc/meta";
import { type Item, itemsOf, type ListResult } from "@svc/watch";
import type { StoredObject } from "./stored-object.ts";

/** An object whose value is none. */
export function unreadableObject(stored: StoredObject): StatusError {
  return internalError(reasonOf(stored));
}

/** Refuses a list with values that are none, and names them. @throws {StatusError} 500 `StorageReadError` */
export function checkReadable<T extends StoredObject & Item>(resource: string, result: ListResult<T>): ListResult<T> {
  const causes: StatusCause[] = [];
  for (const item of itemsOf(result.runs)) {
    if (item.corrupt === undefined) continue;
    causes.push({ reason: "UnexpectedServerResponse", message: reasonOf(item), field: item.key });
    if (causes.length === maxNamed) break;
  }
  if (causes.length === 0) return result;
  throw new StatusError({
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
