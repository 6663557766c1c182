export { builtinDefinitions } from "./definitions.ts";
export { type BuiltinGroup, builtin, core, groups } from "./groups.ts";
export { localAvailability } from "./strategies/api-service.ts";
export { caBundleProblem } from "./validation/apiextensions/ca-bundle.ts";
export { type GroupApproval, groupApproval } from "./validation/apiextensions/group-approval.ts";
export { canonicalAddress } from "./validation/common/address-spelling.ts";
export { type UrlParts, urlParts } from "./validation/common/url-parts.ts";
export { serviceAddressErrors } from "./validation/core/service-addresses.ts";
