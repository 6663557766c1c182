import type { Fill } from "./fill.ts";

export const schedulingDefaults: Readonly<Record<string, Fill>> = {
  // An empty policy is one that the class asks for, and a wrong one.
  PriorityClass: (object) => {
    object["preemptionPolicy"] ??= "PreemptLowerPriority";
  },
};
