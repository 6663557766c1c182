import type { AdmissionPlugin } from "./admission.ts";
import { refused } from "./refused.ts";

const operations = ["CREATE", "UPDATE", "DELETE", "CONNECT"] as const;

/** Changes and refuses nothing. */
export function alwaysAdmit(): AdmissionPlugin {
  return { name: "AlwaysAdmit", operations };
}

/** Refuses everything, for tests of those who have to live with it. */
export function alwaysDeny(): AdmissionPlugin {
  return {
    name: "AlwaysDeny",
    operations,
    mutate: (request) => {
      throw refused(request, "admission control is denying all modifications");
    },
  };
}
