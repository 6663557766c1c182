import type { Dialect } from "@svc/meta";
import type * as coordinationv1 from "../gen/types/coordination-v1.ts";
import type { KindValidation } from "./kind-validation.ts";
import { type Check, members } from "./shared/check.ts";
import { kind } from "./shared/kind.ts";
import { notNegative, positive } from "./shared/number.ts";

const lease: Check<coordinationv1.Lease> = members<coordinationv1.Lease>({
  spec: members<coordinationv1.LeaseSpec>({ leaseDurationSeconds: positive, leaseTransitions: notNegative }),
});

export function coordinationValidation(_dialect: Dialect): Readonly<Record<string, KindValidation>> {
  return { Lease: kind<coordinationv1.Lease>({ object: lease }) };
}
