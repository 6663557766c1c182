import { all, each, type Fill, ifAbsent, members } from "./fill.ts";
import { labelsFrom, templateLabels } from "./labels.ts";
import { podTemplate } from "./pod-spec.ts";

const noLimit = 2_147_483_647;

const jobSpec: Fill = all(
  (spec) => {
    if (spec["completions"] === undefined && spec["parallelism"] === undefined) spec["completions"] = 1;
    spec["parallelism"] ??= 1;
    // If failures are limited per index, their total is not limited.
    spec["backoffLimit"] ??= spec["backoffLimitPerIndex"] === undefined ? 6 : noLimit;
    spec["podReplacementPolicy"] ??= spec["podFailurePolicy"] === undefined ? "TerminatingOrFailed" : "Failed";
  },
  members({
    completionMode: ifAbsent("NonIndexed"),
    suspend: false,
    manualSelector: false,
    podFailurePolicy: members({ rules: each(members({ onPodConditions: each(members({ status: "True" })) })) }),
    template: podTemplate,
  }),
);

export const batchDefaults: Readonly<Record<string, Fill>> = {
  Job: all(members({ spec: jobSpec }), (object) => {
    const labels = templateLabels(object);
    if (labels !== undefined) labelsFrom(labels, object);
  }),
  CronJob: members({
    spec: members({
      concurrencyPolicy: "Allow",
      suspend: false,
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 1,
      jobTemplate: members({ spec: members({ template: podTemplate }) }),
    }),
  }),
};
