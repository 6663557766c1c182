import type { NodeGraph } from "@svc/authz";
import type { Informer, LocalClient, StoredObject } from "@svc/registry";

type Update = (graph: NodeGraph, stored: StoredObject, object: StoredObject["object"] | undefined) => void;

const updates: readonly (readonly [group: string, resource: string, update: Update])[] = [
  ["", "pods", (graph, { namespace, name }, pod) => graph.setPod(namespace, name, pod)],
  ["", "persistentvolumes", (graph, { name }, volume) => graph.setVolume(name, volume)],
  ["storage.{api}", "volumeattachments", (graph, { name }, of) => graph.setVolumeAttachment(name, of)],
  ["resource.{api}", "resourceslices", (graph, { name }, slice) => graph.setResourceSlice(name, slice)],
];

/**
 * Keeps the graph of nodes up to date with the pods, volumes, attachments and slices that are
 * stored.
 */
export function syncNodes(local: LocalClient, graph: NodeGraph): readonly Informer[] {
  return updates.flatMap(([group, resource, update]) => {
    const set = (stored: StoredObject): void =>
      // An object that cannot be read leads nowhere.
      update(graph, stored, stored.corrupt === undefined ? stored.object : undefined);
    const remove = (stored: StoredObject): void => update(graph, stored, undefined);
    return local.resource(group, resource)?.inform({ set, remove }) ?? [];
  });
}
