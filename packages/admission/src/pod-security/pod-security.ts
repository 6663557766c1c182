import { type ApiObject, type Dialect, internalError, invalidObject, qualifiedResource } from "@svc/meta";
import type { AdmissionPlugin, AdmissionRequest } from "../admission.ts";
import type { NamespaceSource } from "../namespace-lifecycle.ts";
import { refused } from "../refused.ts";
import { warnOfExistingPods } from "./existing-pods.ts";
import { changesWhatCounts, type PodLike, templates } from "./pod.ts";
import { isStricter, type Policies, policyLabels, policyText, samePolicy } from "./policy.ts";
import { type Evaluate, podSecurityStandards } from "./standards.ts";
import type { Finding } from "./words.ts";

type MaybePromise<T> = T | Promise<T>;

export interface PodSecurityOptions {
  readonly dialect: Dialect;
  readonly namespaces: NamespaceSource;
  /** Those of a namespace, sorted by name; asked for when a namespace becomes stricter. */
  readonly pods: (namespace: string) => MaybePromise<readonly ApiObject[]>;
}

/** What of a pod, when written, changes nothing that the standards are about. */
const otherSubresources = new Set(["exec", "attach", "binding", "eviction", "log", "portforward", "proxy", "status"]);

/** Pods keep the standards that the labels of their namespace ask for. */
export function podSecurity({ dialect, namespaces, pods }: PodSecurityOptions): AdmissionPlugin {
  const evaluate = podSecurityStandards(dialect);
  const labels = policyLabels(dialect);

  const inNamespace = (request: AdmissionRequest, check: (policies: Policies) => void): MaybePromise<void> => {
    const act = (namespace: ApiObject | undefined): void => {
      if (namespace === undefined)
        throw internalError(`failed to lookup namespace ${JSON.stringify(request.namespace)}`);
      check(labels.policiesOf(namespace.metadata.labels));
    };
    const known = namespaces.get(request.namespace);
    if (known !== undefined) return act(known);
    const fresh = namespaces.getFresh(request.namespace);
    return fresh instanceof Promise ? fresh.then(act) : act(fresh);
  };

  const checkNamespace = (request: AdmissionRequest): MaybePromise<void> => {
    const { object, oldObject } = request;
    if (object === undefined) return undefined;
    const problems = labels.problems(object.metadata.labels, oldObject?.metadata.labels);
    const { name = "" } = object.metadata;
    if (problems.length > 0) throw invalidObject({ group: "", kind: request.kind.kind, name }, problems);
    if (oldObject === undefined) return undefined;
    const { enforce } = labels.policiesOf(object.metadata.labels);
    const { enforce: before } = labels.policiesOf(oldObject.metadata.labels);
    if (enforce.level === "privileged" || samePolicy(enforce, before)) return undefined;
    if (enforce.version === before.version && !isStricter(enforce, before)) return undefined;
    const warn = (found: readonly ApiObject[]): void => warnOfExistingPods(request, evaluate, enforce, found);
    const found = pods(name);
    return found instanceof Promise ? found.then(warn) : warn(found);
  };

  return {
    name: "PodSecurity",
    operations: ["CREATE", "UPDATE"],
    resources: ["namespaces", "pods", "pods/*", ...templates.keys()],
    validate: (request) => {
      const { object, oldObject, resource, subresource } = request;
      if (object === undefined) return undefined;
      const key = qualifiedResource(resource);
      if (key === "namespaces") return checkNamespace(request);
      if (key === "pods") {
        if (otherSubresources.has(subresource)) return undefined;
        if (oldObject !== undefined && !changesWhatCounts(object as PodLike, oldObject as PodLike)) return undefined;
        return inNamespace(request, (policies) => checkPod(request, evaluate, policies, object as PodLike));
      }
      const template = templates.get(key)?.(object);
      if (template === undefined) return undefined;
      return inNamespace(request, ({ warn }) => {
        const findings = evaluate(warn, template);
        if (findings.length > 0) request.warn(violation("would violate", policyText(warn), findings));
      });
    },
  };
}

/** Pods are refused; where they are not, but would be by the policy that only warns, it is told. */
function checkPod(request: AdmissionRequest, evaluate: Evaluate, { enforce, warn }: Policies, pod: PodLike): void {
  const findings = evaluate(enforce, pod);
  if (findings.length > 0) {
    throw refused(request, violation("violates", policyText(enforce), findings));
  }
  const noted = evaluate(warn, pod);
  if (noted.length > 0) request.warn(violation("would violate", policyText(warn), noted));
}

function violation(word: string, policy: string, findings: readonly Finding[]): string {
  return `${word} PodSecurity "${policy}": ${findings.map(({ reason, detail }) => `${reason} (${detail})`).join(", ")}`;
}
