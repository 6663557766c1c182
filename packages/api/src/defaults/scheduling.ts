import type { Fill } from "./fill.ts";

export const schedulingDefaults: Readonly<Record<string, Fill>> = {
  // An empty policy is set by the client, and is invalid.
  PriorityClass: (object) => {
    object["preemptionPolicy"] ??= "PreemptLowerPriority";
  },
};
