/** A certificate and its key, PEM. */
export interface KeyPair {
  readonly certificate: string;
  readonly key: string;
}

/** Subject of a certificate. */
export interface Subject {
  readonly commonName: string;
  /** What the API takes for groups. */
  readonly organizations?: readonly string[];
}

/** Options of `makeAuthority`. */
export interface AuthorityOptions {
  readonly subject: Subject;
  /** When it begins to be valid, in milliseconds since 1970. @default now */
  readonly nowMs?: number;
  /** How long it is valid. @default 365 */
  readonly days?: number;
}

/** Options of `issueCertificate`. */
export interface IssueOptions {
  readonly subject: Subject;
  readonly usage: "server" | "client";
  /** Names and addresses of a server. */
  readonly hosts?: readonly string[];
  /** When it begins to be valid, in milliseconds since 1970. @default now */
  readonly nowMs?: number;
  /** How long it is valid. @default 365 */
  readonly days?: number;
}

/** Makes an authority of its own: ECDSA P-256, signed by itself. Source: RFC 5280 */
export async function makeAuthority(options: AuthorityOptions): Promise<KeyPair> {
  const { writeAuthority } = await writer();
  return writeAuthority(options);
}

/**
 * Makes a key (ECDSA P-256) and its certificate, which does not outlive its authority; the
 * authority's own key may be of elliptic curves or RSA.
 * @throws {TypeError} for an authority or a host that cannot be read, and for the authority's own
 * subject: verifiers take such a certificate for one that signed itself
 */
export async function issueCertificate(authority: KeyPair, options: IssueOptions): Promise<KeyPair> {
  const { writeIssued } = await writer();
  return writeIssued(authority, options);
}

/** With its library, which is large, only when something is to be made. */
const writer = (): Promise<typeof import("./certificate-writer.ts")> => import("./certificate-writer.ts");
