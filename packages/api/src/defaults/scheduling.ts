import { type Fill, members } from "./fill.ts";

export const schedulingDefaults: Readonly<Record<string, Fill>> = {
  PriorityClass: members({ preemptionPolicy: "PreemptLowerPriority" }),
};
