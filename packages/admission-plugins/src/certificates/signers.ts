import { isDeepStrictEqual } from "node:util";
import { type AdmissionPlugin, type AdmissionRequest, type AdmissionUser, forbidden } from "@svc/admission";
import type { Authorizer } from "@svc/authz";
import { quote } from "@svc/base";
import { checkArgument, type Expected, optionsOf } from "@svc/base/check";
import { aDialect, type Dialect } from "@svc/meta";
import { items, text } from "../objects/fields.ts";
import { anAuthorizer } from "../options/expected.ts";

/** Options of the admission steps for certificate signing requests. */
export interface CertificateOptions {
  readonly dialect: Dialect;
  readonly authorizer: Authorizer;
}

/** Expects the options of these steps. */
export const certificateOptions: Expected<CertificateOptions> = optionsOf<CertificateOptions>({
  dialect: aDialect,
  authorizer: anAuthorizer,
});

/**
 * Requires permission to approve for the signer that a certificate signing request names.
 * @throws {TypeError} for a wrong argument
 */
export function certificateApproval(options: CertificateOptions): AdmissionPlugin {
  checkArgument("certificateApproval: options", options, certificateOptions);
  return signerPermission(options, {
    name: "CertificateApproval",
    subresource: "approval",
    verb: "approve",
    needsPermission: () => true,
  });
}

/**
 * Requires permission to sign for the named signer when a certificate or a failure is set.
 * @throws {TypeError} for a wrong argument
 */
export function certificateSigning(options: CertificateOptions): AdmissionPlugin {
  checkArgument("certificateSigning: options", options, certificateOptions);
  const failures = (of: unknown): unknown =>
    items(of, "status", "conditions").filter((c) => text(c, "type") === "Failed");
  const certificate = (of: unknown): string => text(of, "status", "certificate");
  return signerPermission(options, {
    name: "CertificateSigning",
    subresource: "status",
    verb: "sign",
    needsPermission: ({ object, oldObject }) =>
      certificate(object) !== certificate(oldObject) || !isDeepStrictEqual(failures(object), failures(oldObject)),
  });
}

/** A step that requires permission for the signer of a certificate signing request. */
interface SignerStep {
  readonly name: string;
  /** The subresource whose updates are checked. */
  readonly subresource: string;
  readonly verb: "approve" | "sign";
  readonly needsPermission: (request: AdmissionRequest) => boolean;
}

function signerPermission(
  options: CertificateOptions,
  { name, subresource, verb, needsPermission }: SignerStep,
): AdmissionPlugin {
  const group = options.dialect.expand("certificates.{api}");
  return {
    name,
    operations: ["UPDATE"],
    resources: [`certificatesigningrequests.${group}/${subresource}`],
    validate: async (request) => {
      const { user, oldObject } = request;
      if (user === undefined || !needsPermission(request)) return;
      const signer = text(oldObject, "spec", "signerName");
      if (await maySign(options, user, { verb, signer })) return;
      throw forbidden(request, `user not permitted to ${verb} requests with signerName ${quote(signer)}`);
    },
  };
}

/** True when a user may act for one signer, or for all of its domain. */
export async function maySign(
  { dialect, authorizer }: CertificateOptions,
  user: AdmissionUser,
  { verb, signer }: { readonly verb: "approve" | "sign" | "attest"; readonly signer: string },
): Promise<boolean> {
  const group = dialect.expand("certificates.{api}");
  for (const name of [signer, `${signer.split("/")[0]}/*`]) {
    const query = { user, verb, isResource: true, group, version: "*", resource: "signers", subresource: "" };
    const { verdict } = await authorizer.authorize({ ...query, name, namespace: "", path: "" });
    if (verdict === "allow") return true;
  }
  return false;
}
