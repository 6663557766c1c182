export { type DelegatedAccess, type DelegationOptions, delegateAccess } from "./delegate-access.ts";
