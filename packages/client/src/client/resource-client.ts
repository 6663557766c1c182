import { formatApiVersion, type Status } from "@svc/meta";
import { listAll } from "./list-all.ts";
import type { AnyObject, Draft, ObjectList, Patch, Stored, WatchEvent } from "./objects.ts";
import {
  type AllOptions,
  type ApplyOptions,
  type DeleteCollectionOptions,
  type DeleteOptions,
  type GetOptions,
  type ListOptions,
  queryOf,
  type WatchOptions,
  type WriteOptions,
} from "./options.ts";
import { collectionPath, type ResourceName, segment } from "./paths.ts";
import type { Requester } from "./requester.ts";
import { createSubresource, type Scale, type Subresource } from "./subresource.ts";
import { createVerbs } from "./verbs.ts";
import { watchEvents } from "./watch-events.ts";

/**
 * A resource type in one namespace, or in all of them. Every refusal of the server throws a
 * `StatusError`. `T` is the type of objects that are read, `I` of objects that are written, in
 * which fields with a default may be absent.
 */
export interface ResourceClient<T extends AnyObject, I extends AnyObject = NoInfer<T>> {
  /** Of the collection, from the server's root. */
  readonly path: string;
  /**
   * Without a namespace of the client, that of the object counts; also for `update` and `apply`.
   */
  create(object: Draft<I>, options?: WriteOptions): Promise<Stored<T>>;
  get(name: string, options?: GetOptions): Promise<Stored<T>>;
  /** One page, or everything when there is no `limit`. */
  list(options?: ListOptions): Promise<ObjectList<T>>;
  /** Every object, fetched in pages while they are consumed. */
  all(options?: AllOptions): AsyncIterable<Stored<T>>;
  /**
   * The changes, until the server ends the watch, which is not an error, or the signal aborts,
   * which throws its reason.
   * @throws {StatusError} `Expired` when the version is too old
   */
  watch(options: WatchOptions): AsyncIterable<WatchEvent<T>>;
  /** Replaces an object. With a `resourceVersion` in it, only that version. */
  update(object: Draft<I>, options?: WriteOptions): Promise<Stored<T>>;
  updateStatus(object: Draft<I>, options?: WriteOptions): Promise<Stored<T>>;
  patch(name: string, patch: Patch, options?: WriteOptions): Promise<Stored<T>>;
  /** Server-side apply: sets these fields of an object, and owns them. */
  apply(object: I, options: ApplyOptions): Promise<Stored<T>>;
  /** @returns the object if it still exists, waiting for finalizers; else the status of success */
  delete(name: string, options?: DeleteOptions): Promise<Stored<T> | Status>;
  deleteCollection(options?: DeleteCollectionOptions): Promise<void>;
  subresource<S extends AnyObject = T>(subresource: string): Subresource<S>;
  readonly scale: Subresource<Scale>;
}

interface ResourceClientOptions extends ResourceName {
  readonly requester: Requester;
  /** Set in objects that do not name their kind. @default the object's own, or none */
  readonly kind?: string | undefined;
  /** @default all of them, or none where the resource has none */
  readonly namespace?: string | undefined;
  /** Media types of objects, and of lists of them. */
  readonly accept: { readonly object: string; readonly list: string };
  readonly maxEventBytes: number;
  /**
   * Whether events of watches, which have nothing but metadata, are read without the owners of
   * fields.
   */
  readonly skipsOwners: boolean;
}

export function createResourceClient<T extends AnyObject>(options: ResourceClientOptions): ResourceClient<T> {
  const { requester, kind, namespace, accept, maxEventBytes, skipsOwners } = options;
  const path = collectionPath(options, namespace);
  const verbs = createVerbs(requester, accept.object);
  const at = (name: string): string => `${path}/${segment(name)}`;
  const collectionOf = (object: Placed): string =>
    namespace === undefined && object.metadata?.namespace !== undefined
      ? collectionPath(options, object.metadata.namespace)
      : path;
  const placeOf = (object: Placed): string => `${collectionOf(object)}/${segment(nameOf(object))}`;
  /** Adds the fields that the server needs and the caller may omit. */
  const apiVersion = formatApiVersion(options);
  const typed = (object: Draft<T> | T): AnyObject => ({
    apiVersion,
    ...(kind === undefined ? {} : { kind }),
    ...(object as AnyObject),
  });

  const client: ResourceClient<T> = {
    path,
    create: (object, o) => verbs.create(collectionOf(object), typed(object), o),
    get: (name, o) => verbs.get(at(name), o),
    list: async ({ signal, ...query } = {}) => {
      const target = path + queryOf({ ...query });
      const list = await requester.json<WireList<T>>({ method: "GET", path: target, accept: accept.list, signal });
      return { metadata: list.metadata ?? {}, items: (list.items ?? []).map(typeFrom(list)) };
    },
    all: (o = {}) => listAll(client.list, o),
    watch: (o) => watchEvents({ requester, path, maxEventBytes, accept: accept.object, skipsOwners }, o),
    update: (object, o) => verbs.update(placeOf(object), typed(object), o),
    updateStatus: (object, o) => verbs.update(`${placeOf(object)}/status`, typed(object), o),
    patch: (name, patch, o) => verbs.patch(at(name), patch, o),
    apply: (object, o) => verbs.apply(placeOf(object), typed(object), o),
    delete: (name, { signal, ...o } = {}) =>
      requester.json({ method: "DELETE", path: at(name), body: deleteBody(o), signal }),
    deleteCollection: async ({ signal, labelSelector, fieldSelector, resourceVersion, ...o } = {}) => {
      const query = queryOf({ labelSelector, fieldSelector, resourceVersion });
      await requester.text({ method: "DELETE", path: path + query, body: deleteBody(o), signal });
    },
    subresource: (name) => createSubresource(verbs, (object) => `${at(object)}/${segment(name)}`),
    get scale() {
      return client.subresource<Scale>("scale");
    },
  };
  return client;
}

/** The parts of an object that determine its path. */
interface Placed {
  readonly metadata?: AnyObject["metadata"] | undefined;
}

interface WireList<T extends AnyObject> {
  readonly apiVersion?: string;
  /** That of its items, and `List`. */
  readonly kind?: string;
  readonly metadata?: ObjectList<T>["metadata"];
  /** Some servers send null for none. */
  readonly items?: readonly Stored<T>[] | null;
}

/** Items of lists omit their type when the list has it. */
function typeFrom<T extends AnyObject>({ apiVersion, kind }: WireList<T>): (item: Stored<T>) => Stored<T> {
  if (apiVersion === undefined || kind === undefined || !kind.endsWith("List")) return (item) => item;
  const type = { apiVersion, kind: kind.slice(0, -"List".length) };
  return (item) => (item.kind === undefined ? { ...type, ...item } : item);
}

function deleteBody({ dryRun, ...options }: DeleteOptions): object {
  return { kind: "DeleteOptions", apiVersion: "v1", ...options, ...(dryRun === true ? { dryRun: ["All"] } : {}) };
}

/** @throws {TypeError} for an object without a name, which has no path */
function nameOf(object: Placed): string {
  const name = object.metadata?.name;
  if (name === undefined) throw new TypeError("the object has no metadata.name");
  return name;
}
