import { checksChangeOnly, type KindStrategy } from "./kind-strategy.ts";

/** The classes of the system itself: their names and values belong together. */
export const systemPriorities: ReadonlyMap<string, number> = new Map([
  ["system-node-critical", 2_000_001_000],
  ["system-cluster-critical", 2_000_000_000],
]);

/** A class of the system is deleted only with the whole collection. */
export const priorityClass: KindStrategy = {
  ...checksChangeOnly,
  deletion: {
    refusal: (name) =>
      systemPriorities.has(name) ? "this is a system priority class and cannot be deleted" : undefined,
  },
};
