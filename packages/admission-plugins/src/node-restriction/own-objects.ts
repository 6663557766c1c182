import { isDeepStrictEqual } from "node:util";
import type { AdmissionRequest } from "@svc/admission";
import { quote } from "@svc/base";
import type { ApiObject } from "@svc/meta";
import { text } from "../objects/fields.ts";
import { type Check, refusedToNode, unexpectedOperation } from "./request.ts";

/** A node's lease is in the namespace of leases, and has its name. */
export const checkLease: Check = (nodeRequest) => {
  const { node, request, dialect } = nodeRequest;
  const { nodeLease } = dialect.namespaces;
  if (request.namespace !== nodeLease)
    throw refusedToNode(nodeRequest, `can only access leases in the ${quote(nodeLease)} system namespace`);
  if (ownName(request) !== node)
    throw refusedToNode(nodeRequest, "can only access node lease with the same name as the requesting node");
};

export const checkCsiNode: Check = (nodeRequest) => {
  const { node, request } = nodeRequest;
  if (ownName(request) !== node)
    throw refusedToNode(nodeRequest, "can only access CSINode with the same name as the requesting node");
};

export const checkResourceSlice: Check = (nodeRequest) => {
  const { node, request } = nodeRequest;
  if (request.operation === "CREATE" && text(request.object, "spec", "nodeName") !== node)
    throw refusedToNode(nodeRequest, "can only create ResourceSlice with the same NodeName as the requesting node");
};

/** The status fields of a claim that a node reports. */
const reported = [
  "capacity",
  "conditions",
  "allocatedResources",
  "allocatedResourceStatuses",
  "modifyVolumeStatus",
  "currentVolumeAttributesClassName",
];

/** A node updates only the status of a claim, and in it only the size. */
export const checkClaim: Check = (nodeRequest) => {
  const { node, request } = nodeRequest;
  const { operation, object, oldObject, subresource } = request;
  if (subresource !== "status") throw refusedToNode(nodeRequest, "may only update PVC status");
  if (operation !== "UPDATE" || object === undefined || oldObject === undefined) throw unexpectedOperation(nodeRequest);
  const [before, after] = [parts(oldObject), parts(object)];
  const changed = Object.keys({ ...before, ...after }).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  if (changed.length > 0)
    throw refusedToNode(
      nodeRequest,
      `node ${quote(node)} is not allowed to update fields other than status.quantity and status.conditions: ${changed.sort().join(", ")}`,
    );
};

/** The fields of a claim, by path, without the fields that a node reports or the server sets. */
function parts({ metadata, spec, status }: ApiObject): Readonly<Record<string, unknown>> {
  const { managedFields, resourceVersion, generation, ...marks } = metadata;
  const named = (prefix: string, of: unknown): [string, unknown][] =>
    Object.entries((of ?? {}) as object).map(([name, value]) => [`${prefix}.${name}`, value]);
  return Object.fromEntries([
    ...named("metadata", marks),
    ...named("spec", spec),
    ...named("status", status).filter(([name]) => !reported.includes(name.slice("status.".length))),
  ]);
}

/** A created object must have a name: a generated one cannot be compared. */
function ownName({ operation, name, object }: AdmissionRequest): string {
  return operation === "CREATE" ? (object?.metadata.name ?? "") : name;
}
