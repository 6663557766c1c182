import { type ApiObject, formatApiVersion, formatTime, hasReason, type JsonValue } from "@svc/meta";
import type { Endpoint, StoredObject } from "@svc/registry";
import { type BootstrapWriter, serverManager } from "../bootstrap/bootstrap.ts";
import { type Following, follow } from "../follow.ts";
import type { ServerParts } from "../parts.ts";
import { createKeeper, type Keeper } from "./keeper.ts";

/** The objects of one cluster-scoped resource, as they are known to whoever keeps them in order. */
export interface KeptObjects<T extends ApiObject> {
  readonly known: ReadonlyMap<string, T>;
  readonly keeper: Keeper;
  /** RFC 3339, whole seconds. */
  now(): string;
  /** Changes the object as the server; undefined for one that is gone. Returns what it is then. */
  change(name: string, subresource: string, next: (live: T) => T): Promise<T | undefined>;
  /** Sets the status as a manager of fields who applies it, and owns nothing else of the object. */
  applyStatus(name: string, manager: string, status: JsonValue): Promise<void>;
}

/** Something that goes on for as long as the server runs. */
export interface Upkeep extends Following {
  /** When nothing is left to do for the moment. */
  idle(): Promise<void>;
}

interface KeepOptions<T extends ApiObject> {
  readonly writer: BootstrapWriter;
  readonly endpoint: Endpoint;
  /** Gives an object what it needs. */
  readonly keep: (objects: KeptObjects<T>, object: T) => Promise<void>;
  /** Called at once for each object that came or changed, before anything is done for it. */
  readonly onSet?: (object: T) => void;
  /** Called at once for each object that is gone. */
  readonly onRemoved?: (object: T) => void;
  /** Whom else it concerns that an object is as it is now, or is gone; each object concerns itself. */
  readonly concerns?: (objects: KeptObjects<T>, object: T) => Iterable<string>;
}

/** Follows a resource, and keeps each object of it in order. */
export function keepObjects<T extends ApiObject>(
  options: KeepOptions<T>,
): Upkeep & { readonly objects: KeptObjects<T> } {
  const { writer, endpoint, keep, concerns, onSet, onRemoved } = options;
  const { registry } = writer.parts;
  const { known, hear, forget } = rememberLatest<T>();
  const keeper = createKeeper(writer.parts, endpoint.definition.resource, async (name) => {
    const object = known.get(name);
    if (object !== undefined) await keep(objects, object);
  });
  const objects: KeptObjects<T> = {
    known,
    keeper,
    now: () => formatTime(writer.parts.clock.now()),
    change: (name, subresource, next) =>
      unlessGone(async () => {
        const { stored } = await registry.patch({ ...endpoint, subresource }, writer.context, {
          target: { namespace: "", name },
          options: { fieldManager: serverManager(writer.parts) },
          patch: (live) => next(structuredClone(live) as T),
        });
        if (known.has(name)) hear(stored);
        return stored.object as T;
      }),
    applyStatus: async (name, manager, status) => {
      const { definition, version } = endpoint;
      await unlessGone(() =>
        registry.apply({ ...endpoint, subresource: "status" }, writer.context, {
          target: { namespace: "", name },
          options: { fieldManager: manager },
          intent: { apiVersion: formatApiVersion(version), kind: definition.kind, metadata: { name }, status },
          force: true,
        }),
      );
    },
  };
  const told = (object: T | undefined): void => {
    if (object === undefined) return;
    for (const name of concerns?.(objects, object) ?? []) keeper.touch(name);
  };
  const following = follow(registry, endpoint, {
    set: (stored) => {
      // Nothing can be done for what cannot be read.
      if (stored.corrupt !== undefined) return forget(stored.name);
      hear(stored);
      const object = known.get(stored.name);
      if (object !== undefined) onSet?.(object);
      keeper.touch(stored.name);
      told(object);
    },
    remove: ({ name }) => {
      const object = known.get(name);
      forget(name);
      if (object !== undefined) onRemoved?.(object);
      told(object);
    },
  });
  return { objects, ready: following.ready, idle: () => keeper.idle(), stop: () => stop(keeper, following) };
}

/** What a write answers may be overtaken by what is told of a later one. */
function rememberLatest<T extends ApiObject>(): {
  readonly known: ReadonlyMap<string, T>;
  readonly hear: (stored: StoredObject) => void;
  readonly forget: (name: string) => void;
} {
  const known = new Map<string, T>();
  const revisions = new Map<string, number>();
  return {
    known,
    hear: (stored) => {
      if ((revisions.get(stored.name) ?? 0) > stored.revision) return;
      revisions.set(stored.name, stored.revision);
      known.set(stored.name, stored.object as T);
    },
    forget: (name) => {
      revisions.delete(name);
      known.delete(name);
    },
  };
}

function stop(keeper: Keeper, following: Following): void {
  keeper.stop();
  following.stop();
}

async function unlessGone<R>(write: () => Promise<R>): Promise<R | undefined> {
  try {
    return await write();
  } catch (error) {
    if (hasReason(error, "NotFound")) return undefined;
    throw error;
  }
}

/** Calls back whenever an object of a resource changes, comes or goes. */
export function onChanges(
  { registry }: Pick<ServerParts, "registry">,
  endpoint: Endpoint,
  changed: (stored: StoredObject, isThere: boolean) => void,
): Following {
  return follow(registry, endpoint, {
    set: (stored) => changed(stored, true),
    remove: (stored) => changed(stored, false),
  });
}
