import { type AdmissionPlugin, forbidden } from "@svc/admission";
import { items } from "./objects/fields.ts";

/**
 * Services get no addresses that anybody may write: they could take traffic of others. Those that
 * are there stay.
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
