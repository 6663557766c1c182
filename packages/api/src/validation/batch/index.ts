import type { Dialect } from "@svc/meta";
import type { KindValidation } from "../common/kind-validation.ts";
import { cronJob } from "./cron-job.ts";
import { job } from "./job.ts";

/** The kinds of the group `batch`. */
export function batchValidation(dialect: Dialect): Readonly<Record<string, KindValidation>> {
  return { CronJob: cronJob(dialect), Job: job(dialect) };
}
