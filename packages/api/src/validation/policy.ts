import type { policyv1 } from "@svc/types";
import { all, type Check, members, oneOf } from "./common/check.ts";
import { conditions } from "./common/condition.ts";
import { atMostAll, numberOrPercent } from "./common/int-or-string.ts";
import { kind } from "./common/kind.ts";
import type { KindValidation } from "./common/kind-validation.ts";
import { labelSelector } from "./common/label-selector.ts";
import { notNegative } from "./common/number.ts";

const share = all(numberOrPercent, atMostAll);

const parts = members<policyv1.PodDisruptionBudgetSpec>({
  minAvailable: share,
  maxUnavailable: share,
  selector: labelSelector,
  unhealthyPodEvictionPolicy: oneOf("AlwaysAllow", "IfHealthyBudget"),
});

const spec: Check<policyv1.PodDisruptionBudgetSpec> = (value, at) => {
  if (value.minAvailable !== undefined && value.maxUnavailable !== undefined)
    at.invalid(value, "minAvailable and maxUnavailable cannot be both set");
  parts(value, at);
};

const status = members<policyv1.PodDisruptionBudgetStatus>({
  conditions,
  disruptionsAllowed: notNegative,
  currentHealthy: notNegative,
  desiredHealthy: notNegative,
  expectedPods: notNegative,
});

export function policyValidation(): Readonly<Record<string, KindValidation>> {
  return {
    PodDisruptionBudget: kind<policyv1.PodDisruptionBudget>({
      object: members<policyv1.PodDisruptionBudget>({ spec }),
      subresources: {
        status: (object, _old, at) => {
          if (object.status !== undefined) status(object.status, at.field("status"));
        },
      },
    }),
  };
}
