import { hasReason } from "@svc/meta";
import { itemsOf, type ListAt, type ListResult } from "@svc/watch";
import type { Endpoint, RequestContext, Selectors } from "./context.ts";
import { type DeleteOptions, deleteObject } from "./delete.ts";
import { warnOfDependents } from "./finalizers.ts";
import type { Parts } from "./parts.ts";
import { listWithUnreadable } from "./read.ts";
import type { StoredObject } from "./stored-object.ts";
import { checkReadable } from "./unreadable.ts";

export interface DeleteCollectionInput {
  readonly namespace: string | undefined;
  readonly selectors: Selectors;
  /** Called when the warnings are given: what it throws comes with them. */
  readonly at: () => ListAt;
  readonly limit?: number | undefined;
  readonly options: DeleteOptions;
  /** Resolves when other requests had their turn; called between deletions. @default at once */
  readonly giveWay?: () => Promise<void>;
}

/** What was deleted, and where to go on if there was a limit. */
export interface DeletedCollection extends Omit<ListResult<StoredObject>, "slices"> {
  /** The objects as they were before. */
  readonly items: readonly StoredObject[];
}

/** How many deletions of one request are under way at once. */
const concurrency = 16;
/** How many of them follow one another before other requests have their turn. */
const deletionsPerTurn = 16;

/**
 * Deletes, or begins to delete, every object of a selection. Those that others delete meanwhile are
 * no error. Where all of a namespace, or all there is, are to go, damaged ones go too; of a
 * narrower selection nobody knows whether they are part.
 *
 * @throws {StatusError} 500 when objects that cannot be read are in the way
 */
export async function deleteCollection(
  parts: Parts,
  endpoint: Endpoint,
  context: RequestContext,
  input: DeleteCollectionInput,
): Promise<DeletedCollection> {
  const { options, at, giveWay, ...list } = input;
  warnOfDependents(options, endpoint.definition.strategy.deletion, context.warn);
  const found = await listWithUnreadable(parts, endpoint, { ...list, at: at() });
  const narrows = list.selectors.labels.requirements.length + list.selectors.fields.requirements.length > 0;
  checkReadable(endpoint.definition.resource, found, (item) => !narrows && item.isLost);
  const { slices, ...page } = found;
  const items = [...itemsOf(slices)];
  let next = 0;
  const work = async (): Promise<void> => {
    let left = deletionsPerTurn;
    for (let item = items[next++]; item !== undefined; item = items[next++]) {
      if (giveWay !== undefined && left-- === 0) {
        await giveWay();
        left = deletionsPerTurn;
      }
      context.signal?.throwIfAborted();
      try {
        await deleteObject(parts, endpoint, context, { target: item, options, isPartOfCollection: true });
      } catch (error) {
        if (!hasReason(error, "NotFound")) throw error;
      }
    }
  };
  // The first object that does not meet the preconditions keeps all that follow it.
  const workers = options.preconditions === undefined ? concurrency : 1;
  await Promise.all(Array.from({ length: Math.min(workers, items.length) }, work));
  return { ...page, items: items.filter((item) => item.corrupt === undefined) };
}
