import { type AdmissionPlugin, forbidden } from "@svc/admission";

const operations = ["CREATE", "UPDATE", "DELETE", "CONNECT"] as const;

/** Changes and refuses nothing. */
export function alwaysAdmit(): AdmissionPlugin {
  return { name: "AlwaysAdmit", operations };
}

/** Rejects everything, for tests of clients that must handle it. */
export function alwaysDeny(): AdmissionPlugin {
  return {
    name: "AlwaysDeny",
    operations,
    mutate: (request) => {
      throw forbidden(request, "admission control is denying all modifications");
    },
  };
}
