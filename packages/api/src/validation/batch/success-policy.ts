import type { batchv1 } from "@svc/types";
import { maxBytes } from "../common/check.ts";
import { type FieldPath, passes } from "../common/field-path.ts";
import { notNegative } from "../common/number.ts";
import { parseIndexes } from "./indexes.ts";

const maxRules = 20;
const indexesLength = maxBytes(64 * 1024);

/** Which indexes of a job must succeed for the whole to succeed. */
export function successPolicy(
  { successPolicy: policy, completions = 0 }: Partial<batchv1.JobSpec>,
  at: FieldPath,
): void {
  const { rules = [] } = policy ?? {};
  const place = at.field("rules");
  if (rules.length === 0) place.required("at least one rules must be specified when the successPolicy is specified");
  if (rules.length > maxRules) place.tooMany(rules.length, maxRules);
  for (const [i, item] of rules.entries()) rule(item, place.item(i), completions);
}

function rule(item: batchv1.SuccessPolicyRule, at: FieldPath, completions: number): void {
  const { succeededCount: count, succeededIndexes: indexes } = item;
  if (count === undefined && indexes === undefined)
    at.required("at least one of succeededCount or succeededIndexes must be specified");
  let total: number | undefined;
  if (indexes !== undefined) {
    const place = at.field("succeededIndexes");
    indexesLength(indexes, place);
    const parsed = parseIndexes(indexes, completions);
    total = parsed.ok ? parsed.total : 0;
    if (!parsed.ok) place.invalid(indexes, `error parsing succeededIndexes: ${parsed.problem}`);
  }
  if (count === undefined) return;
  const place = at.field("succeededCount");
  if (!passes(place, () => notNegative(count, place))) return;
  if (count > completions)
    place.invalid(count, `must be less than or equal to ${completions} (the number of specified completions)`);
  if (total !== undefined && count > total)
    place.invalid(
      count,
      `must be less than or equal to ${total} (the number of indexes in the specified succeededIndexes field)`,
    );
}
