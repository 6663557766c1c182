import { checkArgument } from "@svc/base/check";
import type { Dialect } from "@svc/meta";
import { aDialect } from "@svc/meta";
import type { flowcontrolv1 } from "@svc/types";
import type { FlowControlObjects } from "../levels/flow-control.ts";
import { type DefaultObject, defaultFlowSchemas, defaultPriorityLevels } from "./default-objects.ts";

/**
 * The objects without which not every request would have a place.
 * @throws {TypeError} for a wrong argument
 */
export function mandatoryObjects(dialect: Dialect): FlowControlObjects {
  checkArgument("mandatoryObjects: dialect", dialect, aDialect);
  const mandatory = <O>(objects: readonly DefaultObject[], kind: string): readonly O[] =>
    objects.filter((o) => o.mandatory).map(({ name, spec }) => ({ kind, metadata: { name }, spec }) as O);
  return {
    schemas: mandatory<flowcontrolv1.FlowSchema>(defaultFlowSchemas(dialect), "FlowSchema"),
    levels: mandatory<flowcontrolv1.PriorityLevelConfiguration>(defaultPriorityLevels(), "PriorityLevelConfiguration"),
  };
}
