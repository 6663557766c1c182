import { conflict, staleObject } from "@svc/meta";
import type { Entry } from "@svc/storage";
import type { ObjectName } from "./context.ts";
import { type RequestScope, resourceOf, storeOf } from "./parts.ts";
import type { StoredObject } from "./stored-object.ts";

/** The outcome of one attempt to change or delete an object. */
export type Attempt<T> =
  | { readonly ok: true; readonly result: T }
  /** A concurrent write came first: the object as it left it, or undefined for none. */
  | { readonly ok: false; readonly found: Entry | undefined };

const maxAttempts = 64;

/**
 * Calls a function with the newest version of an object, and again after each concurrent write.
 * @throws {StatusError} 409 after 64 attempts
 */
export async function withCurrent<T>(
  { parts, endpoint }: RequestScope,
  { namespace, name }: ObjectName,
  attempt: (current: StoredObject | undefined) => Promise<Attempt<T>>,
): Promise<T> {
  const store = storeOf(parts, endpoint);
  const key = store.keyOf(namespace, name);
  const fresh = parts.changeStream.awaitCurrent();
  if (fresh !== undefined) await fresh;
  let current = store.cache.get(key);
  if (current === undefined && store.cache.ready() !== undefined) {
    await store.cache.ready();
    current = store.cache.get(key);
  }
  for (let attempts = 1; ; attempts++) {
    const outcome = await attempt(current);
    if (outcome.ok) return outcome.result;
    if (attempts === maxAttempts) throw conflict({ ...resourceOf(endpoint), name }, staleObject);
    current = outcome.found === undefined ? undefined : store.read(outcome.found);
  }
}
