import type { Dialect } from "@svc/meta";
import { baselineChecks } from "./baseline.ts";
import type { PodLike } from "./pod.ts";
import { minorOf, type Policy } from "./policy.ts";
import { restrictedChecks } from "./restricted.ts";
import type { Finding } from "./words.ts";

/** Returns the violations of a policy by a pod. */
export type Evaluate = (policy: Policy, pod: PodLike) => readonly Finding[];

/** Source: the pod security standards. */
export function podSecurityStandards(dialect: Dialect): Evaluate {
  const baseline = baselineChecks(dialect);
  return (policy, pod) => {
    if (policy.level === "privileged") return [];
    const minor = minorOf(policy);
    const restricted = policy.level === "restricted" ? restrictedChecks.filter(({ since }) => since <= minor) : [];
    const overridden = new Set(restricted.flatMap(({ overrides = [] }) => overrides));
    return [...baseline.filter(({ id }) => !overridden.has(id)), ...restricted].flatMap(
      (check) => check.find(pod, minor) ?? [],
    );
  };
}
