import type { Dialect } from "@svc/meta";
import type { batchv1 } from "@svc/types";
import { productName } from "../common/address-spelling.ts";
import { type Check, maxBytes, members } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { domainPrefixedPath } from "../common/names.ts";
import { notNegative } from "../common/number.ts";
import { podTemplate } from "../core/pod-template.ts";
import { podFailurePolicy } from "./failure-policy.ts";
import { successPolicy } from "./success-policy.ts";

export type JobSpec = Partial<batchv1.JobSpec>;

const maxManagerBytes = 63;
const maxParallelism = 100_000;
const maxFailedIndexes = 100_000;
/**
 * Above as many completions only so many indexes can fail, or run at a time, since each is kept
 * track of.
 */
const manyCompletions = 100_000;
const fewIndexes = 10_000;

const numbers = members<JobSpec>({
  parallelism: notNegative,
  completions: notNegative,
  activeDeadlineSeconds: notNegative,
  backoffLimit: notNegative,
  ttlSecondsAfterFinished: notNegative,
  backoffLimitPerIndex: notNegative,
  maxFailedIndexes: notNegative,
});

const managerLength = maxBytes(maxManagerBytes);

const manager: Check<string> = (name, at) => {
  if (name === "") at.required();
  else domainPrefixedPath(name, at);
  managerLength(name, at);
};

/** Validates the fields that jobs and templates of jobs share, without the selector. */
export function jobSpec(dialect: Dialect): Check<JobSpec> {
  const checkTemplate = podTemplate(dialect);
  return (spec, at) => {
    numbers(spec, at);
    if (spec.maxFailedIndexes !== undefined && spec.backoffLimitPerIndex === undefined)
      at.field("backoffLimitPerIndex").required("when maxFailedIndexes is specified");
    if (spec.managedBy !== undefined) manager(spec.managedBy, at.field("managedBy"));
    completionMode(spec, at);
    if (spec.podFailurePolicy !== undefined) podFailurePolicy(spec, at.field("podFailurePolicy"));
    if (spec.successPolicy !== undefined) {
      if (spec.completionMode === "Indexed") successPolicy(spec, at.field("successPolicy"));
      else at.field("successPolicy").invalid(spec.successPolicy, "requires indexed completion mode");
    }
    replacementPolicy(spec, at.field("podReplacementPolicy"));
    checkTemplate(spec.template ?? {}, at.field("template"));
    restartPolicy(spec, at.field("template").field("spec").field("restartPolicy"));
  };
}

function completionMode(spec: JobSpec, at: FieldPath): void {
  const { completionMode: mode } = spec;
  if (mode === "Indexed") indexed(spec, at);
  else if (mode === undefined || mode === "NonIndexed") {
    for (const name of ["backoffLimitPerIndex", "maxFailedIndexes"] as const)
      if (spec[name] !== undefined) at.field(name).invalid(spec[name], "requires indexed completion mode");
  } else at.field("completionMode").notSupported(mode, ["NonIndexed", "Indexed"]);
}

function indexed(spec: JobSpec, at: FieldPath): void {
  const { completions, parallelism = 0, maxFailedIndexes: failed, backoffLimitPerIndex } = spec;
  const mayFail = at.field("maxFailedIndexes");
  if (completions === undefined) at.field("completions").required("when completion mode is Indexed");
  if (parallelism > maxParallelism)
    at.field("parallelism").invalid(
      parallelism,
      `must be less than or equal to ${maxParallelism} when completion mode is Indexed`,
    );
  if (completions !== undefined && failed !== undefined && failed > completions)
    mayFail.invalid(failed, "must be less than or equal to completions");
  if (failed !== undefined && failed > maxFailedIndexes)
    mayFail.invalid(failed, `must be less than or equal to ${maxFailedIndexes}`);
  if ((completions ?? 0) <= manyCompletions || backoffLimitPerIndex === undefined) return;
  if (failed === undefined) mayFail.required(`must be specified when completions is above ${manyCompletions}`);
  const detail = `must be less than or equal to ${fewIndexes} when completions are above ${manyCompletions} and used with backoff limit per index`;
  if (parallelism > fewIndexes) at.field("parallelism").invalid(parallelism, detail);
  if (failed !== undefined && failed > fewIndexes) mayFail.invalid(failed, detail);
}

function replacementPolicy({ podReplacementPolicy: policy, podFailurePolicy: failure }: JobSpec, at: FieldPath): void {
  if (policy === undefined) return;
  const supported = failure === undefined ? ["Failed", "TerminatingOrFailed"] : ["Failed"];
  if (!supported.includes(policy)) at.notSupported(policy, supported);
}

/**
 * The default of pods, `Always`, is invalid for jobs, so that clients have to set another policy.
 */
function restartPolicy({ template, podFailurePolicy: failure }: JobSpec, at: FieldPath): void {
  const policy: string = template?.spec?.restartPolicy ?? "";
  if (policy === "Always" || policy === "") at.required('valid values: "OnFailure", "Never"');
  else if (policy !== "OnFailure" && policy !== "Never") at.notSupported(policy, ["OnFailure", "Never"]);
  else if (failure !== undefined && policy !== "Never")
    at.invalid(policy, 'only "Never" is supported when podFailurePolicy is specified');
}

/** @param path of the spec */
export function jobWarnings(dialect: Dialect): (spec: JobSpec, path: string) => readonly string[] {
  const text = `In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, ${productName(dialect)} might not be able to track completedIndexes when a big number of indexes fail`;
  return ({ completionMode: mode, completions = 0, parallelism = 0 }, path) =>
    mode === "Indexed" && completions > manyCompletions && parallelism > fewIndexes ? [`${path}: ${text}`] : [];
}
