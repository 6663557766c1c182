import { labelValue, qualifiedName } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { type Check, each, named, oneOf } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";

const qualified = named(qualifiedName);
const label = named(labelValue);
const effects = oneOf("NoSchedule", "PreferNoSchedule", "NoExecute");

/** The taints of nodes that a pod puts up with. */
export const tolerations: Check<readonly core.Toleration[]> = each((item, at) => {
  const { key = "", operator, tolerationSeconds } = item;
  const effect: string = item.effect ?? "";
  if (key !== "") qualified(key, at.field("key"));
  else if (operator !== "Exists")
    at.field("operator").invalid(
      operator ?? "",
      'operator must be Exists when `key` is empty, which means "match all values and all keys"',
    );
  if (tolerationSeconds !== undefined && effect !== "NoExecute")
    at.field("effect").invalid(effect, "effect must be 'NoExecute' when `tolerationSeconds` is set");
  operation(item, at.field("operator"));
  if (effect !== "") effects(effect, at.field("effect"));
});

/** Errors of the value have the path of the operator, which decides whether a value is allowed. */
function operation({ operator, value = "" }: core.Toleration, at: FieldPath): void {
  switch ((operator as string | undefined) ?? "") {
    case "":
    case "Equal":
      label(value, at);
      return;
    case "Exists":
      if (value !== "") at.invalid(value, "value must be empty when `operator` is 'Exists'");
      return;
    default:
      at.notSupported(operator, ["Equal", "Exists"]);
  }
}
