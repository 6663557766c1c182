import { dns1123Label, dns1123Subdomain, pathSegment } from "@svc/meta";
import type { networkingv1 } from "@svc/types";
import { all, type Check, maxBytes, members, named, needed, oneOf } from "../common/check.ts";
import { immutable } from "../common/equal.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { domainPrefixedPath } from "../common/names.ts";

const dnsLabel = named(dns1123Label);

const maxControllerBytes = 250;

const reference = members<networkingv1.IngressClassParametersReference>({
  apiGroup: named(dns1123Subdomain),
  kind: needed(named(pathSegment), "kind is required"),
  name: needed(named(pathSegment), "name is required"),
});

const scopes = oneOf("Cluster", "Namespace");

/** Validates the parameters of a class: an object of the cluster, or of the given namespace. */
const parameters: Check<networkingv1.IngressClassParametersReference> = (value, at) => {
  reference(value, at);
  const { scope, namespace } = value;
  if (scope === undefined) return at.field("scope").required();
  scopes(scope, at.field("scope"));
  const place = at.field("namespace");
  if (scope === "Namespace") {
    if (namespace === undefined) place.required("`parameters.scope` is set to 'Namespace'");
    else dnsLabel(namespace, place);
  } else if (scope === "Cluster" && namespace !== undefined) place.forbidden("`parameters.scope` is set to 'Cluster'");
};

const spec = members<networkingv1.IngressClassSpec>({
  controller: needed(all(maxBytes(maxControllerBytes), domainPrefixedPath)),
  parameters,
});

const object: Check<networkingv1.IngressClass> = (value, at) => spec(value.spec ?? {}, at.field("spec"));

export const ingressClass: KindValidation = kind<networkingv1.IngressClass>({
  create: object,
  update: (value, old, at) => {
    immutable(value.spec?.controller ?? "", old.spec?.controller, at.field("spec").field("controller"));
    object(value, at);
  },
});
