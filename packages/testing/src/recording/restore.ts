import type { Clock } from "@svc/base";
import { anArray, anObject, checkArgument, listOf, optional, optionsOf, withMethods } from "@svc/base/check";
import type { AnyObject, Client, Draft, ResourceClient, Stored } from "@svc/client";
import { hasReason } from "@svc/meta";
import type { RecordedChange, RecordedObject, Recording } from "./recording.ts";

/** The test server into which objects are restored. */
export interface RestoreTarget {
  readonly client: Client;
  readonly clock: Pick<Clock, "monotonic">;
  settle(options?: { readonly advanceMs?: number }): Promise<void>;
}

interface OwnerReference {
  readonly uid: string;
}

/** New uids by those of the recording: owners are found again. */
type Uids = Map<string, string>;

const aRecording = optionsOf<Recording>({
  objects: listOf(anObject),
  changes: listOf(anObject),
  requests: optional(anArray),
});

const expectedServer = withMethods("a RestoreTarget of @svc/testing", "settle");

/**
 * Creates the objects of a recording, owners and namespaces before what depends on them, with their
 * status. Objects that the server has already are left as they are; namespaces that were not
 * recorded are created for the objects in them.
 * @returns plays the changes of the recording, each at its time: the clock is advanced to it, and
 * the server settles after it
 * @throws {TypeError} for a wrong argument
 */
export async function restore(server: RestoreTarget, recording: Recording): Promise<() => Promise<void>> {
  checkArgument("restore: server", server, expectedServer);
  checkArgument("restore: recording", recording, aRecording);
  const { objects, changes } = recording;
  const uids: Uids = new Map();
  for (const name of unrecordedNamespaces([...objects, ...changes])) await createNamespace(server.client, name);
  for (const item of inOrder(objects)) await create(server.client, item, uids);
  return async () => {
    const begin = server.clock.monotonic();
    for (const change of changes) {
      await server.settle({ advanceMs: Math.max(0, begin + change.atMs - server.clock.monotonic()) });
      await play(server.client, change, uids);
    }
    await server.settle();
  };
}

function unrecordedNamespaces(items: readonly RecordedObject[]): ReadonlySet<string> {
  const recorded = items.filter(({ resource }) => resource === "namespaces");
  const names = new Set(items.flatMap(({ object }) => metadataOf(object).namespace ?? []));
  for (const { object } of recorded) names.delete(metadataOf(object).name);
  return names;
}

async function createNamespace(client: Client, name: string): Promise<void> {
  try {
    await client
      .resource<AnyObject>({ group: "", version: "v1", resource: "namespaces" })
      .create({ metadata: { name } });
  } catch (error) {
    // A server without the type has objects in any namespace.
    if (!hasReason(error, "AlreadyExists") && !hasReason(error, "NotFound")) throw error;
  }
}

/** Namespaces and definitions first; then owners before their dependents. */
function inOrder(objects: readonly RecordedObject[]): readonly RecordedObject[] {
  const uids = new Set(objects.map(({ object }) => metadataOf(object).uid));
  const done = new Set<string | undefined>();
  const ordered: RecordedObject[] = [];
  const isFirst = ({ resource }: RecordedObject): boolean =>
    resource === "namespaces" || resource === "customresourcedefinitions";
  let left = [...objects.filter(isFirst), ...objects.filter((item) => !isFirst(item))];
  while (left.length > 0) {
    const ready = left.filter(({ object }) =>
      (metadataOf(object).ownerReferences ?? []).every(({ uid }) => !uids.has(uid) || done.has(uid)),
    );
    // Owners in a circle: any order is as good.
    const next = ready.length > 0 ? ready : left;
    for (const item of next) {
      ordered.push(item);
      done.add(metadataOf(item.object).uid);
    }
    left = left.filter((item) => !next.includes(item));
  }
  return ordered;
}

interface Metadata {
  readonly name: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly ownerReferences?: readonly OwnerReference[];
}

const metadataOf = (object: AnyObject): Metadata => object.metadata as unknown as Metadata;

function resourceOf(client: Client, { group, version, resource, object }: RecordedObject): ResourceClient<AnyObject> {
  const { namespace } = metadataOf(object);
  return client.resource<AnyObject>({ group, version, resource, ...(namespace === undefined ? {} : { namespace }) });
}

function draftOf(object: AnyObject, uids: Uids): Draft<AnyObject> {
  const { uid: _uid, ownerReferences, ...metadata } = metadataOf(object);
  const owners = ownerReferences?.map((owner) => ({ ...owner, uid: uids.get(owner.uid) ?? owner.uid }));
  return {
    ...object,
    metadata: { ...metadata, ...(owners === undefined ? {} : { ownerReferences: owners }) },
  } as Draft<AnyObject>;
}

async function create(client: Client, item: RecordedObject, uids: Uids): Promise<void> {
  const resource = resourceOf(client, item);
  const { name, uid } = metadataOf(item.object);
  let made: Stored<AnyObject>;
  try {
    made = await resource.create(draftOf(item.object, uids));
    await writeStatus(resource, item, made);
  } catch (error) {
    if (!hasReason(error, "AlreadyExists")) throw error;
    made = await resource.get(name);
  }
  const { uid: ours } = metadataOf(made);
  if (uid !== undefined && ours !== undefined) uids.set(uid, ours);
}

async function writeStatus(
  resource: ResourceClient<AnyObject>,
  { object }: RecordedObject,
  made: Stored<AnyObject>,
): Promise<void> {
  const { status } = object as { readonly status?: object };
  if (status === undefined) return;
  const patch = { type: "merge", patch: { status } } as const;
  try {
    await resource.subresource("status").patch(metadataOf(made).name, patch);
  } catch (error) {
    // A resource without this subresource has its status from the creation.
    if (!hasReason(error, "NotFound") && !hasReason(error, "MethodNotAllowed")) throw error;
  }
}

async function play(client: Client, change: RecordedChange, uids: Uids): Promise<void> {
  if (change.type === "ADDED") return create(client, change, uids);
  const resource = resourceOf(client, change);
  const { name } = metadataOf(change.object);
  try {
    if (change.type === "DELETED") {
      await resource.delete(name);
      return;
    }
    const live = await resource.get(name);
    const { resourceVersion } = live.metadata;
    const draft = draftOf(change.object, uids);
    const next = { ...draft, metadata: { ...draft.metadata, resourceVersion } } as Stored<AnyObject>;
    await writeStatus(resource, change, await resource.update(next));
  } catch (error) {
    // What a controller of the server has deleted already is gone as recorded.
    if (!hasReason(error, "NotFound")) throw error;
  }
}
