import { labelValue, qualifiedName } from "@svc/meta";
import type { resourcev1beta2 as resource } from "@svc/types";
import { all, type Check, choice, each, members, named, oneOf, text } from "../common/check.ts";

const effects = ["NoExecute", "NoSchedule"] as const;
const key = named(qualifiedName);
const value = named(labelValue);

/** A mark that keeps claims off a device, or drives them from it. */
export const deviceTaint: Check<resource.DeviceTaint> = members<resource.DeviceTaint>({
  key: text(key),
  value,
  effect: text(choice(...effects)),
});

export const deviceTolerations: Check<readonly resource.DeviceToleration[]> = each(
  all<resource.DeviceToleration>(
    members<resource.DeviceToleration>({
      key: (name, at) => {
        if (name !== "") key(name, at);
      },
    }),
    ({ operator = "Equal", value: effectText = "" }, at) => {
      if (operator === "Exists") {
        if (effectText !== "") at.field("value").invalid(effectText, "must be empty for operator `Exists`");
      } else if (operator === "Equal") value(effectText, at.field("value"));
      else at.field("operator").notSupported(operator, ["Equal", "Exists"]);
    },
    members<resource.DeviceToleration>({
      effect: (effect, at) => {
        if ((effect as string) !== "") oneOf(...effects)(effect, at);
      },
    }),
  ),
);
