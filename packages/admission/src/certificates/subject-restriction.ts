import { type Dialect, forbiddenError } from "@svc/meta";
import type { AdmissionPlugin } from "../admission.ts";
import { text } from "../node-restriction/request.ts";
import { subjectOf } from "./certificate-request.ts";

/** Nobody asks for a certificate that would make its owner more than any rule allows. */
export function certificateSubjectRestriction({ dialect }: { readonly dialect: Dialect }): AdmissionPlugin {
  const group = dialect.expand("certificates.{api}");
  const signer = dialect.expand("{labels}/kube-apiserver-client");
  return {
    name: "CertificateSubjectRestriction",
    operations: ["CREATE"],
    validate: ({ resource, subresource, object, name }) => {
      if (resource.group !== group || resource.resource !== "certificatesigningrequests" || subresource !== "") return;
      if (text(object, "spec", "signerName") !== signer) return;
      const target = { ...resource, name: object?.metadata.name ?? name };
      const subject = subjectOf(Buffer.from(text(object, "spec", "request"), "base64").toString("latin1"));
      if (!subject.ok) throw forbiddenError(target, `failed to parse CSR spec.request: ${subject.message}`);
      if (subject.organizations.includes("system:masters"))
        throw forbiddenError(target, `use of ${signer} signer with system:masters group is not allowed`);
    },
  };
}
