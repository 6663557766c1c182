import { forbiddenError, type StatusCause, type StatusError } from "@svc/meta";
import type { AdmissionRequest } from "./admission.ts";

/**
 * The error of a refused request. It names the object of the request; without a name, the object or
 * target in the body. An object that is deleted with its collection is not named.
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
