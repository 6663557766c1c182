export { admissionStepNames } from "./admission/steps.ts";
export { controlPlane } from "./control-plane.ts";
export type { ControlPlaneOptions } from "./options.ts";
export { clusterObjects, type ServerObjects } from "./service-accounts/cluster-objects.ts";
export type { ServiceAccountTokens } from "./service-accounts/service-account-tokens.ts";
export { parseAddressRange } from "./services/address-range.ts";
export { parsePortRange } from "./services/node-ports.ts";
export type { Component } from "./subresources/component-statuses.ts";
