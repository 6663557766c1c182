import type { ServedResource, Stored } from "@svc/client";
import { isStatusError } from "@svc/meta";
import type { ControllerContext } from "../control-loop/controller.ts";
import { ignoreNotFound } from "../control-loop/ignore-not-found.ts";
import { inParallel } from "../control-loop/parallel.ts";
import { type Metadata, metadataOf, preferredResources, qualified } from "../control-loop/served-resources.ts";

/** The remaining objects of one resource, and how many each finalizer holds. */
export interface Left {
  readonly count: number;
  readonly finalizers: ReadonlyMap<string, number>;
}

export interface Content {
  /** By qualified resource. */
  readonly left: ReadonlyMap<string, Left>;
  /** Resources that could not be deleted or listed, with the reason. */
  readonly failures: readonly string[];
  /** Groups and versions whose discovery failed, and which may have objects. */
  readonly undiscovered: readonly string[];
}

/** The number of resources that are deleted concurrently. */
const parallel = 8;

/**
 * Deletes all objects of a namespace: pods first, since the objects that they use must stay until
 * they have ended.
 */
export async function deleteContent(context: ControllerContext, namespace: string): Promise<Content> {
  const { resources, unavailable } = await context.client.discovery.served();
  const served = preferredResources(resources);
  const deletable = served.filter((r) => r.namespaced && r.verbs.includes("list") && r.verbs.includes("delete"));
  const isPods = ({ group, resource }: ServedResource): boolean => group === "" && resource === "pods";
  const deletion = new ContentDeletion(context, namespace);
  await deletion.deleteAll(deletable.filter(isPods));
  if (deletion.isComplete) await deletion.deleteAll(deletable.filter((r) => !isPods(r)));
  return { left: deletion.left, failures: deletion.failures.sort(), undiscovered: unavailable };
}

/** The deletion of the objects of one namespace, and what remains. */
class ContentDeletion {
  readonly left = new Map<string, Left>();
  readonly failures: string[] = [];
  readonly #context: ControllerContext;
  readonly #namespace: string;

  constructor(context: ControllerContext, namespace: string) {
    this.#context = context;
    this.#namespace = namespace;
  }

  get isComplete(): boolean {
    return this.left.size === 0 && this.failures.length === 0;
  }

  async deleteAll(resources: readonly ServedResource[]): Promise<void> {
    await inParallel(resources, parallel, async (resource) => {
      try {
        await this.#delete(resource);
      } catch (error) {
        this.#context.signal.throwIfAborted();
        this.failures.push(`${qualified(resource)}: ${error instanceof Error ? error.message : String(error)}`);
      }
    });
  }

  async #delete(served: ServedResource): Promise<void> {
    const { client, signal } = this.#context;
    const resource = metadataOf(client, served, this.#namespace);
    const any = await resource.list({ limit: 1, signal });
    if (any.items.length === 0) return;
    const options = { propagationPolicy: "Background", signal } as const;
    if (served.verbs.includes("deletecollection")) await ignoringUnsupported(resource.deleteCollection(options));
    // Objects that the deletion of the collection left, or all where it is not supported.
    for await (const { metadata } of resource.all({ signal }))
      if (metadata.deletionTimestamp === undefined) await ignoreNotFound(resource.delete(metadata.name, options));
    const live: Stored<Metadata>[] = [];
    for await (const object of resource.all({ signal })) live.push(object);
    if (live.length === 0) return;
    this.left.set(qualified(served), { count: live.length, finalizers: finalizersOf(live) });
  }
}

/** Some resources list `deletecollection` among their verbs, but refuse it. */
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
