export {
  type BodyRewriter,
  type ForwardedHead,
  type ForwardOptions,
  ForwardTimeoutError,
  forward,
} from "./forward.ts";
export {
  type ForwardUpgradeOptions,
  forwardUpgrade,
  returnedRefusal,
  UpgradeResponseError,
} from "./forward-upgrade.ts";
export { forwardedBody } from "./forwarded-body.ts";
export {
  type ForwardedRequest,
  forwardedHeaders,
  type HeaderPair,
  headerOf,
  returnedHeaders,
  takesAnyEncoding,
} from "./forwarded-headers.ts";
export { returnedHead } from "./returned-head.ts";
export type { LinkRewriting } from "./rewrite-link.ts";
export { escapedPath, pathBytes, sortedQuery } from "./target-bytes.ts";
