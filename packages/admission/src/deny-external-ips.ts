import type { AdmissionPlugin } from "./admission.ts";
import { items } from "./fields.ts";
import { refused } from "./refused.ts";

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
      throw refused(request, "Use of external IPs is denied by admission control");
    },
  };
}
