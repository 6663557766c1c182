import type { appsv1 } from "@svc/types";
import { immutable } from "../common/equal.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { notNegative } from "../common/number.ts";

/** A state of a workload as it was: kept, never changed. */
export const controllerRevision: KindValidation = kind<appsv1.ControllerRevision>({
  object: ({ revision = 0 }, at) => notNegative(revision, at.field("revision")),
  create: ({ data }, at) => {
    const value = data as unknown;
    if (value === undefined || value === null) at.field("data").required("data is mandatory");
    else if (typeof value !== "object" || Array.isArray(value))
      at.field("data").required("data must be a valid JSON object");
  },
  update: ({ data }, old, at) => immutable(data, old.data, at.field("data")),
});
