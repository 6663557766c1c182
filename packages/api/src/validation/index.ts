import type { Dialect } from "@svc/meta";
import { autoscalingValidation } from "./autoscaling.ts";
import type { KindValidation } from "./kind-validation.ts";
import { rbacValidation } from "./rbac.ts";

/** Each group's kinds, by the group as dialects spell it: `rbac.authorization.{api}`. */
const groups: Readonly<Record<string, (dialect: Dialect) => Readonly<Record<string, KindValidation>>>> = {
  autoscaling: autoscalingValidation,
  "rbac.authorization.{api}": rbacValidation,
};

/** What kinds check of their objects, found by group and kind. */
export function validationByKind(dialect: Dialect): (group: string, kind: string) => KindValidation | undefined {
  const byGroup = new Map(Object.entries(groups).map(([name, of]) => [dialect.expand(name), of(dialect)]));
  return (group, kind) => byGroup.get(group)?.[kind];
}
