import { type ApiObject, formatAge, type LabelSelectorObject } from "@svc/meta";
import { age, betweenText, isSet } from "./age.ts";
import { type CellsOfKinds, type Condition, cells, firstText, isTrue } from "./cells.ts";
import { containerCells, type PodTemplate } from "./containers.ts";
import { selectorText } from "./labels.ts";

interface JobSpec {
  readonly completions?: number;
  readonly parallelism?: number;
  readonly selector?: LabelSelectorObject;
  readonly template?: PodTemplate;
}

interface Job extends ApiObject {
  readonly spec?: JobSpec;
  readonly status?: {
    readonly succeeded?: number;
    readonly startTime?: string;
    readonly completionTime?: string;
    readonly conditions?: readonly Condition[];
  };
}

interface CronJob extends ApiObject {
  readonly spec?: {
    readonly schedule?: string;
    readonly timeZone?: string;
    readonly suspend?: boolean;
    readonly jobTemplate?: { readonly spec?: JobSpec };
  };
  readonly status?: { readonly active?: readonly object[]; readonly lastScheduleTime?: string };
}

export const batchCells: CellsOfKinds = {
  Job: cells((object: Job, nowMs) => {
    const { metadata, spec = {}, status = {} } = object;
    const { startTime, completionTime } = status;
    return [
      metadata.name ?? "",
      jobStatus(object),
      completionsText(object),
      isSet(startTime) ? betweenText(startTime, completionTime, nowMs) : "",
      age(object, nowMs),
      ...containerCells(spec.template),
      selectorText(spec.selector),
    ];
  }),

  CronJob: cells((object: CronJob, nowMs) => {
    const { metadata, spec = {}, status = {} } = object;
    const { template, selector } = spec.jobTemplate?.spec ?? {};
    const { lastScheduleTime } = status;
    return [
      metadata.name ?? "",
      spec.schedule ?? "",
      firstText(spec.timeZone, "<none>"),
      spec.suspend === undefined ? "<unset>" : spec.suspend ? "True" : "False",
      status.active?.length ?? 0,
      isSet(lastScheduleTime) ? formatAge(lastScheduleTime, nowMs) : "<none>",
      age(object, nowMs),
      ...containerCells(template),
      selectorText(selector),
    ];
  }),
};

function jobStatus({ metadata, status }: Job): string {
  const holds = (type: string): boolean => isTrue(status?.conditions, type);
  if (holds("Complete")) return "Complete";
  if (holds("Failed")) return "Failed";
  if (isSet(metadata.deletionTimestamp)) return "Terminating";
  if (holds("Suspended")) return "Suspended";
  return holds("FailureTarget") ? "FailureTarget" : "Running";
}

/** Without a number of completions, one pod that succeeds is enough. */
function completionsText({ spec = {}, status = {} }: Job): string {
  const { completions, parallelism = 0 } = spec;
  const { succeeded = 0 } = status;
  if (completions !== undefined) return `${succeeded}/${completions}`;
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}
