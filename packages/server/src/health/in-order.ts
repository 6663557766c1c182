import type { Dialect } from "@svc/meta";
import type { HealthCheck } from "./health.ts";

/** The order in which clients are used to see what begins with a server. */
const order: readonly string[] = [
  "informer-sync",
  "poststarthook/start-apiserver-admission-initializer",
  "poststarthook/generic-apiserver-start-informers",
  "poststarthook/priority-and-fairness-config-consumer",
  "poststarthook/priority-and-fairness-filter",
  "poststarthook/storage-object-count-tracker-hook",
  "poststarthook/start-apiextensions-informers",
  "poststarthook/start-apiextensions-controllers",
  "poststarthook/crd-informer-synced",
  "poststarthook/start-system-namespaces-controller",
  "poststarthook/start-cluster-authentication-info-controller",
  "poststarthook/start-{system}-apiserver-identity-lease-controller",
  "poststarthook/start-{system}-apiserver-identity-lease-garbage-collector",
  "poststarthook/start-legacy-token-tracking-controller",
  "poststarthook/start-service-ip-repair-controllers",
  "poststarthook/rbac/bootstrap-roles",
  "poststarthook/scheduling/bootstrap-system-priority-classes",
  "poststarthook/priority-and-fairness-config-producer",
  "poststarthook/bootstrap-controller",
  "poststarthook/start-{product}-service-cidr-controller",
  "poststarthook/start-{system}-aggregator-informers",
  "poststarthook/apiservice-status-local-available-controller",
  "poststarthook/apiservice-status-remote-available-controller",
  "poststarthook/apiservice-registration-controller",
  "poststarthook/apiservice-discovery-controller",
  "poststarthook/{system}-apiserver-autoregistration",
  "autoregister-completion",
  "poststarthook/apiservice-openapi-controller",
  "poststarthook/apiservice-openapiv3-controller",
];

/** Checks in the order in which they are shown; those that are not known come last. */
export function inOrder(checks: readonly HealthCheck[], { expand }: Dialect): readonly HealthCheck[] {
  const places = new Map(order.map((name, i) => [expand(name), i]));
  const placeOf = ({ name }: HealthCheck): number => places.get(name) ?? order.length;
  return checks.toSorted((a, b) => placeOf(a) - placeOf(b));
}
