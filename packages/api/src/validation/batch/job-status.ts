import { displayAs } from "@svc/meta";
import type { batchv1 } from "@svc/types";
import { isEmpty, members } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import type { ChangeCheck } from "../common/kind.ts";
import { notNegative } from "../common/number.ts";
import { jobIndexes } from "./job-indexes.ts";
import { changeOf, type StatusChange } from "./job-status-change.ts";

const counts = members<batchv1.JobStatus>({
  active: notNegative,
  succeeded: notNegative,
  failed: notNegative,
  ready: notNegative,
  terminating: notNegative,
});

export const jobStatus: ChangeCheck<batchv1.Job> = (job, before, root) => {
  const at = root.field("status");
  const change = changeOf(job, before);
  counts(change.status, at);
  uncounted(change.status.uncountedTerminatedPods ?? {}, at.field("uncountedTerminatedPods"));
  outcome(change, at);
  finished(change, at);
  jobIndexes(change, at);
  contradictions(change, at.field("conditions"));
  kept(change, at);
};

function uncounted(pods: batchv1.UncountedTerminatedPods, at: FieldPath): void {
  const seen = new Set<string>();
  for (const list of ["succeeded", "failed"] as const)
    for (const [i, uid] of (pods[list] ?? []).entries()) {
      const place = at.field(list).item(i);
      if (uid === "") place.invalid(uid, "must not be empty");
      else if (seen.has(uid)) place.duplicate(uid);
      seen.add(uid);
    }
}

/** Errors of conditions show no value. */
function addInvalid(at: FieldPath, text: string): void {
  at.invalid(displayAs(text), "");
}

/** A time as errors show it. */
function shownTime(text: string): ReturnType<typeof displayAs> {
  return displayAs(text.replace("T", " ").replace("Z", " +0000 UTC"));
}

/** Validates the conditions of a finished job. */
function outcome({ status, is, was, differs }: StatusChange, at: FieldPath): void {
  const conditions = at.field("conditions");
  const completes = is("Complete") !== was("Complete");
  const place = at.field("completionTime");
  const { completionTime: end, startTime: start } = status;
  const hasEnd = typeof end === "string";
  if (is("Complete") && is("Failed") && (completes || !was("Failed")))
    addInvalid(conditions, "cannot set Complete=True and Failed=true conditions");
  if (is("Complete") && is("FailureTarget") && (completes || !was("FailureTarget")))
    addInvalid(conditions, "cannot set Complete=True and FailureTarget=true conditions");
  if ((completes || differs("completionTime")) && hasEnd !== is("Complete")) {
    if (hasEnd) place.invalid(shownTime(end), "cannot set completionTime when there is no Complete=True condition");
    else place.required("completionTime is required for Complete jobs");
  }
  if (differs("startTime", "completionTime") && hasEnd && typeof start === "string" && end < start)
    place.invalid(shownTime(end), "completionTime cannot be set before startTime");
  if (is("Failed") && !is("FailureTarget") && !was("Failed"))
    addInvalid(conditions, "cannot set Failed=True condition without the FailureTarget=true condition");
  if (is("Complete") && !is("SuccessCriteriaMet") && completes)
    addInvalid(conditions, "cannot set Complete=True condition without the SuccessCriteriaMet=true condition");
}

/** A job that is done has nothing that runs. */
function finished({ status, is, was, differs }: StatusChange, at: FieldPath): void {
  const isDone = is("Complete") || is("Failed");
  const ends = isDone !== (was("Complete") || was("Failed"));
  const { active = 0, terminating = 0, ready = 0, startTime } = status;
  if (isDone && active > 0 && (ends || differs("active")))
    at.field("active").invalid(active, "active>0 is invalid for finished job");
  if (isDone && terminating > 0 && (ends || differs("terminating")))
    at.field("terminating").invalid(terminating, "terminating>0 is invalid for finished job");
  if (status.ready !== undefined && ready > active && differs("ready", "active"))
    at.field("ready").invalid(ready, "cannot set more ready pods than active");
  if (isDone && typeof startTime !== "string" && (ends || differs("startTime")))
    at.field("startTime").required("startTime is required for finished job");
  const { uncountedTerminatedPods: pods = {} } = status;
  if (isDone && (ends || differs("uncountedTerminatedPods")) && !(isEmpty(pods.succeeded) && isEmpty(pods.failed)))
    at.field("uncountedTerminatedPods").invalid(pods, "uncountedTerminatedPods needs to be empty for finished job");
}

function contradictions({ spec, is, was }: StatusChange, at: FieldPath): void {
  const fails = (["Failed", "FailureTarget"] as const).filter((type) => is(type));
  for (const type of fails)
    if (is("SuccessCriteriaMet") && (!was("SuccessCriteriaMet") || !was(type)))
      addInvalid(at, `cannot set SuccessCriteriaMet=True and ${type}=true conditions`);
  if (spec.successPolicy !== undefined && is("Complete") && !is("SuccessCriteriaMet"))
    addInvalid(at, "cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True");
}

/** Checks what an update of the status may not undo. */
function kept({ status, spec, old, is, was, differs }: StatusChange, at: FieldPath): void {
  const disabled = (type: string, how: string): void => {
    if (was(type) && !is(type)) addInvalid(at.field("conditions"), `cannot disable the ${how}${type}=True condition`);
  };
  disabled("Failed", "terminal ");
  disabled("Complete", "terminal ");
  disabled("FailureTarget", "");
  disabled("SuccessCriteriaMet", "");
  // A job that was scaled down may have fewer pods that succeeded.
  const isElastic = spec.completionMode === "Indexed" && spec.completions === spec.parallelism;
  for (const name of isElastic ? (["failed"] as const) : (["failed", "succeeded"] as const))
    if ((status[name] ?? 0) < (old[name] ?? 0))
      at.field(name).invalid(status[name] ?? 0, `cannot decrease the ${name} counter`);
  if (spec.suspend !== true && typeof old.startTime === "string" && differs("startTime"))
    at.field("startTime").required("startTime cannot be removed for unsuspended job");
  const { completionTime } = status;
  if (was("Complete") && is("Complete") && typeof completionTime === "string" && differs("completionTime"))
    at.field("completionTime").invalid(shownTime(completionTime), "completionTime cannot be mutated");
}
