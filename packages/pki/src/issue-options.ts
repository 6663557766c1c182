/** A certificate and its key, PEM. */
export interface KeyPair {
  readonly certificate: string;
  readonly key: string;
}

/** Subject of a certificate. */
export interface Subject {
  readonly commonName: string;
  /** Groups of the user. */
  readonly organizations?: readonly string[];
}

/** Options of `makeAuthority`. */
export interface AuthorityOptions {
  readonly subject: Subject;
  /** When it begins to be valid, in milliseconds since 1970. @default now */
  readonly nowMs?: number;
  /** Validity in days. @default 365 */
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
  /** Validity in days. @default 365 */
  readonly days?: number;
}
