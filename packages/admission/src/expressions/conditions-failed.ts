import { forbiddenError, type StatusError } from "@svc/meta";
import type { AdmissionRequest } from "../admission.ts";

/** The refusal of a request for which a match condition could not be evaluated. */
export function conditionsFailed(
  { resource: { group, resource }, name }: AdmissionRequest,
  errors: readonly string[],
): StatusError {
  const text = errors.length === 1 ? (errors[0] ?? "") : `[${errors.join(", ")}]`;
  return forbiddenError({ group, resource, name }, text);
}
