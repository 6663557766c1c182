import { isDeepStrictEqual } from "node:util";
import { podReferences } from "@svc/authz";
import { quote } from "@svc/base";
import { type ApiObject, notFound } from "@svc/meta";
import { field, isSet, items, text } from "../objects/fields.ts";
import { type Check, type NodeRequest, refusedToNode, unexpectedOperation } from "./request.ts";

/**
 * A node creates only mirror pods, and deletes, evicts and updates the status of only its own pods.
 */
export const checkPod: Check = (nodeRequest) => {
  const { node, request } = nodeRequest;
  switch (request.subresource) {
    case "":
      if (request.operation === "CREATE") return checkMirror(nodeRequest);
      if (request.operation === "DELETE")
        return checkOwn(nodeRequest, `node ${quote(node)} can only delete pods with spec.nodeName set to itself`);
      throw refusedToNode(
        nodeRequest,
        `unexpected operation ${quote(request.operation)}, node ${quote(node)} can only create and delete mirror pods`,
      );
    case "status":
      return checkStatus(nodeRequest);
    case "eviction":
      if (request.operation !== "CREATE") throw unexpectedOperation(nodeRequest);
      return checkOwn(nodeRequest, `node ${node} can only evict pods with spec.nodeName set to itself`);
    default:
      throw refusedToNode(
        nodeRequest,
        `unexpected pod subresource ${quote(request.subresource)}, only 'status' and 'eviction' are allowed`,
      );
  }
};

function nodeNameOf(pod: ApiObject | undefined): string {
  return text(pod, "spec", "nodeName");
}

async function checkOwn(nodeRequest: NodeRequest, why: string): Promise<void> {
  const { node, request, objects } = nodeRequest;
  const { namespace, name, oldObject } = request;
  const pod = oldObject ?? (await objects.get("pods", namespace, name));
  if (pod === undefined) throw notFound({ group: "", resource: "pod", name });
  if (nodeNameOf(pod) !== node) throw refusedToNode(nodeRequest, why);
}

function checkStatus(nodeRequest: NodeRequest): void {
  const { node, request } = nodeRequest;
  const { operation, object, oldObject } = request;
  if (operation !== "UPDATE") throw unexpectedOperation(nodeRequest);
  const who = `node ${quote(node)}`;
  if (nodeNameOf(oldObject) !== node)
    throw refusedToNode(nodeRequest, `${who} can only update pod status for pods with spec.nodeName set to itself`);
  if (!isDeepStrictEqual(object?.metadata.labels ?? {}, oldObject?.metadata.labels ?? {}))
    throw refusedToNode(nodeRequest, `${who} cannot update labels through pod status`);
  const claims = (pod: ApiObject | undefined): readonly unknown[] => items(pod, "status", "resourceClaimStatuses");
  // The word is the original's.
  if (!isDeepStrictEqual(claims(object), claims(oldObject)))
    throw refusedToNode(nodeRequest, `${who} cannot update resource claim statues`);
}

async function checkMirror(nodeRequest: NodeRequest): Promise<void> {
  const { node, dialect, request } = nodeRequest;
  const pod = request.object;
  if (pod === undefined) throw unexpectedOperation(nodeRequest);
  const who = `node ${quote(node)}`;
  const annotation = dialect.expand("{labels}/config.mirror");
  if (!Object.hasOwn(pod.metadata.annotations ?? {}, annotation))
    throw refusedToNode(
      nodeRequest,
      `pod does not have ${quote(annotation)} annotation, ${who} can only create mirror pods`,
    );
  if (nodeNameOf(pod) !== node)
    throw refusedToNode(nodeRequest, `${who} can only create pods with spec.nodeName set to itself`);
  await checkOwner(nodeRequest, pod);
  const referred = referencedKind(pod);
  if (referred !== undefined) throw refusedToNode(nodeRequest, `${who} can not create pods that reference ${referred}`);
}

async function checkOwner(nodeRequest: NodeRequest, { metadata }: ApiObject): Promise<void> {
  const { node, objects } = nodeRequest;
  const who = `node ${quote(node)}`;
  const [owner, ...others] = metadata.ownerReferences ?? [];
  if (others.length > 0)
    throw refusedToNode(nodeRequest, `${who} can only create pods with a single owner reference set to itself`);
  if (owner?.apiVersion !== "v1" || owner.kind !== "Node" || owner.name !== node)
    throw refusedToNode(nodeRequest, `${who} can only create pods with an owner reference set to itself`);
  if (owner.controller !== true)
    throw refusedToNode(nodeRequest, `${who} can only create pods with a controller owner reference set to itself`);
  if (owner.blockOwnerDeletion === true)
    throw refusedToNode(nodeRequest, `${who} must not set blockOwnerDeletion on an owner reference`);
  const live = await objects.get("nodes", "", node);
  if (live === undefined) throw notFound({ group: "", resource: "node", name: node });
  if (live.metadata.uid !== owner.uid)
    throw refusedToNode(nodeRequest, `node ${node} UID mismatch: expected ${owner.uid} got ${live.metadata.uid ?? ""}`);
}

/** The first kind of object that a pod references; undefined if it references none. */
function referencedKind(pod: ApiObject): string | undefined {
  const kinds = new Set(podReferences(pod).map(({ kind }) => kind));
  const volumes = items(pod, "spec", "volumes");
  if (kinds.has("serviceaccount")) return "a service account";
  if (kinds.has("secret")) return "secrets";
  if (kinds.has("configmap")) return "configmaps";
  for (const volume of volumes) {
    if (isSet(field(volume, "persistentVolumeClaim"))) return "persistentvolumeclaims";
    if (items(volume, "projected", "sources").some((source) => isSet(field(source, "clusterTrustBundle"))))
      return "clustertrustbundles";
  }
  return items(pod, "spec", "resourceClaims").length > 0 ? "resourceclaims" : undefined;
}
