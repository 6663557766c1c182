import { type AdmissionPlugin, forbidden } from "@svc/admission";
import { text } from "../objects/fields.ts";
import { type CertificateOptions, maySign } from "./signers.ts";

/** Users who write a signer's trust bundle need the permission to attest for it. */
export function clusterTrustBundleAttest(options: CertificateOptions): AdmissionPlugin {
  return {
    name: "ClusterTrustBundleAttest",
    operations: ["CREATE", "UPDATE"],
    resources: [options.dialect.expand("clustertrustbundles.certificates.{api}")],
    validate: async (request) => {
      const { user, object } = request;
      const signer = text(object, "spec", "signerName");
      if (user === undefined || signer === "" || (await maySign(options, user, { verb: "attest", signer }))) return;
      throw forbidden(request, `user not permitted to attest for signerName ${JSON.stringify(signer)}`);
    },
  };
}
