import type { Dialect } from "@svc/meta";
import { coreKinds } from "./core-kinds.ts";
import { groupKinds } from "./group-kinds.ts";
import type { KindStrategy } from "./kind-strategy.ts";
import { workloadKinds } from "./workload-kinds.ts";

/**
 * Strategies of single kinds, by storage group and kind. Everything else follows from the tables:
 * see `strategy-of.ts`.
 */
export function kindStrategies(dialect: Dialect): Readonly<Record<string, KindStrategy>> {
  return { ...coreKinds(dialect), ...workloadKinds(dialect), ...groupKinds(dialect) };
}
