import { badRequest, notFound } from "@svc/meta";
import type { LocalClient } from "@svc/registry";
import type { KubeletOptions } from "../targets/kubelet-options.ts";
import { kubeletTarget } from "../targets/node-target.ts";
import { coreResource, findObject, type Node, type Pod } from "../targets/objects.ts";
import type { Target } from "../targets/target.ts";

/** Dependencies of the handlers of pods. */
export interface PodDeps {
  readonly local: LocalClient;
  readonly kubelet: KubeletOptions;
}

/** The pod of a request. @throws {StatusError} 404 */
export async function requestedPod(
  { local }: PodDeps,
  { namespace = "", name = "" }: { readonly namespace: string | undefined; readonly name: string | undefined },
): Promise<Pod> {
  const pod = await findObject<Pod>(local, "pods", { namespace, name });
  if (pod === undefined) throw notFound(coreResource("pods", name));
  return pod;
}

/**
 * The kubelet that runs a pod; undefined for a pod that runs nowhere. @throws {StatusError} 404,
 * 500
 */
export async function podKubelet({ local, kubelet }: PodDeps, { spec = {} }: Pod): Promise<Target | undefined> {
  const { nodeName = "" } = spec;
  if (nodeName === "") return undefined;
  const node = await findObject<Node>(local, "nodes", { namespace: "", name: nodeName });
  // The message is that of kube-apiserver, though it names the wrong resource.
  if (node === undefined) throw notFound(coreResource("pods", nodeName));
  return kubeletTarget(node, kubelet);
}

/** @throws {StatusError} 400 for a pod that runs nowhere */
export function hasHost<T>(target: T | undefined, { metadata }: Pod): T {
  if (target === undefined) throw badRequest(`pod ${metadata.name ?? ""} does not have a host assigned`);
  return target;
}
