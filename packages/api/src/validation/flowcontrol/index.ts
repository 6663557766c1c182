import type { Dialect } from "@svc/meta";
import type { KindValidation } from "../common/kind-validation.ts";
import { flowSchema } from "./flow-schema.ts";
import { priorityLevel } from "./priority-level.ts";

export function flowcontrolValidation(_dialect: Dialect): Readonly<Record<string, KindValidation>> {
  return { FlowSchema: flowSchema, PriorityLevelConfiguration: priorityLevel };
}
