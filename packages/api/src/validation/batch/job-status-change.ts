import type { batchv1 } from "@svc/types";
import { same } from "../common/equal.ts";

/** A change of status, with facts about it. Stored invalid parts are not validated again. */
export interface StatusChange {
  readonly status: batchv1.JobStatus;
  readonly spec: Partial<batchv1.JobSpec>;
  readonly old: batchv1.JobStatus;
  /** Whether a condition is true. */
  is(type: string): boolean;
  was(type: string): boolean;
  differs(...names: readonly (keyof batchv1.JobStatus)[]): boolean;
}

function holds({ conditions = [] }: batchv1.JobStatus, type: string): boolean {
  return conditions.some((condition) => condition.type === type && condition.status === "True");
}

export function changeOf(job: batchv1.Job, before: batchv1.Job): StatusChange {
  const { status = {}, spec = {} } = job;
  const { status: old = {} } = before;
  return {
    status,
    spec,
    old,
    is: (type) => holds(status, type),
    was: (type) => holds(old, type),
    differs: (...names) => names.some((name) => !same(status[name], old[name])),
  };
}
