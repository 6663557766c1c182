export { type AuthoritiesResult, parseAuthorities } from "./authority-bundle.ts";
export { type Certificate, type NameAttribute, readCertificate } from "./certificate.ts";
export { type ChainOptions, type ChainResult, clientUsage, verifyChain } from "./chain.ts";
export { DerError } from "./der.ts";
export { issueCertificate, makeAuthority } from "./issue.ts";
export type { AuthorityOptions, IssueOptions, KeyPair, Subject } from "./issue-options.ts";
