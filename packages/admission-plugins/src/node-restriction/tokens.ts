import type { Authorizer } from "@svc/authz";
import { quote } from "@svc/base";
import { type ApiObject, notFound } from "@svc/meta";
import { items, text } from "../objects/fields.ts";
import { type Check, type NodeRequest, refusedToNode } from "./request.ts";

/**
 * A node requests tokens only for pods that run on it, and only with audiences of these pods,
 * unless the authorizer allows others.
 */
export function tokenCheck(authorizer: Authorizer | undefined): Check {
  return async (nodeRequest) => {
    const { request } = nodeRequest;
    if (request.operation !== "CREATE" || request.subresource !== "token") return;
    const pod = await boundPod(nodeRequest);
    const audiences = items(request.object, "spec", "audiences");
    if (audiences.length > 1) throw refusedToNode(nodeRequest, "node may only request 0 or 1 audiences");
    const audience = String(audiences[0] ?? "");
    if (await speaksTo(nodeRequest, pod, audience)) return;
    if (authorizer !== undefined && (await mayRequest(nodeRequest, authorizer, audience))) return;
    throw refusedToNode(
      nodeRequest,
      `audience ${quote(audience)} not found in pod spec volume, ${request.user?.name ?? ""} is not authorized to request tokens for this audience`,
    );
  };
}

async function boundPod(nodeRequest: NodeRequest): Promise<ApiObject> {
  const { node, request, objects } = nodeRequest;
  const reference = (name: string): string => text(request.object, "spec", "boundObjectRef", name);
  const name = reference("name");
  if (reference("apiVersion") !== "v1" || reference("kind") !== "Pod" || name === "")
    throw refusedToNode(nodeRequest, "node requested token not bound to a pod");
  if (reference("uid") === "")
    throw refusedToNode(nodeRequest, "node requested token with a pod binding without a uid");
  const pod = await objects.get("pods", request.namespace, name);
  if (pod === undefined) throw notFound({ group: "", resource: "pod", name });
  if (pod.metadata.uid !== reference("uid"))
    throw refusedToNode(
      nodeRequest,
      `the UID in the bound object reference (${reference("uid")}) does not match the UID in record. The object might have been deleted and then recreated`,
    );
  if (text(pod, "spec", "nodeName") !== node)
    throw refusedToNode(nodeRequest, "node requested token bound to a pod scheduled on a different node");
  return pod;
}

/**
 * True when a volume of a pod has tokens for the audience: projected ones, or those requested by
 * the volume's driver.
 */
async function speaksTo({ objects }: NodeRequest, pod: ApiObject, audience: string): Promise<boolean> {
  const { namespace = "", name: podName = "" } = pod.metadata;
  const driverSpeaks = async (driver: string): Promise<boolean> => {
    if (driver === "") return false;
    const requests = items(await objects.get("csidrivers", "", driver), "spec", "tokenRequests");
    return requests.some((request) => text(request, "audience") === audience);
  };
  const claimSpeaks = async (claim: string): Promise<boolean> => {
    if (claim === "") return false;
    const volume = text(await objects.get("persistentvolumeclaims", namespace, claim), "spec", "volumeName");
    return (
      volume !== "" && driverSpeaks(text(await objects.get("persistentvolumes", "", volume), "spec", "csi", "driver"))
    );
  };
  for (const volume of items(pod, "spec", "volumes")) {
    for (const source of items(volume, "projected", "sources")) {
      const token = (source as { readonly serviceAccountToken?: unknown } | null)?.serviceAccountToken;
      if (token !== undefined && token !== null && text(token, "audience") === audience) return true;
    }
    if (await driverSpeaks(text(volume, "csi", "driver"))) return true;
    if (await claimSpeaks(text(volume, "persistentVolumeClaim", "claimName"))) return true;
    const lives = (volume as { readonly ephemeral?: unknown } | null)?.ephemeral;
    if (lives !== undefined && lives !== null && (await claimSpeaks(`${podName}-${text(volume, "name")}`))) return true;
  }
  return false;
}

async function mayRequest({ request }: NodeRequest, authorizer: Authorizer, audience: string): Promise<boolean> {
  const { user, namespace, name } = request;
  if (user === undefined) return false;
  const { verdict } = await authorizer.authorize({
    user,
    verb: "request-serviceaccounts-token-audience",
    isResource: true,
    group: "",
    version: "v1",
    resource: audience,
    subresource: "",
    name,
    namespace,
    path: "",
  });
  return verdict === "allow";
}
