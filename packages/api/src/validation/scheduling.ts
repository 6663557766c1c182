import type { Dialect } from "@svc/meta";
import type { schedulingv1 } from "@svc/types";
import { systemPriorities } from "../strategies/priority-class.ts";
import { type Check, oneOf } from "./common/check.ts";
import { immutable } from "./common/equal.ts";
import { type ChangeCheck, kind } from "./common/kind.ts";
import type { KindValidation } from "./common/kind-validation.ts";

const maxUserPriority = 1_000_000_000;
const systemPrefix = "system-";

export function schedulingValidation(_dialect: Dialect): Readonly<Record<string, KindValidation>> {
  return { PriorityClass: kind<schedulingv1.PriorityClass>({ create: priorityClass, update: priorityClassChange }) };
}

const knownPolicy = oneOf("PreemptLowerPriority", "Never");

const priorityClass: Check<schedulingv1.PriorityClass> = (object, at) => {
  const { metadata, value, preemptionPolicy = "" } = object;
  const name = metadata?.name ?? "";
  if (name.startsWith(systemPrefix)) {
    const problem = systemProblem(name, object);
    if (problem !== undefined)
      at.field("metadata")
        .field("name")
        .forbidden(
          `priority class names with '${systemPrefix}' prefix are reserved for system use only. error: ${problem}`,
        );
  } else if (value > maxUserPriority)
    at.field("value").forbidden(`maximum allowed value of a user defined priority is ${maxUserPriority}`);
  const policyAt = at.field("preemptionPolicy");
  if (preemptionPolicy === "") policyAt.required();
  else knownPolicy(preemptionPolicy, policyAt);
};

function systemProblem(name: string, { value, globalDefault }: schedulingv1.PriorityClass): string | undefined {
  const expected = systemPriorities.get(name);
  if (expected === undefined) return `${name} is not a known system priority class`;
  if (value !== expected) return `value of ${name} PriorityClass must be ${expected}`;
  return globalDefault === true ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}

const priorityClassChange: ChangeCheck<schedulingv1.PriorityClass> = (object, old, at) => {
  if (object.value !== old.value) at.field("value").forbidden("may not be changed in an update.");
  immutable(object.preemptionPolicy, old.preemptionPolicy, at.field("preemptionPolicy"));
};
