export { type AuthoritiesResult, parseAuthorities } from "./authority-bundle.ts";
export { type Certificate, type NameAttribute, readCertificate } from "./certificate.ts";
export { type ChainOptions, type ChainResult, clientUsage, verifyChain } from "./chain.ts";
export { DerError } from "./der.ts";
export {
  type AuthorityOptions,
  type IssueOptions,
  issueCertificate,
  type KeyPair,
  makeAuthority,
  type Subject,
} from "./issue.ts";
