export type { Attributes, Authorizer, Decision, SelectorRequirement, User } from "./authorizer.ts";
