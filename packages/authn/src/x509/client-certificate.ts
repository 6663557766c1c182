import { createHash } from "node:crypto";
import { aClock, aFunction, checkArgument, optional, optionsOf } from "@svc/base/check";
import { aDialect, type Dialect } from "@svc/meta";
import type { Certificate } from "@svc/pki";
import type { AuthenticationResult, Authenticator, User } from "../authenticator.ts";
import { type ChainCheckOptions, createChainCheck } from "./chain-check.ts";

/** Options of `clientCertificateAuthenticator`. */
export interface ClientCertificateOptions extends ChainCheckOptions {
  readonly dialect: Dialect;
  /**
   * Called with the remaining lifetime of each certificate that is accepted.
   * @default nothing happens
   */
  readonly onAccepted?: (remainingMs: number) => void;
}

const absent: AuthenticationResult = { kind: "absent" };

const attributeIds = { commonName: "2.5.4.3", organization: "2.5.4.10", uid: "1.3.6.1.4.1.57683.2" } as const;

const clientCertificateOptions = optionsOf<ClientCertificateOptions>({
  dialect: aDialect,
  onAccepted: optional(aFunction),
  clock: aClock,
  authorities: aFunction,
});

/**
 * Authenticates clients by their certificates: the common name is the user, each organization a
 * group. Results are cached for the life of the connection, while the certificate is valid and the
 * bundle is the same.
 * @throws {TypeError} for a wrong argument
 */
export function clientCertificateAuthenticator(options: ClientCertificateOptions): Authenticator {
  checkArgument("clientCertificateAuthenticator: options", options, clientCertificateOptions);
  const { dialect, onAccepted, clock, authorities } = options;
  const credentialId = dialect.expand("authentication.{labels}/credential-id");
  const check = createChainCheck({ clock, authorities });
  const known = new WeakMap<Certificate, AuthenticationResult>();
  return {
    authenticate: (request) => {
      const chain = request.peerCertificates();
      if (chain.length === 0) return absent;
      const trusted = check(chain);
      if (!trusted.ok) return { kind: "rejected", reason: trusted.reason };
      const { certificate } = trusted;
      onAccepted?.(certificate.notAfterMs - clock.now());
      let result = known.get(certificate);
      if (result === undefined) known.set(certificate, (result = resultOf(certificate, credentialId)));
      return result;
    },
  };
}

/** The last of several common names counts, as in the original. */
export function commonNameOf({ subject }: Certificate): string {
  return subject.findLast(({ oid }) => oid === attributeIds.commonName)?.value ?? "";
}

function resultOf(certificate: Certificate, credentialId: string): AuthenticationResult {
  const name = commonNameOf(certificate);
  if (name === "") return absent;
  const values = (type: string): readonly string[] =>
    certificate.subject.filter(({ oid }) => oid === type).map(({ value }) => value);
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
