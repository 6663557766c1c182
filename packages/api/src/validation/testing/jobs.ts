import type { ValidObject } from "./judge-kind.ts";
import { podSpec, podTemplate } from "./pods.ts";

/** The template of a job: its pods are not restarted. */
export const jobTemplate: object = { ...podTemplate, spec: { ...podSpec, restartPolicy: "Never" } };

const jobSpec = {
  manualSelector: true,
  selector: { matchLabels: { a: "b" } },
  template: jobTemplate,
  completions: 1,
  parallelism: 1,
  backoffLimit: 6,
  podReplacementPolicy: "TerminatingOrFailed",
  completionMode: "NonIndexed",
  suspend: false,
};

/**
 * A job that selects its pods itself, with its defaults.
 * @param changes of its specification
 */
export function validJob(changes: object = {}, status?: object): ValidObject {
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name: "run", labels: { a: "b" } },
    spec: { ...jobSpec, ...changes },
    ...(status === undefined ? {} : { status }),
  };
}
