import {
  aNonNegativeNumber,
  aNumber,
  anObject,
  aString,
  checkArgument,
  listOf,
  oneOf,
  optional,
  optionsOf,
} from "@svc/base/check";
import type { AuthorityOptions, IssueOptions, KeyPair } from "./issue-options.ts";

const authorityOptions = optionsOf<AuthorityOptions>({
  subject: anObject,
  nowMs: optional(aNonNegativeNumber),
  days: optional(aNumber),
});

/**
 * Creates a self-signed authority: ECDSA P-256. Source: RFC 5280
 * @throws {TypeError} for a wrong argument
 */
export async function makeAuthority(options: AuthorityOptions): Promise<KeyPair> {
  checkArgument("makeAuthority: options", options, authorityOptions);
  const { writeAuthority } = await writer();
  return writeAuthority(options);
}

const issueOptions = optionsOf<IssueOptions>({
  subject: anObject,
  usage: oneOf("server", "client"),
  hosts: optional(listOf(aString)),
  nowMs: optional(aNonNegativeNumber),
  days: optional(aNumber),
});

/**
 * Creates a key (ECDSA P-256) and its certificate, which does not outlive its authority; the
 * authority's key may be of elliptic curves or RSA.
 * @throws {TypeError} for a malformed authority or host, and for the authority's own subject:
 * verifiers would treat such a certificate as self-signed
 */
export async function issueCertificate(authority: KeyPair, options: IssueOptions): Promise<KeyPair> {
  checkArgument("issueCertificate: authority", authority, anObject);
  checkArgument("issueCertificate: options", options, issueOptions);
  const { writeIssued } = await writer();
  return writeIssued(authority, options);
}

/** Imported on first use, since its library is large. */
const writer = (): Promise<typeof import("./certificate-writer.ts")> => import("./certificate-writer.ts");
