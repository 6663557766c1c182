import { type AdmissionPlugin, forbidden } from "@svc/admission";
import { items } from "./objects/fields.ts";

/**
 * Rejects new external IPs of services, which could take over traffic of others. Existing ones
 * stay.
 */
export function denyServiceExternalIps(): AdmissionPlugin {
  return {
    name: "DenyServiceExternalIPs",
    operations: ["CREATE", "UPDATE"],
    resources: ["services"],
    validate: (request) => {
      const before = new Set(items(request.oldObject, "spec", "externalIPs"));
      if (items(request.object, "spec", "externalIPs").every((address) => before.has(address))) return;
      throw forbidden(request, "Use of external IPs is denied by admission control");
    },
  };
}
