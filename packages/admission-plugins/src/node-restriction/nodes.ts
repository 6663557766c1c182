import { isDeepStrictEqual } from "node:util";
import { quote } from "@svc/base";
import type { ApiObject } from "@svc/meta";
import { field, isSet } from "../objects/fields.ts";
import { changedLabels, forbiddenLabels } from "./node-labels.ts";
import { type Check, type NodeRequest, refusedToNode } from "./request.ts";

/**
 * A node creates and changes only its own node object, except its taints, owner references and
 * labels that steer scheduling.
 */
export const checkNode: Check = (nodeRequest) => {
  const { node, request } = nodeRequest;
  const { operation, object, oldObject } = request;
  const name = request.name === "" ? (object?.metadata.name ?? "") : request.name;
  if (name !== node)
    throw refusedToNode(nodeRequest, `node ${quote(node)} is not allowed to modify node ${quote(name)}`);
  if (operation === "CREATE" && object !== undefined) checkNew(nodeRequest, object);
  if (operation === "UPDATE" && object !== undefined && oldObject !== undefined)
    checkChange(nodeRequest, object, oldObject);
};

function checkNew(nodeRequest: NodeRequest, object: ApiObject): void {
  const { dialect, node } = nodeRequest;
  if (isSet(field(object, "spec", "configSource")))
    throw refusedToNode(nodeRequest, `node ${quote(node)} is not allowed to create pods with a non-nil configSource`);
  const labels = forbiddenLabels(changedLabels(object.metadata.labels, undefined), dialect);
  if (labels.length > 0)
    throw refusedToNode(
      nodeRequest,
      `node ${quote(node)} is not allowed to set the following labels: ${labels.join(", ")}`,
    );
}

function checkChange(nodeRequest: NodeRequest, object: ApiObject, old: ApiObject): void {
  const who = `node ${quote(nodeRequest.node)} is not allowed to`;
  const source = field(object, "spec", "configSource");
  if (isSet(source) && !isDeepStrictEqual(source, field(old, "spec", "configSource")))
    throw refusedToNode(nodeRequest, `${who} update configSource to a new non-nil configSource`);
  if (!isDeepStrictEqual(list(field(object, "spec", "taints")), list(field(old, "spec", "taints"))))
    throw refusedToNode(nodeRequest, `${who} modify taints`);
  if (!isDeepStrictEqual(list(object.metadata.ownerReferences), list(old.metadata.ownerReferences)))
    throw refusedToNode(nodeRequest, `${who} modify ownerReferences`);
  const labels = forbiddenLabels(changedLabels(object.metadata.labels, old.metadata.labels), nodeRequest.dialect);
  if (labels.length > 0) throw refusedToNode(nodeRequest, `is not allowed to modify labels: ${labels.join(", ")}`);
}

function list(value: unknown): unknown {
  return isSet(value) ? value : [];
}
