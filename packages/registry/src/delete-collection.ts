import { hasReason } from "@svc/meta";
import { itemsOf, type ListAt, type ListResult } from "@svc/watch";
import type { DeleteOptions, Endpoint, Selectors } from "./context.ts";
import { type ConvertedSelection, convertedSelection } from "./converted-selection.ts";
import { type DeleteInput, type DeleteResult, deleteObject } from "./delete.ts";
import { warnOfDependents } from "./finalizers.ts";
import type { RequestScope } from "./parts.ts";
import { listWithUnreadable } from "./read.ts";
import type { StoredObject } from "./stored-object.ts";
import { checkReadable } from "./unreadable.ts";
import { hasWebhookConversion, withConversions } from "./with-conversions.ts";

/** A request to delete a collection. */
export interface DeleteCollectionInput {
  readonly namespace: string | undefined;
  readonly selectors: Selectors;
  /** Called after warnings were sent: its errors come with them. */
  readonly at: () => ListAt;
  readonly limit?: number | undefined;
  readonly options: DeleteOptions;
  /** Yields to other requests; called between deletions. @default no yielding */
  readonly giveWay?: () => Promise<void>;
}

/** The deleted objects, and where to continue if there was a limit. */
export interface DeletedCollection extends Omit<ListResult<StoredObject>, "slices"> {
  /** The objects as they were before. */
  readonly items: readonly StoredObject[];
}

/** Concurrent deletions of one request. */
const concurrency = 16;
/** Deletions before yielding to other requests. */
const deletionsPerTurn = 16;

/**
 * Deletes, or begins to delete, every object of a selection. Objects that others delete at the same
 * time are ignored. Unreadable objects are deleted only with a selection of a whole namespace, or
 * of everything; for a narrower one it is unknown whether they match.
 *
 * @throws {StatusError} 500 for objects that cannot be read
 */
export async function deleteCollection(scope: RequestScope, input: DeleteCollectionInput): Promise<DeletedCollection> {
  const { parts, endpoint, context } = scope;
  const { options, at, giveWay, ...list } = input;
  warnOfDependents(options, endpoint.definition.strategy.deletion, context.warn);
  const converted = convertedSelection(endpoint, list.selectors.fields);
  const selectors = converted === undefined ? list.selectors : { ...list.selectors, fields: converted.cached };
  const found = await listWithUnreadable(parts, endpoint, { ...list, selectors, at: at() });
  const narrows = list.selectors.labels.requirements.length + list.selectors.fields.requirements.length > 0;
  checkReadable(endpoint.definition.resource, found, (item) => !narrows && item.isLost);
  const { slices, ...page } = found;
  const items = await selected(endpoint, [...itemsOf(slices)], converted);
  const needsConversions = hasWebhookConversion(endpoint.definition);
  const deleteOne = (one: DeleteInput): Promise<DeleteResult> =>
    needsConversions ? withConversions(() => deleteObject(scope, one)) : deleteObject(scope, one);
  const deletions = new OrderedDeletions((item, onAdmitted) =>
    deleteOne({ target: item, options, isPartOfCollection: true, onAdmitted }),
  );
  for (const [i, item] of items.entries()) {
    if (giveWay !== undefined && i > 0 && i % deletionsPerTurn === 0) await giveWay();
    context.signal?.throwIfAborted();
    if (!(await deletions.begin(item))) break;
  }
  await deletions.end();
  return { ...page, items: items.filter((item) => item.corrupt === undefined) };
}

type DeleteItem = (item: StoredObject, onAdmitted: () => void) => Promise<unknown>;

/**
 * Deletes objects one after the other as far as admission; their commits overlap. The first object
 * that may not be deleted stops the rest, so that those after it stay.
 */
class OrderedDeletions {
  readonly #deleteItem: DeleteItem;
  readonly #running = new Set<Promise<void>>();
  #failure: { readonly error: unknown } | undefined;

  constructor(deleteItem: DeleteItem) {
    this.#deleteItem = deleteItem;
  }

  /** Resolves when the next object can be begun: to false after an error. */
  async begin(item: StoredObject): Promise<boolean> {
    if (this.#running.size >= concurrency) await Promise.race(this.#running);
    const admitted = Promise.withResolvers<void>();
    const done = this.#deleteItem(item, admitted.resolve)
      .then(
        () => undefined,
        (error: unknown) => {
          if (!hasReason(error, "NotFound")) this.#failure ??= { error };
        },
      )
      .then(() => {
        this.#running.delete(done);
        admitted.resolve();
      });
    this.#running.add(done);
    await admitted.promise;
    return this.#failure === undefined;
  }

  /** Waits for what was begun. @throws the error of the first object that failed */
  async end(): Promise<void> {
    await Promise.all(this.#running);
    if (this.#failure !== undefined) throw this.#failure.error;
  }
}

/** The objects that match a selection in the version of the request. */
async function selected(
  { version }: Endpoint,
  items: readonly StoredObject[],
  selection: ConvertedSelection | undefined,
): Promise<readonly StoredObject[]> {
  const convert = version.conversion?.fromStorageAll;
  if (selection === undefined || convert === undefined || items.length === 0) return items;
  const converted = await convert(items.map(({ object }) => object));
  return items.filter((_, i) => {
    const object = converted[i];
    return object !== undefined && selection.matches(object);
  });
}
