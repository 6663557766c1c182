import { forbiddenError, type StatusCause, type StatusError } from "@svc/meta";
import type { AdmissionRequest } from "./admission.ts";

/**
 * Why a request is not carried out, by the name of what it is about; of what has none yet, by that
 * which it asks for.
 */
export function forbidden(
  { resource: { group, resource }, name, object }: Pick<AdmissionRequest, "resource" | "name" | "object">,
  reason: string,
  causes?: readonly StatusCause[],
): StatusError {
  const { name: own = "", generateName = "" } = object?.metadata ?? {};
  return forbiddenError({ group, resource, name: own || name || generateName || "Unknown" }, reason, causes);
}
