import type { WorkResult } from "@svc/base";
import { type AnyObject, type Stored, startInformer } from "@svc/client";
import { type Controller, type ControllerContext, informerOptions } from "../control-loop/controller.ts";
import { ignoreNotFound } from "../control-loop/ignore-not-found.ts";
import { createMeasuredQueue } from "../control-loop/work-queue.ts";
import { type Condition, conditionsOf, mergeConditions } from "./conditions.ts";
import { deleteContent } from "./content.ts";

interface Namespace extends AnyObject {
  readonly metadata?: NonNullable<AnyObject["metadata"]> & { readonly deletionTimestamp?: string };
  readonly spec?: { readonly finalizers?: readonly string[] };
  readonly status?: { readonly phase?: string; readonly conditions?: readonly Condition[] };
}

/**
 * No event reports the removal of the last object, so the content is read again after this delay.
 */
const longestWaitMs = 15_000;

/**
 * Deletes the content of terminating namespaces, reports remaining objects in their conditions, and
 * removes the finalizer once they are empty.
 */
export const namespaceController: Controller = {
  name: "namespace-controller",
  aliases: ["namespace"],
  serviceAccount: "namespace-controller",
  onByDefault: true,
  start: async (context) => {
    const queue = createMeasuredQueue<string>({
      ...context,
      name: namespaceController.name,
      workers: context.workers ?? 10,
      maxRetryMs: longestWaitMs,
      work: (name) => emptyNamespace(context, name),
    });
    const resource = context.reader.resource<Namespace>({ ...namespaces, metadataOnly: true });
    const informer = startInformer<Namespace>({ ...informerOptions(context), resource });
    informer.subscribe({
      set: ({ metadata }) => {
        if (metadata.deletionTimestamp !== undefined) queue.add(metadata.name);
      },
    });
    await informer.synced;
  },
};

const namespaces = { group: "", version: "v1", resource: "namespaces", kind: "Namespace" };

async function emptyNamespace(context: ControllerContext, name: string): Promise<WorkResult> {
  const { client, dialect, clock, signal } = context;
  const resource = client.resource<Namespace>(namespaces);
  const namespace = await ignoreNotFound(resource.get(name, { signal }));
  if (namespace?.metadata.deletionTimestamp === undefined) return "done";
  const finalizers = namespace.spec?.finalizers ?? [];
  // Other finalizers are removed by their own controllers.
  if (!finalizers.includes(dialect.product)) return "done";
  const content = await deleteContent(context, name);
  const live = await ignoreNotFound(resource.get(name, { signal }));
  if (live === undefined || live.metadata.uid !== namespace.metadata.uid) return "done";
  const conditions = mergeConditions(live.status?.conditions ?? [], conditionsOf(content, dialect), clock);
  const updated = await updateConditions(context, live, conditions);
  // An undiscovered group may have objects.
  if (content.failures.length + content.undiscovered.length + content.left.size > 0) return "again";
  const rest = finalizers.filter((finalizer) => finalizer !== dialect.product);
  await ignoreNotFound(
    resource
      .subresource("finalize")
      .update(name, { ...updated, spec: { ...updated.spec, finalizers: rest } }, { signal }),
  );
  return "done";
}

async function updateConditions(
  { client, signal }: ControllerContext,
  namespace: Stored<Namespace>,
  conditions: readonly Condition[] | undefined,
): Promise<Stored<Namespace>> {
  if (conditions === undefined) return namespace;
  return client
    .resource<Namespace>(namespaces)
    .updateStatus({ ...namespace, status: { ...namespace.status, conditions } }, { signal });
}
