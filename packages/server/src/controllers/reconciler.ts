import { perSecond, type WorkQueue, type WorkResult } from "@svc/base";
import { aFunction, checkArgument, optional, optionsOf, withMethods } from "@svc/base/check";
import { type ApiObject, formatTime, type JsonValue } from "@svc/meta";
import type { LocalClient, LocalResource, StoredObject } from "@svc/registry";
import type { RunningController } from "./controller.ts";
import { LatestObjects } from "./latest-objects.ts";
import { createLocalQueue } from "./local-queue.ts";

/** The objects of one cluster-scoped resource, as its reconciler sees them. */
export interface KnownObjects<T extends ApiObject> {
  /** The latest objects, by name. */
  readonly known: Pick<ReadonlyMap<string, T>, "get" | typeof Symbol.iterator>;
  readonly queue: WorkQueue<string>;
  /** RFC 3339, whole seconds. */
  now(): string;
  /**
   * Changes an object as the server, and returns the result; undefined for a missing one.
   * @param next returns a new object, and does not change the live one
   */
  change(name: string, subresource: string, next: (live: T) => T): Promise<T | undefined>;
  /** Applies the status as a field manager without other fields. */
  applyStatus(name: string, fieldManager: string, status: JsonValue): Promise<void>;
}

interface ReconcilerOptions<T extends ApiObject> {
  readonly local: LocalClient;
  readonly resource: LocalResource<T>;
  /** Brings one object into its desired state. A rejection is retried. */
  readonly reconcile: (objects: KnownObjects<T>, object: T) => Promise<WorkResult | undefined> | Promise<void>;
  /**
   * Called with each state that `known` gets, own writes included; undefined for a deleted object.
   */
  readonly onKnown?: (name: string, object: T | undefined) => void;
  /** Called immediately for each added or changed object, before it is queued. */
  readonly onSet?: (object: T, stored: StoredObject) => void;
  /** Called immediately for each removed object. */
  readonly onRemoved?: (object: T) => void;
  /** Names of other objects to reconcile when this one changes or is removed. */
  readonly related?: (objects: KnownObjects<T>, object: T) => Iterable<string>;
}

const reconcilerOptions = optionsOf<ReconcilerOptions<never>>({
  local: withMethods("a LocalClient of @svc/registry", "resource"),
  resource: withMethods("a LocalResource of @svc/registry", "endpoint", "find", "listAll", "create"),
  reconcile: aFunction,
  onKnown: optional(aFunction),
  onSet: optional(aFunction),
  onRemoved: optional(aFunction),
  related: optional(aFunction),
});

/**
 * Follows a resource, and reconciles each object when it changes.
 * @throws {TypeError} for a wrong argument
 */
export function startReconciler<T extends ApiObject>(
  options: ReconcilerOptions<T>,
): RunningController & { readonly objects: KnownObjects<T> } {
  checkArgument("startReconciler: options", options, reconcilerOptions);
  const { local, resource, reconcile, related, onSet, onRemoved } = options;
  const { clock } = local.environment;
  const timeText = perSecond(formatTime);
  const known = new LatestObjects<T, StoredObject>(options.onKnown);
  const queue = createLocalQueue(local, resource.endpoint().definition.resource, async (name) => {
    const object = known.get(name);
    if (object === undefined) return "done";
    const result = await reconcile(objects, object);
    known.release(name, object);
    return result ?? undefined;
  });
  const objects: KnownObjects<T> = {
    known,
    queue,
    now: () => timeText(clock.now()),
    change: async (name, subresource, next) => {
      const stored = await resource.change({ namespace: "", name }, next, { subresource, copies: false });
      if (stored !== undefined && known.has(name)) known.set(stored);
      return stored?.object as T | undefined;
    },
    applyStatus: async (name, fieldManager, status) => {
      await resource.apply({ namespace: "", name }, { status }, { subresource: "status", fieldManager });
    },
  };
  const addRelated = (object: T | undefined): void => {
    if (object === undefined) return;
    for (const name of related?.(objects, object) ?? []) queue.add(name);
  };
  const informer = resource.inform({
    set: (stored) => {
      // An unreadable object cannot be reconciled.
      if (stored.corrupt !== undefined) return known.remove(stored.name);
      const { object, stored: latest } = known.set(stored);
      onSet?.(object, latest);
      queue.add(stored.name);
      addRelated(object);
    },
    remove: ({ name }) => {
      const object = known.get(name);
      known.remove(name);
      if (object !== undefined) onRemoved?.(object);
      addRelated(object);
    },
  });
  return {
    objects,
    ready: informer.ready,
    idle: () => queue.idle(),
    stop: () => {
      queue.stop();
      informer.stop();
    },
  };
}
