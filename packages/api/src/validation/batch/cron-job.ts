import type { Dialect } from "@svc/meta";
import type { batchv1 } from "@svc/types";
import { type Check, choice, isEmpty, members } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { notNegative } from "../common/number.ts";
import { ownerWarnings, podWarnings } from "../core/pod-warnings.ts";
import { hasZone, scheduleProblem } from "./cron-schedule.ts";
import { jobSpec, jobWarnings } from "./job-spec.ts";
import { isTimeZone } from "./time-zone.ts";

/** Names of its jobs, and of their pods, are longer. */
const maxNameLength = 52;

const concurrency = choice("Allow", "Forbid", "Replace");

type CronJobSpec = Partial<batchv1.CronJobSpec>;
const deadline = members<CronJobSpec>({ startingDeadlineSeconds: notNegative });
const limits = members<CronJobSpec>({
  successfulJobsHistoryLimit: notNegative,
  failedJobsHistoryLimit: notNegative,
});

export function cronJob(dialect: Dialect): KindValidation {
  const checkJob = jobSpec(dialect);
  const warnings = podWarnings(dialect, "spec.jobTemplate.spec.template");
  const specWarnings = jobWarnings(dialect);
  const object = (spec: CronJobSpec, old: CronJobSpec | undefined, at: FieldPath): void => {
    if (isEmpty(spec.schedule)) at.field("schedule").required();
    else schedule(spec.schedule ?? "", at.field("schedule"), old?.schedule);
    if (spec.timeZone !== undefined && spec.timeZone !== old?.timeZone) timeZone(spec.timeZone, at.field("timeZone"));
    deadline(spec, at);
    concurrency(spec.concurrencyPolicy ?? "", at.field("concurrencyPolicy"));
    const template = spec.jobTemplate?.spec ?? {};
    const place = at.field("jobTemplate").field("spec");
    checkJob(template, place);
    ownSelector(template, place);
    limits(spec, at);
  };
  return kind<batchv1.CronJob>({
    create: ({ metadata = {}, spec = {} }, at) => {
      object(spec, undefined, at.field("spec"));
      const { name = "" } = metadata;
      if (name.length > maxNameLength)
        at.field("metadata").field("name").invalid(name, `must be no more than ${maxNameLength} characters`);
    },
    warnings: (value, old) =>
      ownerWarnings(value, old, () => [
        ...warnings(value.spec?.jobTemplate?.spec?.template, old?.spec?.jobTemplate?.spec?.template),
        ...specWarnings(value.spec?.jobTemplate?.spec ?? {}, "spec.jobTemplate.spec"),
      ]),
    update: ({ spec = {} }, old, at) => object(spec, old.spec ?? {}, at.field("spec")),
  });
}

function schedule(value: string, at: FieldPath, old: string | undefined): void {
  const problem = scheduleProblem(value);
  if (problem !== undefined) at.invalid(value, problem);
  if (hasZone(value) && !(old !== undefined && hasZone(old)))
    at.invalid(value, "cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
}

const timeZone: Check<string> = (name, at) => {
  if (name === "") {
    at.invalid(name, "timeZone must be nil or non-empty string");
    return;
  }
  if (name.toLowerCase() === "local")
    at.invalid(name, "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones");
  if (name !== "Local" && !isTimeZone(name)) at.invalid(name, `unknown time zone ${name}`);
};

/** The jobs find their pods by themselves. */
function ownSelector({ selector, manualSelector }: Partial<batchv1.JobSpec>, at: FieldPath): void {
  if (selector !== undefined) at.field("selector").invalid(selector, "`selector` will be auto-generated");
  if (manualSelector === true) at.field("manualSelector").notSupported(manualSelector, ["nil", "false"]);
}
