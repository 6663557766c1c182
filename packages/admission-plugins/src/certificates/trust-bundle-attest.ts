import { type AdmissionPlugin, forbidden } from "@svc/admission";
import { checkArgument } from "@svc/base/check";
import { text } from "../objects/fields.ts";
import { type CertificateOptions, certificateOptions, maySign } from "./signers.ts";

/**
 * Users who write a signer's trust bundle need the permission to attest for it.
 * @throws {TypeError} for a wrong argument
 */
export function clusterTrustBundleAttest(options: CertificateOptions): AdmissionPlugin {
  checkArgument("clusterTrustBundleAttest: options", options, certificateOptions);
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
