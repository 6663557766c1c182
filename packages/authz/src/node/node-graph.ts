import { checkArgument } from "@svc/base/check";
import { aDialect, type Dialect } from "@svc/meta";
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

/** Creates an empty graph. @throws {TypeError} for a wrong argument */
export function createNodeGraph(dialect: Dialect): NodeGraph {
  checkArgument("createNodeGraph: dialect", dialect, aDialect);
  return new CountedGraph(dialect);
}

class CountedGraph implements NodeGraph {
  readonly #mirror: string;
  readonly #pods = new Map<string, PodEntry>();
  /** For each used object the nodes that use it, with the number of their pods. */
  readonly #nodesByObject = new Map<string, Map<string, number>>();
  readonly #volumes = new Map<string, VolumeEntry>();
  readonly #volumesBySecret = new Map<string, Set<string>>();
  readonly #attachments = new Map<string, string>();
  readonly #slices = new Map<string, string>();

  constructor(dialect: Dialect) {
    this.#mirror = dialect.expand("{labels}/config.mirror");
  }

  setPod(namespace: string, name: string, pod: Fields | undefined): void {
    const key = keyOf("pod", namespace, name);
    const before = this.#pods.get(key);
    const after = pod === undefined ? undefined : podEntry(pod, namespace, this.#mirror);
    if (before !== undefined && after !== undefined && isSame(before, after)) return;
    if (before !== undefined) this.#count(before, -1);
    if (after === undefined) this.#pods.delete(key);
    else {
      this.#pods.set(key, after);
      this.#count(after, 1);
    }
  }

  setVolume(name: string, volume: Fields | undefined): void {
    this.#forgetVolume(name);
    const claim = fieldsAt(volume, "spec", "claimRef");
    const namespace = textAt(claim, "namespace");
    if (volume === undefined || textAt(claim, "name") === "") return;
    const secrets = volumeSecrets(volume, namespace).map((s) => keyOf("secret", s.namespace, s.name));
    this.#volumes.set(name, { claim: keyOf("pvc", namespace, textAt(claim, "name")), secrets });
    for (const secret of secrets) {
      const of = this.#volumesBySecret.get(secret) ?? new Set<string>();
      of.add(name);
      this.#volumesBySecret.set(secret, of);
    }
  }

  setVolumeAttachment(name: string, attachment: Fields | undefined): void {
    setNode(this.#attachments, name, attachment);
  }

  setResourceSlice(name: string, slice: Fields | undefined): void {
    setNode(this.#slices, name, slice);
  }

  reaches(node: string, { kind, namespace, name }: NodeObjectKey): boolean {
    const key = keyOf(kind, namespace, name);
    switch (kind) {
      case "pod":
        return this.#pods.get(key)?.node === node;
      case "volumeattachment":
        return this.#attachments.get(name) === node;
      case "resourceslice":
        return this.#slices.get(name) === node;
      case "pv":
        return this.#usesVolume(node, name);
      case "secret":
        return (
          this.#uses(node, key) ||
          [...(this.#volumesBySecret.get(key) ?? [])].some((volume) => this.#usesVolume(node, volume))
        );
      default:
        return this.#uses(node, key);
    }
  }

  #count({ node, uses }: PodEntry, by: 1 | -1): void {
    for (const key of uses) {
      const nodes = this.#nodesByObject.get(key) ?? new Map<string, number>();
      const pods = (nodes.get(node) ?? 0) + by;
      if (pods > 0) nodes.set(node, pods);
      else nodes.delete(node);
      if (nodes.size > 0) this.#nodesByObject.set(key, nodes);
      else this.#nodesByObject.delete(key);
    }
  }

  #forgetVolume(name: string): void {
    for (const secret of this.#volumes.get(name)?.secrets ?? []) {
      const of = this.#volumesBySecret.get(secret);
      of?.delete(name);
      if (of?.size === 0) this.#volumesBySecret.delete(secret);
    }
    this.#volumes.delete(name);
  }

  #uses(node: string, key: string): boolean {
    return this.#nodesByObject.get(key)?.has(node) === true;
  }

  #usesVolume(node: string, name: string): boolean {
    const claim = this.#volumes.get(name)?.claim;
    return claim !== undefined && this.#uses(node, claim);
  }
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
