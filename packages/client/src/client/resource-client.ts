import { anObject, aString, checkArgument } from "@svc/base/check";
import { formatApiVersion, type Status } from "@svc/meta";
import {
  expectedAllOptions,
  expectedDeleteCollectionOptions,
  expectedDeleteOptions,
  expectedListOptions,
  expectedPatch,
  expectedWatchOptions,
} from "./expected-options.ts";
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
  const { requester, kind, accept, maxEventBytes, skipsOwners } = options;
  const { path, at, collectionOf, placeOf } = pathsOf(options);
  const verbs = createVerbs(requester, accept.object);
  const apiVersion = formatApiVersion(options);
  /** Adds the fields that the server needs and the caller may omit. */
  const typed = (verb: string, object: Draft<T> | T): AnyObject => {
    checkArgument(`${verb}: object`, object, anObject);
    return { apiVersion, ...(kind === undefined ? {} : { kind }), ...(object as AnyObject) };
  };

  const client: ResourceClient<T> = {
    path,
    create: (object, o) => {
      const body = typed("create", object);
      return verbs.create(collectionOf(body), body, o);
    },
    get: (name, o) => verbs.get(at(name), o),
    list: async (o = {}) => {
      checkArgument("list: options", o, expectedListOptions);
      const { signal, ...query } = o;
      const target = path + queryOf({ ...query });
      const list = await requester.json<WireList<T>>({ method: "GET", path: target, accept: accept.list, signal });
      return { metadata: list.metadata ?? {}, items: (list.items ?? []).map(typeFrom(list)) };
    },
    all: (o = {}) => {
      checkArgument("all: options", o, expectedAllOptions);
      return listAll(client.list, o);
    },
    watch: (o) => {
      checkArgument("watch: options", o, expectedWatchOptions);
      return watchEvents({ requester, path, maxEventBytes, accept: accept.object, skipsOwners }, o);
    },
    update: (object, o) => {
      const body = typed("update", object);
      return verbs.update(placeOf(body), body, o);
    },
    updateStatus: (object, o) => {
      const body = typed("updateStatus", object);
      return verbs.update(`${placeOf(body)}/status`, body, o);
    },
    patch: (name, patch, o) => {
      checkArgument("patch: patch", patch, expectedPatch);
      return verbs.patch(at(name), patch, o);
    },
    apply: (object, o) => {
      const body = typed("apply", object);
      return verbs.apply(placeOf(body), body, o);
    },
    delete: (name, o = {}) => {
      checkArgument("delete: options", o, expectedDeleteOptions);
      const { signal, ...options } = o;
      return requester.json({ method: "DELETE", path: at(name), body: deleteBody(options), signal });
    },
    deleteCollection: async (o = {}) => {
      checkArgument("deleteCollection: options", o, expectedDeleteCollectionOptions);
      const { signal, labelSelector, fieldSelector, resourceVersion, ...options } = o;
      const query = queryOf({ labelSelector, fieldSelector, resourceVersion });
      await requester.text({ method: "DELETE", path: path + query, body: deleteBody(options), signal });
    },
    subresource: (name) => {
      checkArgument("subresource: subresource", name, aString);
      return createSubresource(verbs, (object) => `${at(object)}/${segment(name)}`);
    },
    get scale() {
      return client.subresource<Scale>("scale");
    },
  };
  return client;
}

interface Paths {
  /** Of the collection. */
  readonly path: string;
  /** Of an object of the client's namespace. */
  readonly at: (name: string) => string;
  /** Of the collection that an object belongs to. */
  readonly collectionOf: (object: Placed) => string;
  readonly placeOf: (object: Placed) => string;
}

function pathsOf({ namespace, ...names }: ResourceName & Pick<ResourceClientOptions, "namespace">): Paths {
  const path = collectionPath(names, namespace);
  const collectionOf = ({ metadata }: Placed): string =>
    namespace === undefined && metadata?.namespace !== undefined ? collectionPath(names, metadata.namespace) : path;
  return {
    path,
    at: (name) => `${path}/${segment(name)}`,
    collectionOf,
    placeOf: (object) => `${collectionOf(object)}/${segment(nameOf(object))}`,
  };
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
