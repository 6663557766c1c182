import type { Dialect } from "@svc/meta";
import type { HealthCheck } from "./health.ts";

/** The order in which clients are used to see what begins with a server. */
const order: readonly string[] = [
  "generic-apiserver-start-informers",
  "priority-and-fairness-config-consumer",
  "start-apiextensions-informers",
  "start-apiextensions-controllers",
  "crd-informer-synced",
  "start-system-namespaces-controller",
  "start-cluster-authentication-info-controller",
  "start-{system}-apiserver-identity-lease-controller",
  "start-{system}-apiserver-identity-lease-garbage-collector",
  "start-legacy-token-tracking-controller",
  "rbac/bootstrap-roles",
  "scheduling/bootstrap-system-priority-classes",
  "priority-and-fairness-config-producer",
  "bootstrap-controller",
  "start-{product}-service-cidr-controller",
  "apiservice-status-local-available-controller",
  "apiservice-registration-controller",
  "{system}-apiserver-autoregistration",
];

/** Checks in the order in which they are shown; those that are not known come last. */
export function inOrder(checks: readonly HealthCheck[], { expand }: Dialect): readonly HealthCheck[] {
  const places = new Map(order.map((name, i) => [`poststarthook/${expand(name)}`, i]));
  const placeOf = ({ name }: HealthCheck): number => places.get(name) ?? order.length;
  return checks.toSorted((a, b) => placeOf(a) - placeOf(b));
}
