import type { ServedResource, Stored } from "@svc/client";
import { isStatusError } from "@svc/meta";
import type { ControllerContext } from "../control-loop/controller.ts";
import { ignoreNotFound } from "../control-loop/ignore-not-found.ts";
import { inParallel } from "../control-loop/parallel.ts";
import { type Metadata, metadataOf, preferredResources, qualified } from "../control-loop/served-resources.ts";

/** What there is of one resource still, and which finalizers hold how many of them. */
export interface Left {
  readonly count: number;
  readonly finalizers: ReadonlyMap<string, number>;
}

export interface Content {
  /** By qualified resource. */
  readonly left: ReadonlyMap<string, Left>;
  /** What could not be deleted, or looked at. */
  readonly failures: readonly string[];
  /** Groups and versions of which nothing is known: they may hold something. */
  readonly undiscovered: readonly string[];
}

/** How many resources are deleted at once. */
const parallel = 8;

/**
 * Deletes everything in a namespace: pods first, since what they use must stay until they have
 * ended; then all the rest.
 */
export async function deleteContent(context: ControllerContext, namespace: string): Promise<Content> {
  const { resources, unavailable } = await context.client.discovery.served();
  const served = preferredResources(resources);
  const deletable = served.filter((r) => r.namespaced && r.verbs.includes("list") && r.verbs.includes("delete"));
  const isPods = ({ group, resource }: ServedResource): boolean => group === "" && resource === "pods";
  const found: Found = { left: new Map(), failures: [] };
  await deleteEach(context, namespace, deletable.filter(isPods), found);
  if (found.left.size === 0 && found.failures.length === 0)
    await deleteEach(
      context,
      namespace,
      deletable.filter((r) => !isPods(r)),
      found,
    );
  return { left: found.left, failures: found.failures.sort(), undiscovered: unavailable };
}

interface Found {
  readonly left: Map<string, Left>;
  readonly failures: string[];
}

async function deleteEach(
  context: ControllerContext,
  namespace: string,
  resources: readonly ServedResource[],
  found: Found,
): Promise<void> {
  await inParallel(resources, parallel, async (resource) => {
    try {
      await deleteOne(context, namespace, resource, found);
    } catch (error) {
      context.signal.throwIfAborted();
      found.failures.push(`${qualified(resource)}: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
}

async function deleteOne(
  { client, signal }: ControllerContext,
  namespace: string,
  served: ServedResource,
  found: Found,
): Promise<void> {
  const resource = metadataOf(client, served, namespace);
  const any = await resource.list({ limit: 1, signal });
  if (any.items.length === 0) return;
  const options = { propagationPolicy: "Background", signal } as const;
  if (served.verbs.includes("deletecollection")) await ignoringUnsupported(resource.deleteCollection(options));
  // What a collection's deletion passed over, or all of it where there is none.
  for await (const { metadata } of resource.all({ signal }))
    if (metadata.deletionTimestamp === undefined) await ignoreNotFound(resource.delete(metadata.name, options));
  const live: Stored<Metadata>[] = [];
  for await (const object of resource.all({ signal })) live.push(object);
  if (live.length === 0) return;
  found.left.set(qualified(served), { count: live.length, finalizers: finalizersOf(live) });
}

/** Some say that they delete collections, and do not. */
async function ignoringUnsupported(request: Promise<void>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (!isStatusError(error) || ![404, 405].includes(error.code)) throw error;
  }
}

function finalizersOf(objects: readonly Stored<Metadata>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { metadata } of objects)
    for (const finalizer of metadata.finalizers ?? []) counts.set(finalizer, (counts.get(finalizer) ?? 0) + 1);
  return counts;
}
