import { formatApiVersion } from "@svc/meta";
import { emptySet, type FieldSet, union } from "../field-set.ts";
import { pathSet } from "../path-set.ts";
import type { OwnedEndpoint, OwnedVersion } from "./endpoint.ts";

/**
 * Dotted paths of fields that a write through an endpoint cannot change, and so cannot own.
 * Undefined selects the default rule.
 */
export type ResetFields = (endpoint: OwnedEndpoint, apiVersion: string) => readonly string[] | undefined;

/** Fields with all their children. */
export function ignoredFields(
  endpoint: OwnedEndpoint,
  version: OwnedVersion,
  resetFields: ResetFields | undefined,
): FieldSet {
  const { definition, subresource } = endpoint;
  const apiVersion = formatApiVersion(version);
  // As in kube-apiserver, the fields of an extension type are those of the request's version only:
  // owners in other versions lose what the object that was sent lacks.
  if (version.semantics === "structural" && apiVersion !== formatApiVersion(endpoint.version)) return emptySet;
  const paths =
    resetFields?.(endpoint, apiVersion) ?? definition.strategy?.resetFields?.[subresource] ?? generalRule(endpoint);
  return paths.map((path) => pathSet(path.split("."))).reduce(union, emptySet);
}

function generalRule({ version, subresource }: OwnedEndpoint): readonly string[] {
  const hasStatus = version.subresources?.some(({ name, view }) => name === "status" && view === "object") === true;
  if (subresource === "") return hasStatus ? ["status"] : [];
  return subresource === "status" ? ["spec"] : [];
}
