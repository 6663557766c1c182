import { displayAs, qualifiedName } from "@svc/meta";
import type { batchv1 } from "@svc/types";
import { named, oneOf } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";

const maxRules = 20;
const maxExitCodes = 255;
const maxConditions = 20;
const actions = ["Count", "FailIndex", "FailJob", "Ignore"];
const operators = ["In", "NotIn"];

/** Validates the failure policy of a job. */
export function podFailurePolicy({ podFailurePolicy: policy, ...spec }: Partial<batchv1.JobSpec>, at: FieldPath): void {
  const { rules = [] } = policy ?? {};
  const place = at.field("rules");
  if (rules.length > maxRules) place.tooMany(rules.length, maxRules);
  const { containers = [], initContainers = [] } = spec.template?.spec ?? {};
  const names = new Set([...containers, ...initContainers].map(({ name }) => name));
  for (const [i, item] of rules.entries()) {
    action(item.action ?? "", place.item(i).field("action"), spec.backoffLimitPerIndex);
    rule(item, place.item(i), names);
  }
}

/** A required text with supported values, with the message of failure policies. */
function needsOne(value: string, at: FieldPath, supported: readonly string[]): void {
  if (value === "") at.required(`valid values: [${supported.map((text) => `"${text}"`).join(" ")}]`);
  else if (!supported.includes(value)) at.notSupported(value, supported);
}

function action(value: string, at: FieldPath, backoffLimitPerIndex: number | undefined): void {
  if (value === "FailIndex" && backoffLimitPerIndex === undefined)
    at.invalid(value, "requires the backoffLimitPerIndex to be set");
  needsOne(value, at, actions);
}

function rule(item: batchv1.PodFailurePolicyRule, at: FieldPath, names: ReadonlySet<string>): void {
  const { onExitCodes, onPodConditions = [] } = item;
  if (onExitCodes !== undefined) exitCodes(onExitCodes, at.field("onExitCodes"), names);
  if (onPodConditions.length > 0) conditions(onPodConditions, at.field("onPodConditions"));
  if (onExitCodes !== undefined && onPodConditions.length > 0)
    at.invalid(displayAs("specifying both OnExitCodes and OnPodConditions is not supported"), "");
  if (onExitCodes === undefined && onPodConditions.length === 0)
    at.invalid(displayAs("specifying one of OnExitCodes and OnPodConditions is required"), "");
}

function exitCodes(
  requirement: batchv1.PodFailurePolicyOnExitCodesRequirement,
  at: FieldPath,
  names: ReadonlySet<string>,
): void {
  const { operator, containerName, values = [] } = requirement;
  needsOne(operator ?? "", at.field("operator"), operators);
  if (containerName !== undefined && !names.has(containerName))
    at.field("containerName").invalid(
      containerName,
      "must be one of the container or initContainer names in the pod template",
    );
  const place = at.field("values");
  if (values.length === 0) place.invalid(values, "at least one value is required");
  else if (values.length > maxExitCodes) place.tooMany(values.length, maxExitCodes);
  const seen = new Set<number>();
  for (const [i, value] of values.entries()) {
    if (operator === "In" && value === 0) place.item(i).invalid(value, "must not be 0 for the In operator");
    if (seen.has(value)) place.item(i).duplicate(value);
    seen.add(value);
  }
  if (values.some((value, i) => i > 0 && value < (values[i - 1] ?? value))) place.invalid(values, "must be ordered");
}

const conditionType = named(qualifiedName);
const conditionStatus = oneOf("False", "True", "Unknown");

function conditions(patterns: readonly batchv1.PodFailurePolicyOnPodConditionsPattern[], at: FieldPath): void {
  if (patterns.length > maxConditions) at.tooMany(patterns.length, maxConditions);
  for (const [i, { type = "", status = "" }] of patterns.entries()) {
    conditionType(type, at.item(i).field("type"));
    if (status === "") at.item(i).field("status").required();
    else conditionStatus(status, at.item(i).field("status"));
  }
}
