import { isDeepStrictEqual } from "node:util";
import type { Clock } from "@svc/base";
import type { AnyObject, Client, Stored } from "@svc/client";
import { formatApiVersion, formatTime, hasReason } from "@svc/meta";
import type { Metadata, OwnerReference } from "../control-loop/served-resources.ts";
import type { ResourceType } from "./resource-type.ts";

/** One entry of `status.conditions`. */
export interface Condition {
  readonly type: string;
  readonly status: "True" | "False" | "Unknown";
  readonly reason: string;
  readonly message: string;
  readonly observedGeneration?: number;
  readonly lastTransitionTime: string;
}

/** An object to write, with its name. */
export type Named<T extends AnyObject> = T & {
  readonly metadata: { readonly name: string; readonly namespace?: string };
};

/** Writes that reconcilers repeat: each is made only where it changes something. */
export interface ObjectHelpers {
  /** A reference to the object that controls another, for `metadata.ownerReferences`. */
  controllerReference(owner: Stored<AnyObject>): OwnerReference;
  /** Adds a finalizer. @returns the object as it is then */
  ensureFinalizer<T extends AnyObject>(type: ResourceType, object: Stored<T>, finalizer: string): Promise<Stored<T>>;
  /** Removes a finalizer; an object that is gone has none. */
  removeFinalizer(type: ResourceType, object: Stored<AnyObject>, finalizer: string): Promise<void>;
  /**
   * Creates the object, or changes the existing one with its name.
   * @param change returns the existing object with the changes; equal content is not written
   */
  createOrUpdate<T extends AnyObject>(
    type: ResourceType,
    object: Named<T>,
    change: (found: Stored<T>) => Stored<T>,
  ): Promise<"created" | "updated" | "unchanged">;
  /** Server-side apply under a field manager; conflicts with others are decided for this one. */
  apply<T extends AnyObject>(type: ResourceType, object: Named<T>, fieldManager: string): Promise<Stored<T>>;
  /**
   * Conditions with one set by its type. `lastTransitionTime` changes only with the status.
   * @returns the same array when nothing changes
   */
  withCondition(
    conditions: readonly Condition[],
    condition: Omit<Condition, "lastTransitionTime">,
  ): readonly Condition[];
}

export function createObjects(client: Client, clock: Pick<Clock, "now">): ObjectHelpers {
  const at = <T extends AnyObject>(type: ResourceType, namespace: string | undefined) =>
    client.resource<T>({ ...type, ...(namespace === undefined ? {} : { namespace }) });
  const setFinalizers = <T extends AnyObject>(
    type: ResourceType,
    { metadata }: Stored<T>,
    finalizers: readonly string[],
  ) => {
    const { name, namespace, resourceVersion } = metadata;
    const patch = { metadata: { finalizers, resourceVersion } };
    return at<T>(type, namespace).patch(name, { type: "merge", patch });
  };
  return {
    controllerReference: ({ apiVersion = "", kind = "", metadata: { name, uid } }) => ({
      apiVersion,
      kind,
      name,
      uid,
      controller: true,
      blockOwnerDeletion: true,
    }),
    ensureFinalizer: async (type, object, finalizer) => {
      const finalizers = finalizersOf(object);
      return finalizers.includes(finalizer) ? object : setFinalizers(type, object, [...finalizers, finalizer]);
    },
    removeFinalizer: async (type, object, finalizer) => {
      const finalizers = finalizersOf(object);
      if (!finalizers.includes(finalizer)) return;
      const rest = finalizers.filter((one) => one !== finalizer);
      await setFinalizers(type, object, rest).catch((error: unknown) => {
        if (!hasReason(error, "NotFound")) throw error;
      });
    },
    createOrUpdate: async <T extends AnyObject>(
      type: ResourceType,
      object: Named<T>,
      change: (found: Stored<T>) => Stored<T>,
    ) => {
      const resource = at<T>(type, object.metadata.namespace);
      let found: Stored<T>;
      try {
        found = await resource.get(object.metadata.name);
      } catch (error) {
        if (!hasReason(error, "NotFound")) throw error;
        await resource.create(object);
        return "created";
      }
      const changed = change(found);
      if (isDeepStrictEqual(changed, found)) return "unchanged";
      await resource.update(changed);
      return "updated";
    },
    apply: async (type, object, fieldManager) =>
      at<typeof object>(type, object.metadata.namespace).apply(
        { ...object, apiVersion: formatApiVersion(type), kind: type.kind },
        { fieldManager, force: true },
      ),
    withCondition: (conditions, condition) => {
      const before = conditions.find(({ type }) => type === condition.type);
      const lastTransitionTime =
        before?.status === condition.status ? before.lastTransitionTime : formatTime(clock.now());
      const after: Condition = { ...condition, lastTransitionTime };
      if (before === undefined) return [...conditions, after];
      return isDeepStrictEqual(before, after) ? conditions : conditions.map((one) => (one === before ? after : one));
    },
  };
}

function finalizersOf(object: Stored<AnyObject>): readonly string[] {
  return (object as Stored<Metadata>).metadata.finalizers ?? [];
}
