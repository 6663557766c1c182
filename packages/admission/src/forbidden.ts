import { forbiddenError, type StatusCause, type StatusError } from "@svc/meta";
import type { AdmissionRequest } from "./admission.ts";

/**
 * Why a request is not carried out, by the name that it is about; without one, by that of its
 * object or what its object asks for. An object that is deleted with its collection is not named.
 */
export function forbidden(
  {
    resource: { group, resource },
    name,
    object,
    isPartOfCollection = false,
  }: Pick<AdmissionRequest, "resource" | "name" | "object" | "isPartOfCollection">,
  reason: string,
  causes?: readonly StatusCause[],
): StatusError {
  const { name: own = "", generateName = "" } = object?.metadata ?? {};
  const named = isPartOfCollection ? "" : name || own || generateName;
  return forbiddenError({ group, resource, name: named || "Unknown" }, reason, causes);
}
