import { type AdmissionPlugin, type AdmissionRequest, createAdmission } from "@svc/admission";
import { type ApiObject, isStatusError } from "@svc/meta";

/** An admission request for tests: the creation of an object named `a` by default. */
export function requestFor(resource: string, object: object, more: Partial<AdmissionRequest> = {}): AdmissionRequest {
  const [name = "", ...group] = resource.split(".");
  const given: ApiObject = { metadata: { name: "a", namespace: "default" }, ...object };
  return {
    operation: more.oldObject === undefined ? "CREATE" : "UPDATE",
    kind: { group: group.join("."), version: "v1", kind: "" },
    resource: { group: group.join("."), version: "v1", resource: name },
    subresource: "",
    namespace: "default",
    name: "a",
    object: given,
    oldObject: undefined,
    dryRun: false,
    user: undefined,
    warn: () => undefined,
    ...more,
  };
}

/** The verdict of a step on a request: `admitted`, or the message of the refusal. */
export async function verdictOf(plugin: AdmissionPlugin, request: AdmissionRequest): Promise<string> {
  try {
    const admission = createAdmission([plugin]);
    await admission.mutate(request);
    await admission.validate(request);
    return "admitted";
  } catch (error) {
    if (!isStatusError(error)) throw error;
    return error.message;
  }
}
