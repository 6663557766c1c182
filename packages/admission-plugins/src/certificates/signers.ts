import { isDeepStrictEqual } from "node:util";
import { type AdmissionPlugin, type AdmissionRequest, type AdmissionUser, forbidden } from "@svc/admission";
import type { Authorizer } from "@svc/authz";
import type { Dialect } from "@svc/meta";
import { items, text } from "../objects/fields.ts";

/** Options of the admission steps for certificate signing requests. */
export interface CertificateOptions {
  readonly dialect: Dialect;
  readonly authorizer: Authorizer;
}

/** Who approves or denies certificates may do so for the signer who is asked. */
export function certificateApproval(options: CertificateOptions): AdmissionPlugin {
  return forSigners("CertificateApproval", "approval", "approve", options, () => true);
}

/** Who gives certificates, or says that there will be none, may act as the signer who is asked. */
export function certificateSigning(options: CertificateOptions): AdmissionPlugin {
  return forSigners("CertificateSigning", "status", "sign", options, ({ object, oldObject }) => {
    const failures = (of: unknown): unknown =>
      items(of, "status", "conditions").filter((c) => text(c, "type") === "Failed");
    const certificate = (of: unknown): string => text(of, "status", "certificate");
    return certificate(object) !== certificate(oldObject) || !isDeepStrictEqual(failures(object), failures(oldObject));
  });
}

function forSigners(
  name: string,
  subresource: string,
  verb: "approve" | "sign",
  { dialect, authorizer }: CertificateOptions,
  counts: (request: AdmissionRequest) => boolean,
): AdmissionPlugin {
  const group = dialect.expand("certificates.{api}");
  return {
    name,
    operations: ["UPDATE"],
    resources: [`certificatesigningrequests.${group}/${subresource}`],
    validate: async (request) => {
      const { user, oldObject } = request;
      if (user === undefined || !counts(request)) return;
      const signer = text(oldObject, "spec", "signerName");
      if (await maySign({ dialect, authorizer }, user, verb, signer)) return;
      throw forbidden(request, `user not permitted to ${verb} requests with signerName ${JSON.stringify(signer)}`);
    },
  };
}

/** True when a user may act for one signer, or for all of its domain. */
export async function maySign(
  { dialect, authorizer }: CertificateOptions,
  user: AdmissionUser,
  verb: "approve" | "sign" | "attest",
  signer: string,
): Promise<boolean> {
  const group = dialect.expand("certificates.{api}");
  for (const name of [signer, `${signer.split("/")[0]}/*`]) {
    const asked = { user, verb, isResource: true, group, version: "*", resource: "signers", subresource: "" };
    const { verdict } = await authorizer.authorize({ ...asked, name, namespace: "", path: "" });
    if (verdict === "allow") return true;
  }
  return false;
}
