import { hasReason } from "@svc/meta";
import { itemsOf, type ListAt } from "@svc/watch";
import type { Endpoint, RequestContext, Selectors } from "./context.ts";
import { type DeleteOptions, deleteObject } from "./delete.ts";
import { warnOfDependents } from "./finalizers.ts";
import type { Parts } from "./parts.ts";
import { listObjects } from "./read.ts";
import type { StoredObject } from "./stored-object.ts";

export interface DeleteCollectionInput {
  readonly namespace: string | undefined;
  readonly selectors: Selectors;
  readonly at: ListAt;
  readonly limit?: number | undefined;
  readonly options: DeleteOptions;
}

export interface DeletedCollection {
  readonly revision: number;
  /** The objects as they were before. */
  readonly items: readonly StoredObject[];
}

/** How many deletions of one request are under way at once. */
const concurrency = 16;

/** Deletes, or begins to delete, every object of a selection. Those that others delete meanwhile are no error. */
export async function deleteCollection(
  parts: Parts,
  endpoint: Endpoint,
  context: RequestContext,
  input: DeleteCollectionInput,
): Promise<DeletedCollection> {
  const { options, ...list } = input;
  warnOfDependents(options, endpoint.definition.strategy.deletion, context.warn);
  const found = await listObjects(parts, endpoint, list);
  const items = [...itemsOf(found.runs)];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) {
      context.signal.throwIfAborted();
      try {
        await deleteObject(parts, endpoint, context, { target: item, options });
      } catch (error) {
        if (!hasReason(error, "NotFound")) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, work));
  return { revision: found.revision, items };
}
