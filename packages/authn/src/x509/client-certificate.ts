import { createHash } from "node:crypto";
import type { Clock, Dialect } from "@svc/meta";
import type { AuthenticationResult, Authenticator, User } from "../authenticator.ts";
import { type Certificate, readCertificate } from "./certificate.ts";
import { clientUsage, verifyChain } from "./chain.ts";
import { DerError } from "./der.ts";

export interface ClientCertificateOptions {
  readonly dialect: Dialect;
  readonly clock: Clock;
  /** Asked for each connection, so that another bundle may be given at any time; the same list is the same bundle. */
  readonly authorities: () => readonly Certificate[];
}

const absent: AuthenticationResult = { kind: "absent" };

/** How long a chain that was no good is not looked at again, so that one connection cannot keep the server busy. */
const rejectedForMs = 10_000;

/** How many certificates of one chain are looked at. */
const maxChain = 10;

const attributeIds = { commonName: "2.5.4.3", organization: "2.5.4.10", uid: "1.3.6.1.4.1.57683.2" } as const;

interface Known {
  readonly authorities: readonly Certificate[];
  readonly untilMs: number;
  readonly result: AuthenticationResult;
}

/**
 * Knows clients by their certificates: the common name is the user, each organization a group. What was found out is remembered as
 * long as the connection lives, the certificate is valid and the bundle is the same.
 */
export function clientCertificateAuthenticator(options: ClientCertificateOptions): Authenticator {
  const { clock } = options;
  const credentialId = options.dialect.expand("authentication.{labels}/credential-id");
  const known = new WeakMap<Buffer, Known>();
  return {
    authenticate: (request) => {
      const chain = request.peerCertificates();
      const [own] = chain;
      if (own === undefined) return absent;
      const nowMs = clock.now();
      const authorities = options.authorities();
      const before = known.get(own);
      if (before !== undefined && before.authorities === authorities && nowMs <= before.untilMs) return before.result;
      const judged = trusted(chain, authorities, nowMs);
      const result: AuthenticationResult = judged.ok
        ? resultOf(judged.certificate, credentialId)
        : { kind: "rejected", reason: judged.reason };
      known.set(own, { authorities, untilMs: judged.ok ? judged.untilMs : nowMs + rejectedForMs, result });
      return result;
    },
  };
}

export type Trusted =
  | { readonly ok: true; readonly certificate: Certificate; readonly untilMs: number }
  | { readonly ok: false; readonly reason: string };

/** The first certificate of a chain, where some authority vouches for it. */
export function trusted(chain: readonly Buffer[], authorities: readonly Certificate[], nowMs: number): Trusted {
  if (chain.length > maxChain) return { ok: false, reason: `x509: a chain of more than ${maxChain} certificates` };
  try {
    const certificates = chain.map(readCertificate);
    const verified = verifyChain(certificates, authorities, { nowMs, usage: clientUsage });
    if (!verified.ok) return { ok: false, reason: `x509: ${verified.reason}` };
    return { ok: true, certificate: certificates[0] as Certificate, untilMs: verified.untilMs };
  } catch (error) {
    if (error instanceof DerError) return { ok: false, reason: `x509: a certificate cannot be read: ${error.message}` };
    throw error;
  }
}

/** Of several common names the last is meant, as in other servers of this API. */
export function commonNameOf({ subject }: Certificate): string {
  return subject.findLast(({ oid }) => oid === attributeIds.commonName)?.value ?? "";
}

function resultOf(certificate: Certificate, credentialId: string): AuthenticationResult {
  const name = commonNameOf(certificate);
  if (name === "") return absent;
  const values = (wanted: string): readonly string[] =>
    certificate.subject.filter(({ oid }) => oid === wanted).map(({ value }) => value);
  const uids = values(attributeIds.uid);
  if (uids.length > 1 || uids[0] === "")
    return { kind: "rejected", reason: "x509: the subject needs one uid, not empty" };
  const fingerprint = createHash("sha256").update(certificate.raw).digest("hex");
  const user: User = {
    name,
    uid: uids[0] ?? "",
    groups: values(attributeIds.organization),
    extra: { [credentialId]: [`X509SHA256=${fingerprint}`] },
  };
  return { kind: "authenticated", user };
}
