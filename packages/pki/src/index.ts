export {
  type AuthorityOptions,
  type IssueOptions,
  issueCertificate,
  type KeyPair,
  makeAuthority,
  type Subject,
} from "./certificates.ts";
