export { admissionStepNames } from "./admission/steps.ts";
export { controlPlane } from "./control-plane.ts";
export type { Component } from "./options/component.ts";
export type { ControlPlaneOptions } from "./options/options.ts";
export type { ServiceAccountTokens } from "./options/service-account-tokens.ts";
export { clusterObjects, type ServerObjects } from "./service-accounts/cluster-objects.ts";
export { parseAddressRange } from "./services/address-range.ts";
export { parsePortRange } from "./services/node-ports.ts";
