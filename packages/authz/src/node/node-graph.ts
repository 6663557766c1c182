import type { Dialect } from "@svc/meta";
import { type Fields, fieldsAt, podReferences, textAt } from "./pod-references.ts";
import { volumeSecrets } from "./volume-secrets.ts";

/** Kinds of objects in the graph. */
export type NodeObjectKind =
  | "pod"
  | "secret"
  | "configmap"
  | "pvc"
  | "serviceaccount"
  | "resourceclaim"
  | "pv"
  | "volumeattachment"
  | "resourceslice";

/** Identifies an object in the graph. */
export interface NodeObjectKey {
  readonly kind: NodeObjectKind;
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  readonly name: string;
}

/**
 * Objects that nodes may read because of their pods. It is notified of stored objects; all answers
 * come from memory.
 */
export interface NodeGraph {
  /** @param pod undefined for a deleted pod */
  setPod(namespace: string, name: string, pod: Fields | undefined): void;
  setVolume(name: string, volume: Fields | undefined): void;
  setVolumeAttachment(name: string, attachment: Fields | undefined): void;
  setResourceSlice(name: string, slice: Fields | undefined): void;
  /** True for an object of the node itself and for one that its pods use. */
  reaches(node: string, object: NodeObjectKey): boolean;
}

interface PodEntry {
  readonly node: string;
  /** Keys of the objects that it uses. */
  readonly uses: readonly string[];
}

interface VolumeEntry {
  readonly claim: string;
  readonly secrets: readonly string[];
}

/** Creates an empty graph. */
export function createNodeGraph(dialect: Dialect): NodeGraph {
  const mirror = dialect.expand("{labels}/config.mirror");
  const pods = new Map<string, PodEntry>();
  /** For each used object the nodes that use it, with the number of their pods. */
  const nodesByObject = new Map<string, Map<string, number>>();
  const volumes = new Map<string, VolumeEntry>();
  const volumesBySecret = new Map<string, Set<string>>();
  const attachments = new Map<string, string>();
  const slices = new Map<string, string>();

  const count = ({ node, uses }: PodEntry, by: 1 | -1): void => {
    for (const key of uses) {
      const nodes = nodesByObject.get(key) ?? new Map<string, number>();
      const pods = (nodes.get(node) ?? 0) + by;
      if (pods > 0) nodes.set(node, pods);
      else nodes.delete(node);
      if (nodes.size > 0) nodesByObject.set(key, nodes);
      else nodesByObject.delete(key);
    }
  };
  const forgetVolume = (name: string): void => {
    for (const secret of volumes.get(name)?.secrets ?? []) {
      const of = volumesBySecret.get(secret);
      of?.delete(name);
      if (of?.size === 0) volumesBySecret.delete(secret);
    }
    volumes.delete(name);
  };
  const uses = (node: string, key: string): boolean => nodesByObject.get(key)?.has(node) === true;
  const usesVolume = (node: string, name: string): boolean => {
    const claim = volumes.get(name)?.claim;
    return claim !== undefined && uses(node, claim);
  };

  return {
    setPod: (namespace, name, pod) => {
      const key = keyOf("pod", namespace, name);
      const before = pods.get(key);
      const after = pod === undefined ? undefined : podEntry(pod, namespace, mirror);
      if (before !== undefined && after !== undefined && isSame(before, after)) return;
      if (before !== undefined) count(before, -1);
      if (after === undefined) pods.delete(key);
      else {
        pods.set(key, after);
        count(after, 1);
      }
    },
    setVolume: (name, volume) => {
      forgetVolume(name);
      const claim = fieldsAt(volume, "spec", "claimRef");
      const namespace = textAt(claim, "namespace");
      if (volume === undefined || textAt(claim, "name") === "") return;
      const secrets = volumeSecrets(volume, namespace).map((s) => keyOf("secret", s.namespace, s.name));
      volumes.set(name, { claim: keyOf("pvc", namespace, textAt(claim, "name")), secrets });
      for (const secret of secrets) {
        const of = volumesBySecret.get(secret) ?? new Set<string>();
        of.add(name);
        volumesBySecret.set(secret, of);
      }
    },
    setVolumeAttachment: (name, attachment) => setNode(attachments, name, attachment),
    setResourceSlice: (name, slice) => setNode(slices, name, slice),
    reaches: (node, { kind, namespace, name }) => {
      const key = keyOf(kind, namespace, name);
      switch (kind) {
        case "pod":
          return pods.get(key)?.node === node;
        case "volumeattachment":
          return attachments.get(name) === node;
        case "resourceslice":
          return slices.get(name) === node;
        case "pv":
          return usesVolume(node, name);
        case "secret":
          return uses(node, key) || [...(volumesBySecret.get(key) ?? [])].some((volume) => usesVolume(node, volume));
        default:
          return uses(node, key);
      }
    },
  };
}

/** Returns undefined for a pod without a node. */
function podEntry(pod: Fields, namespace: string, mirror: string): PodEntry | undefined {
  const node = textAt(fieldsAt(pod, "spec"), "nodeName");
  if (node === "") return undefined;
  // Nodes create mirror pods themselves: these must not grant access to the objects that they name.
  if (Object.hasOwn(fieldsAt(pod, "metadata", "annotations"), mirror)) return { node, uses: [] };
  return { node, uses: [...new Set(podReferences(pod).map(({ kind, name }) => keyOf(kind, namespace, name)))] };
}

function isSame(a: PodEntry, b: PodEntry): boolean {
  return a.node === b.node && a.uses.length === b.uses.length && a.uses.every((key, i) => key === b.uses[i]);
}

function setNode(nodes: Map<string, string>, name: string, object: Fields | undefined): void {
  const node = textAt(fieldsAt(object, "spec"), "nodeName");
  if (node === "") nodes.delete(name);
  else nodes.set(name, node);
}

function keyOf(kind: NodeObjectKind, namespace: string, name: string): string {
  return `${kind} ${namespace}/${name}`;
}
