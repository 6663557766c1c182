import type { MaybePromise } from "@svc/base";
import { copyJson, type Status } from "@svc/meta";
import type { ResourceDefinition } from "@svc/schema";
import type { ListResult, WatchHandle } from "@svc/watch";
import { changeObject } from "./change-object.ts";
import type { Change, Endpoint, ObjectName, RequestContext } from "./context.ts";
import { type CreateInput, createObject } from "./create.ts";
import { type DeleteInput, type DeleteResult, deleteObject } from "./delete.ts";
import { type DeleteCollectionInput, type DeletedCollection, deleteCollection } from "./delete-collection.ts";
import { deleteCorrupt } from "./delete-corrupt.ts";
import type { Parts, WriteResult } from "./parts.ts";
import { type ApplyInput, applyObject, type PatchInput, patchObject } from "./patch.ts";
import { type GetInput, getObject, type ListInput, listObjects, type WatchInput, watchObjects } from "./read.ts";
import type { StoredObject } from "./stored-object.ts";
import { type UpdateInput, updateObject } from "./update.ts";
import { hasWebhookConversion, withConversions } from "./with-conversions.ts";

/** The verbs of a registry. */
export interface Verbs {
  create(endpoint: Endpoint, context: RequestContext, input: CreateInput): Promise<WriteResult>;
  get(endpoint: Endpoint, input: GetInput): MaybePromise<StoredObject>;
  list(endpoint: Endpoint, input: ListInput): MaybePromise<ListResult<StoredObject>>;
  watch(endpoint: Endpoint, input: WatchInput): MaybePromise<WatchHandle>;
  update(endpoint: Endpoint, context: RequestContext, input: UpdateInput): Promise<WriteResult>;
  patch(endpoint: Endpoint, context: RequestContext, input: PatchInput): Promise<WriteResult>;
  apply(endpoint: Endpoint, context: RequestContext, input: ApplyInput): Promise<WriteResult>;
  /** Any other change of one object, by subresources of other kinds. */
  change(endpoint: Endpoint, context: RequestContext, change: Change): Promise<WriteResult>;
  delete(endpoint: Endpoint, context: RequestContext, input: DeleteInput): Promise<DeleteResult>;
  /** The unsafe removal of an object that cannot be read. */
  deleteCorrupt(endpoint: Endpoint, context: RequestContext, target: ObjectName): Promise<Status>;
  deleteCollection(
    endpoint: Endpoint,
    context: RequestContext,
    input: DeleteCollectionInput,
  ): Promise<DeletedCollection>;
}

/** Binds the verbs to the parts of a registry; they wait for conversions by webhooks. */
export function createVerbs(parts: Parts): Verbs {
  const { stores } = parts;
  const repeating = conversionsOf();
  const acting = <T>(endpoint: Endpoint, act: () => Promise<T>): Promise<T> =>
    repeating(endpoint) ? afterConversions(stores, endpoint, () => withConversions(act)) : act();
  const reading = <T>(endpoint: Endpoint, act: () => MaybePromise<T>): MaybePromise<T> =>
    repeating(endpoint) ? afterConversions(stores, endpoint, act) : act();
  return {
    create: (endpoint, context, input) => {
      const scope = { parts, endpoint, context };
      if (!repeating(endpoint)) return createObject(scope, input);
      return acting(endpoint, () => createObject(scope, { ...input, object: copyJson(input.object) }));
    },
    get: (endpoint, input) => reading(endpoint, () => getObject(parts, endpoint, input)),
    list: (endpoint, input) => reading(endpoint, () => listObjects(parts, endpoint, input)),
    watch: (endpoint, input) => reading(endpoint, () => watchObjects(parts, endpoint, input)),
    update: (endpoint, context, input) => {
      const scope = { parts, endpoint, context };
      if (!repeating(endpoint)) return updateObject(scope, input);
      return acting(endpoint, () => updateObject(scope, { ...input, object: copyJson(input.object) }));
    },
    patch: (endpoint, context, input) => acting(endpoint, () => patchObject({ parts, endpoint, context }, input)),
    apply: (endpoint, context, input) => acting(endpoint, () => applyObject({ parts, endpoint, context }, input)),
    change: (endpoint, context, change) => acting(endpoint, () => changeObject({ parts, endpoint, context }, change)),
    delete: (endpoint, context, input) => acting(endpoint, () => deleteObject({ parts, endpoint, context }, input)),
    deleteCorrupt: (endpoint, context, target) => deleteCorrupt({ parts, endpoint, context }, target),
    deleteCollection: (endpoint, context, input) => deleteCollection({ parts, endpoint, context }, input),
  };
}

/** Objects stored in another version are converted before reads. */
async function afterConversions<T>(
  stores: Parts["stores"],
  { definition }: Endpoint,
  act: () => MaybePromise<T>,
): Promise<T> {
  const store = stores.get(definition);
  await store?.cache.ready();
  await store?.converted();
  return act();
}

/** True if writes of a type may have to be repeated after a conversion; determined once. */
function conversionsOf(): (endpoint: Endpoint) => boolean {
  const found = new WeakMap<ResourceDefinition, boolean>();
  return ({ definition }) => {
    let cached = found.get(definition);
    if (cached === undefined) found.set(definition, (cached = hasWebhookConversion(definition)));
    return cached;
  };
}
