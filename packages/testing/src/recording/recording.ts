import { aFunction, aSignal, aString, checkArgument, listOf, optional, optionsOf, withMethods } from "@svc/base/check";
import type { AnyObject, Client, ResourceClient, Stored } from "@svc/client";
import type { ProxiedRequest } from "./recording-proxy.ts";

/** An object of a recording, and how its resource is addressed. */
export interface RecordedObject {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly object: AnyObject;
}

/** A change that was seen while a cluster was recorded. */
export interface RecordedChange extends RecordedObject {
  /** Milliseconds since the recording began. */
  readonly atMs: number;
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
}

/** The content of a cluster, and what changed afterwards: plain JSON, to be kept in a file. */
export interface Recording {
  readonly objects: readonly RecordedObject[];
  readonly changes: readonly RecordedChange[];
  /** Requests of the program that ran behind a proxy during the recording, without their bodies. */
  readonly requests?: readonly ProxiedRequest[];
}

/** Which resources are recorded, and for how long. */
export interface RecordOptions {
  /** A client of any cluster, with the right to list and watch. */
  readonly client: Client;
  /** `pods`, `deployments.apps`. @default all that can be listed, created and watched */
  readonly resources?: readonly string[];
  /** Ends the recording of changes. @default only the content is recorded */
  readonly until?: AbortSignal;
  /** Called when the content has been read, and changes are recorded from now on. */
  readonly onWatching?: () => void;
  /** Milliseconds of any beginning. @default performance.now */
  readonly monotonic?: () => number;
}

/** Objects that every server makes for itself, or that mean nothing elsewhere. */
const leftOut: ReadonlySet<string> = new Set(["events", "leases", "endpoints", "componentstatuses"]);

const recordOptions = optionsOf<RecordOptions>({
  client: withMethods("a Client of @svc/client", "resource", "close"),
  resources: optional(listOf(aString)),
  until: optional(aSignal),
  onWatching: optional(aFunction),
  monotonic: optional(aFunction),
});

/**
 * Records the content of a cluster, and what changes until the signal. Values of Secrets, and what
 * the cluster alone decides (versions, managed fields), are left out.
 * @throws {TypeError} for a wrong argument
 */
export async function record(options: RecordOptions): Promise<Recording> {
  checkArgument("record: options", options, recordOptions);
  const { client, resources, until, onWatching, monotonic = () => performance.now() } = options;
  const objects: RecordedObject[] = [];
  const changes: RecordedChange[] = [];
  const begin = monotonic();
  const watches: Promise<void>[] = [];
  const seen = new Set<string>();
  for (const { group, version, resource, kind, verbs } of (await client.discovery.served()).resources) {
    const qualified = group === "" ? resource : `${resource}.${group}`;
    if (resources === undefined ? leftOut.has(resource) : !resources.includes(qualified)) continue;
    if (!["list", "create", "watch"].every((verb) => verbs.includes(verb))) continue;
    // The version that the server prefers comes first.
    if (seen.has(qualified)) continue;
    seen.add(qualified);
    const at = { group, version, resource };
    const all = client.resource<AnyObject>({ ...at, kind });
    const list = await all.list();
    for (const object of list.items) objects.push({ ...at, object: portable(object, resource) });
    if (until === undefined) continue;
    const changed = (type: RecordedChange["type"], object: Stored<AnyObject>): void =>
      void changes.push({ ...at, atMs: monotonic() - begin, type, object: portable(object, resource) });
    watches.push(follow(all, { from: list.metadata.resourceVersion, until, changed }));
  }
  onWatching?.();
  await Promise.all(watches);
  return { objects, changes: changes.sort((a, b) => a.atMs - b.atMs) };
}

interface FollowOptions {
  readonly from: string | undefined;
  readonly until: AbortSignal;
  readonly changed: (type: RecordedChange["type"], object: Stored<AnyObject>) => void;
}

/** Watches until the signal aborts: when a server ends a watch, it is resumed. */
async function follow(resource: ResourceClient<AnyObject>, { from, until, changed }: FollowOptions): Promise<void> {
  let resourceVersion = from ?? "";
  try {
    while (!until.aborted)
      for await (const event of resource.watch({ resourceVersion, allowWatchBookmarks: true, signal: until })) {
        resourceVersion = event.object.metadata.resourceVersion ?? resourceVersion;
        if (event.type !== "BOOKMARK") changed(event.type, event.object);
      }
  } catch (error) {
    if (!until.aborted) throw error;
  }
}

function portable(stored: Stored<AnyObject>, resource: string): AnyObject {
  const {
    managedFields: _fields,
    resourceVersion: _version,
    generation: _generation,
    ...metadata
  } = stored.metadata as Record<string, unknown>;
  const object = { ...stored, metadata } as unknown as AnyObject;
  return resource === "secrets" ? withoutSecrets(object) : object;
}

/** Keys stay, values do not; an annotation may repeat them. */
function withoutSecrets(object: AnyObject): AnyObject {
  const { data = {}, metadata, ...rest } = object as AnyObject & { data?: Record<string, string> };
  const { annotations: _annotations, ...others } = (metadata ?? {}) as Record<string, unknown>;
  return {
    ...rest,
    metadata: others,
    data: Object.fromEntries(Object.keys(data).map((key) => [key, ""])),
  } as AnyObject;
}
