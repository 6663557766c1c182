import type { WorkResult } from "@svc/base";
import { type AnyObject, type Stored, startInformer } from "@svc/client";
import { hasReason, isStatusError } from "@svc/meta";
import { type ControllerContext, informerOptions } from "./controller.ts";
import { ignoreNotFound } from "./ignore-not-found.ts";
import type { Metadata } from "./served-resources.ts";
import { createMeasuredQueue } from "./work-queue.ts";

/** An object of the core group that every namespace must have. */
interface NamespacedObject<T extends AnyObject> {
  /** Name of the controller, for the log. */
  readonly controller: string;
  readonly resource: string;
  readonly kind: string;
  readonly name: string;
  readonly annotations?: Readonly<Record<string, string>>;
  /** Content of a new object, besides its metadata. */
  readonly content: object;
  /**
   * Returns the object to write if the existing one is wrong, or undefined if it is right.
   * @default any existing object is right
   */
  readonly repaired?: (object: Stored<T>) => Stored<T> | undefined;
}

/** Ensures that every namespace has the object, unless the namespace is being deleted. */
export async function ensureInNamespaces<T extends AnyObject>(
  context: ControllerContext,
  object: NamespacedObject<T>,
): Promise<void> {
  const { reader } = context;
  const { controller, resource, name } = object;
  const namespaces = startInformer<Metadata>({
    ...informerOptions(context),
    resource: reader.resource<Metadata>({ group: "", version: "v1", resource: "namespaces", metadataOnly: true }),
  });
  const objects = startInformer<T>({
    ...informerOptions(context, { fieldSelector: `metadata.name=${name}` }),
    resource: reader.resource<T>({ group: "", version: "v1", resource }),
  });
  const queue = createMeasuredQueue<string>({
    ...context,
    name: controller,
    workers: context.workers ?? 1,
    work: async (namespace) => {
      await objects.synced;
      const found = namespaces.get(namespace);
      if (found === undefined || found.metadata.deletionTimestamp !== undefined) return "done";
      return ensure(context, object, { namespace, found: objects.get(name, namespace) });
    },
  });
  namespaces.subscribe({ set: ({ metadata }) => queue.add(metadata.name) });
  objects.subscribe({
    set: ({ metadata }) => queue.add(metadata.namespace ?? ""),
    remove: ({ metadata }) => queue.add(metadata.namespace ?? ""),
  });
  await Promise.all([namespaces.synced, objects.synced]);
}

async function ensure<T extends AnyObject>(
  { client, signal }: ControllerContext,
  { resource, kind, name, annotations, content, repaired }: NamespacedObject<T>,
  { namespace, found }: { readonly namespace: string; readonly found: Stored<T> | undefined },
): Promise<WorkResult> {
  const objects = client.resource<AnyObject>({ group: "", version: "v1", resource, kind, namespace });
  if (found !== undefined) {
    const desired = repaired?.(found);
    if (desired !== undefined) await ignoreNotFound(objects.update(desired, { signal }));
    return "done";
  }
  try {
    const metadata = { name, namespace, ...(annotations === undefined ? {} : { annotations }) };
    await objects.create({ metadata, ...content }, { signal });
  } catch (error) {
    // Another client has created the object, or the namespace is being deleted.
    if (!hasReason(error, "AlreadyExists") && !hasReason(error, "NotFound") && !isTerminating(error)) throw error;
  }
  return "done";
}

function isTerminating(error: unknown): boolean {
  return isStatusError(error) && (error.details?.causes ?? []).some(({ reason }) => reason === "NamespaceTerminating");
}
