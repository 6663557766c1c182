import { aFunction, anObject, type Expected, optional, optionsOf, withMethods } from "@svc/base/check";
import { aDialect } from "@svc/meta";
import { aCodec, aNamespaceSource, anAuthorizer, anObjectList, someFeatureGates } from "../expected.ts";
import type { ReplaceDeps } from "../matching/replace-object.ts";
import type { ObjectList } from "../object-list.ts";
import type { PolicyDeps } from "./policy-target.ts";

/** Options of `mutatingPolicies`. */
export interface MutatingPolicyOptions extends PolicyDeps, ReplaceDeps {
  readonly policies: ObjectList;
  readonly bindings: ObjectList;
  /**
   * Whether a kind is that of a resource. Configurations are applied to no others, such as
   * `Scale`, which only subresources have.
   */
  readonly isResource: (apiVersion: string, kind: string) => boolean;
}

/** Expects the options of `mutatingPolicies`. */
export const mutatingPolicyOptions: Expected<MutatingPolicyOptions> = optionsOf<MutatingPolicyOptions>({
  policies: anObjectList,
  bindings: anObjectList,
  isResource: aFunction,
  params: aFunction,
  namespaces: optional(aNamespaceSource),
  authorizer: anAuthorizer,
  codec: aCodec,
  dialect: aDialect,
  clock: withMethods("a Clock of @svc/base", "monotonic"),
  observer: optional(anObject),
  isKind: aFunction,
  gates: someFeatureGates,
});
