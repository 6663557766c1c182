import type { Dialect } from "@svc/meta";
import { type Part, partOf, podReferences, textOf } from "./pod-references.ts";
import { volumeSecrets } from "./volume-secrets.ts";

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

/** Which objects the pods of a node lead to. It is told of what is stored, as it changes; all answers come from memory. */
export interface NodeGraph {
  /** @param pod undefined when it is gone */
  setPod(namespace: string, name: string, pod: Part | undefined): void;
  setVolume(name: string, volume: Part | undefined): void;
  setVolumeAttachment(name: string, attachment: Part | undefined): void;
  setResourceSlice(name: string, slice: Part | undefined): void;
  /** Whether an object is the node's own, or one that its pods use. @param namespace empty for cluster-scoped objects */
  reaches(node: string, kind: NodeObjectKind, namespace: string, name: string): boolean;
}

interface KnownPod {
  readonly node: string;
  /** Keys of what it uses. */
  readonly uses: readonly string[];
}

interface KnownVolume {
  readonly claim: string;
  readonly secrets: readonly string[];
}

export function createNodeGraph(dialect: Dialect): NodeGraph {
  const mirror = dialect.expand("{labels}/config.mirror");
  const pods = new Map<string, KnownPod>();
  /** Who uses an object: by its key the nodes, with how many of their pods. */
  const users = new Map<string, Map<string, number>>();
  const volumes = new Map<string, KnownVolume>();
  const volumesBySecret = new Map<string, Set<string>>();
  const attachments = new Map<string, string>();
  const slices = new Map<string, string>();

  const count = ({ node, uses }: KnownPod, by: 1 | -1): void => {
    for (const key of uses) {
      const nodes = users.get(key) ?? new Map<string, number>();
      const pods = (nodes.get(node) ?? 0) + by;
      if (pods > 0) nodes.set(node, pods);
      else nodes.delete(node);
      if (nodes.size > 0) users.set(key, nodes);
      else users.delete(key);
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
  const uses = (node: string, key: string): boolean => users.get(key)?.has(node) === true;
  const usesVolume = (node: string, name: string): boolean => {
    const claim = volumes.get(name)?.claim;
    return claim !== undefined && uses(node, claim);
  };

  return {
    setPod: (namespace, name, pod) => {
      const key = keyOf("pod", namespace, name);
      const before = pods.get(key);
      const after = pod === undefined ? undefined : knownPod(pod, namespace, mirror);
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
      const claim = partOf(volume, "spec", "claimRef");
      const namespace = textOf(claim, "namespace");
      if (volume === undefined || textOf(claim, "name") === "") return;
      const secrets = volumeSecrets(volume, namespace).map((s) => keyOf("secret", s.namespace, s.name));
      volumes.set(name, { claim: keyOf("pvc", namespace, textOf(claim, "name")), secrets });
      for (const secret of secrets) {
        const of = volumesBySecret.get(secret) ?? new Set<string>();
        of.add(name);
        volumesBySecret.set(secret, of);
      }
    },
    setVolumeAttachment: (name, attachment) => setNode(attachments, name, attachment),
    setResourceSlice: (name, slice) => setNode(slices, name, slice),
    reaches: (node, kind, namespace, name) => {
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

/** Undefined for a pod that is on no node. */
function knownPod(pod: Part, namespace: string, mirror: string): KnownPod | undefined {
  const node = textOf(partOf(pod, "spec"), "nodeName");
  if (node === "") return undefined;
  // Nodes make mirror pods themselves: nothing that such a pod names may be theirs because of it.
  if (Object.hasOwn(partOf(pod, "metadata", "annotations"), mirror)) return { node, uses: [] };
  return { node, uses: [...new Set(podReferences(pod).map(({ kind, name }) => keyOf(kind, namespace, name)))] };
}

function isSame(a: KnownPod, b: KnownPod): boolean {
  return a.node === b.node && a.uses.length === b.uses.length && a.uses.every((key, i) => key === b.uses[i]);
}

function setNode(nodes: Map<string, string>, name: string, object: Part | undefined): void {
  const node = textOf(partOf(object, "spec"), "nodeName");
  if (node === "") nodes.delete(name);
  else nodes.set(name, node);
}

function keyOf(kind: NodeObjectKind, namespace: string, name: string): string {
  return `${kind} ${namespace}/${name}`;
}
