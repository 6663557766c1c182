import type { AdmissionPlugin, AdmissionRequest, NamespaceSource } from "@svc/admission";
import { type MaybePromise, quote } from "@svc/base";
import { aFunction, anObject, checkArgument, optional, optionsOf, withMethods } from "@svc/base/check";
import { type ApiObject, aDialect, type Dialect, internalError, qualifiedResource } from "@svc/meta";
import { aNamespaceSource } from "../options/expected.ts";
import { exemptRequest, noExemptions, type PodSecurityExemptions } from "./exemptions.ts";
import { namespaceCheck } from "./namespace-check.ts";
import { noObserver, type PodSecurityObserver } from "./observer.ts";
import { changesCheckedFields, type PodLike, templates } from "./pod.ts";
import { podCheck } from "./pod-check.ts";
import { isUnrestricted, noPolicies, type Policies, policyLabels } from "./policy.ts";
import { podSecurityStandards } from "./standards.ts";

/** Options of the admission step that enforces Pod Security Standards. */
export interface PodSecurityOptions {
  readonly dialect: Dialect;
  readonly namespaces: NamespaceSource;
  /** The pods of a namespace, sorted by name; read when its policy becomes stricter. */
  readonly pods: (namespace: string) => MaybePromise<readonly ApiObject[]>;
  /** The policies of namespaces without labels. @default everything is allowed */
  readonly defaults?: Policies;
  /** @default none */
  readonly exemptions?: PodSecurityExemptions;
  /** @default nothing is observed */
  readonly observer?: PodSecurityObserver;
}

/** Subresources of pods whose writes cannot change what the standards restrict. */
const otherSubresources = new Set(["exec", "attach", "binding", "eviction", "log", "portforward", "proxy", "status"]);

const podSecurityOptions = optionsOf<PodSecurityOptions>({
  dialect: aDialect,
  namespaces: aNamespaceSource,
  pods: aFunction,
  defaults: optional(anObject),
  exemptions: optional(anObject),
  observer: optional(withMethods("a PodSecurityObserver of @svc/admission-plugins", "evaluated", "exempted")),
});

/**
 * Enforces the Pod Security Standards that the labels of a namespace select.
 * @throws {TypeError} for a wrong argument
 */
export function podSecurity(options: PodSecurityOptions): AdmissionPlugin {
  checkArgument("podSecurity: options", options, podSecurityOptions);
  const { dialect, namespaces, pods, defaults = noPolicies, exemptions = noExemptions } = options;
  const { observer = noObserver } = options;
  const evaluate = podSecurityStandards(dialect);
  const labels = policyLabels(dialect, defaults);
  const annotation = (name: string): string => dialect.expand(`pod-security.{labels}/${name}`);
  const checkPod = podCheck({ evaluate, exemptions, annotation, observer });
  const checkNamespace = namespaceCheck({ evaluate, exemptions, labels, pods });

  const withPolicies = (request: AdmissionRequest, check: (policies: Policies) => void): MaybePromise<void> => {
    const exempt = exemptRequest(exemptions, request);
    if (exempt !== undefined) {
      observer.exempted(request);
      request.annotate?.(annotation("exempt"), exempt);
      return undefined;
    }
    const act = (namespace: ApiObject | undefined): void => {
      if (namespace === undefined) throw internalError(`failed to lookup namespace ${quote(request.namespace)}`);
      check(labels.policiesOf(namespace.metadata.labels));
    };
    const known = namespaces.get(request.namespace);
    if (known !== undefined) return act(known);
    const fresh = namespaces.getFresh(request.namespace);
    return fresh instanceof Promise ? fresh.then(act) : act(fresh);
  };

  return {
    name: "PodSecurity",
    operations: ["CREATE", "UPDATE"],
    resources: ["namespaces", "pods", "pods/*", ...templates.keys()],
    validate: (request) => {
      const { object, oldObject, resource, subresource } = request;
      if (object === undefined) return undefined;
      const key = qualifiedResource(resource);
      if (key === "namespaces") return checkNamespace(request, object);
      if (key === "pods") {
        if (otherSubresources.has(subresource)) return undefined;
        return withPolicies(request, (policies) => {
          // Without restrictions, evaluations of all updates are annotated and counted.
          const isUpdate = oldObject !== undefined && !isUnrestricted(policies);
          if (isUpdate && !changesCheckedFields(object as PodLike, oldObject as PodLike)) return;
          checkPod(request, { pod: object as PodLike, isTemplate: false }, policies);
        });
      }
      const template = templates.get(key)?.(object);
      if (template === undefined) return undefined;
      return withPolicies(request, (policies) => checkPod(request, { pod: template, isTemplate: true }, policies));
    },
  };
}
