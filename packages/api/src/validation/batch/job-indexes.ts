import type { FieldPath } from "../common/field-path.ts";
import { overlap, parseIndexes } from "./indexes.ts";
import type { StatusChange } from "./job-status-change.ts";

/** Validates the completed and failed indexes in the status of an indexed job. */
export function jobIndexes({ status, spec, differs }: StatusChange, at: FieldPath): void {
  const { completedIndexes: completed = "", failedIndexes: failed } = status;
  const { completions, backoffLimitPerIndex } = spec;
  const done = completions === undefined ? undefined : parseIndexes(completed, completions);
  const lost =
    completions === undefined || failed === undefined || backoffLimitPerIndex === undefined
      ? undefined
      : parseIndexes(failed, completions);
  const [completedPlace, failedPlace] = [at.field("completedIndexes"), at.field("failedIndexes")];
  const [doneChanged, lostChanged] = [differs("completedIndexes"), differs("failedIndexes")];
  if (doneChanged && done?.ok === false)
    completedPlace.invalid(completed, `error parsing completedIndexes: ${done.problem}`);
  if (lostChanged && lost?.ok === false) failedPlace.invalid(failed, `error parsing failedIndexes: ${lost.problem}`);
  if (doneChanged && completed !== "" && spec.completionMode !== "Indexed")
    completedPlace.invalid(completed, "cannot set non-empty completedIndexes when non-indexed completion mode");
  if (failed !== undefined && backoffLimitPerIndex === undefined && (lostChanged || failed === ""))
    failedPlace.invalid(failed, "cannot set non-null failedIndexes when backoffLimitPerIndex is null");
  const common = done?.ok === true && lost?.ok === true ? overlap(done.ranges, lost.ranges) : undefined;
  if (common !== undefined && (doneChanged || lostChanged))
    failedPlace.invalid(failed, `failedIndexes and completedIndexes overlap at index: ${common}`);
}
