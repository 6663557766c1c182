import type { ValidObject } from "./judge-kind.ts";
import { podSpec, podTemplate } from "./pods.ts";

/** The template of a job: its pods are not restarted. */
export const jobTemplate: object = { ...podTemplate, spec: { ...podSpec, restartPolicy: "Never" } };

/** A job that selects its pods itself, with its defaults. */
export const selectingJob: ValidObject = {
  apiVersion: "batch/v1",
  kind: "Job",
  metadata: { name: "run", labels: { a: "b" } },
  spec: {
    manualSelector: true,
    selector: { matchLabels: { a: "b" } },
    template: jobTemplate,
    parallelism: 2,
    completions: 3,
    backoffLimit: 6,
    podReplacementPolicy: "TerminatingOrFailed",
    completionMode: "NonIndexed",
    suspend: false,
  },
};
