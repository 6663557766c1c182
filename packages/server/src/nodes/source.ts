import type { NodeGraph } from "@svc/authz";
import type { Dialect } from "@svc/meta";
import type { Endpoint, Registry, StoredObject } from "@svc/registry";
import { type Following, follow } from "../follow.ts";

type Set = (graph: NodeGraph, stored: StoredObject, object: StoredObject["object"] | undefined) => void;

/** Tells the graph of nodes of the pods, volumes, attachments and slices that are stored, as they change. */
export function feedNodes(
  registry: Registry,
  { graph, dialect }: { readonly graph: NodeGraph; readonly dialect: Dialect },
  endpoint: (group: string, resource: string) => Endpoint | undefined,
): Following {
  const following: readonly (readonly [group: string, resource: string, set: Set])[] = [
    ["", "pods", (to, { namespace, name }, pod) => to.setPod(namespace, name, pod)],
    ["", "persistentvolumes", (to, { name }, volume) => to.setVolume(name, volume)],
    [dialect.expand("storage.{api}"), "volumeattachments", (to, { name }, of) => to.setVolumeAttachment(name, of)],
    [dialect.expand("resource.{api}"), "resourceslices", (to, { name }, slice) => to.setResourceSlice(name, slice)],
  ];
  const started = following.flatMap(([group, resource, set]) => {
    const of = endpoint(group, resource);
    if (of === undefined) return [];
    // What cannot be read leads nowhere.
    const told = (stored: StoredObject): void =>
      set(graph, stored, stored.corrupt === undefined ? stored.object : undefined);
    return [follow(registry, of, { set: told, remove: (stored) => set(graph, stored, undefined) })];
  });
  return {
    ready: Promise.all(started.map((f) => f.ready)).then(() => undefined),
    stop: () => {
      for (const f of started) f.stop();
    },
  };
}
