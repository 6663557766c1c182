import { type AdmissionPlugin, forbidden } from "@svc/admission";
import { checkArgument } from "@svc/base/check";
import { text } from "../objects/fields.ts";
import { type DialectOnly, dialectOnly } from "../options/dialect-only.ts";
import { subjectOf } from "./certificate-request.ts";

/**
 * Rejects certificate requests for the group of unrestricted administrators.
 * @throws {TypeError} for a wrong argument
 */
export function certificateSubjectRestriction(options: DialectOnly): AdmissionPlugin {
  checkArgument("certificateSubjectRestriction: options", options, dialectOnly);
  const { dialect } = options;
  const signer = dialect.expand("{labels}/kube-apiserver-client");
  return {
    name: "CertificateSubjectRestriction",
    operations: ["CREATE"],
    resources: [dialect.expand("certificatesigningrequests.certificates.{api}")],
    validate: (request) => {
      const { object } = request;
      if (text(object, "spec", "signerName") !== signer) return;
      const subject = subjectOf(Buffer.from(text(object, "spec", "request"), "base64").toString("latin1"));
      if (!subject.ok) throw forbidden(request, `failed to parse CSR spec.request: ${subject.message}`);
      if (subject.organizations.includes("system:masters"))
        throw forbidden(request, `use of ${signer} signer with system:masters group is not allowed`);
    },
  };
}
