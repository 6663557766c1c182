import { forbiddenError, type StatusCause, type StatusError } from "@svc/meta";
import type { AdmissionRequest } from "./admission.ts";

/**
 * The error of a refused request. It names the object of the request; without a name, the object or
 * target in the body. An object that is deleted with its collection is not named.
 */
export function forbidden(
  { resource: { group, resource }, name, object }: Pick<AdmissionRequest, "resource" | "name" | "object">,
  reason: string,
  causes?: readonly StatusCause[],
): StatusError {
  const { name: own = "", generateName = "" } = object?.metadata ?? {};
  return forbiddenError({ group, resource, name: name || own || generateName || "Unknown" }, reason, causes);
}
