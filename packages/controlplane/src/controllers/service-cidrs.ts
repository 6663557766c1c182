import type { ApiObject } from "@svc/meta";
import type { LocalClient } from "@svc/registry";
import { type Condition, conditionOf, type RunningController, startReconciler } from "@svc/server";
import { ownName } from "../bootstrap/own-service.ts";

interface ServiceCidr extends ApiObject {
  readonly status?: { readonly conditions?: readonly Condition[] };
}

/**
 * The range that this server begins with is ready, since nothing has to be done for it; others are
 * for controllers to judge.
 */
export function startServiceCidrController(local: LocalClient): RunningController | undefined {
  const { dialect } = local.environment;
  const resource = local.resource<ServiceCidr>("networking.{api}", "servicecidrs");
  if (resource === undefined) return undefined;
  const product = `${dialect.product.charAt(0).toUpperCase()}${dialect.product.slice(1)}`;
  return startReconciler<ServiceCidr>({
    local,
    resource,
    reconcile: async (objects, { metadata: { name, deletionTimestamp }, status }) => {
      if (name !== ownName || deletionTimestamp !== undefined) return;
      if (conditionOf(status?.conditions, "Ready") !== undefined) return;
      const message = `${product} default Service CIDR is ready`;
      const ready = { type: "Ready", status: "True", lastTransitionTime: objects.now(), message };
      await objects.applyStatus(name, `${dialect.product}-service-cidr-controller`, { conditions: [ready] });
    },
  });
}
