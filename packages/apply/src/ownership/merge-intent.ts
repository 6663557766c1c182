import type { Steps } from "@svc/base";
import { plainError } from "@svc/meta";
import { appliedFields, errorsText } from "../applied-fields.ts";
import { exclude, type FieldSet } from "../field-set.ts";
import { hasFields } from "../has-fields.ts";
import { mergeObjects } from "../merge-values.ts";
import { shareStructure } from "../structural-sharing.ts";
import type { JsonMap } from "../value.ts";
import type { ApplyDeps } from "./apply-deps.ts";
import { checkLive } from "./check-fit.ts";
import { type AppliedWrite, objectText } from "./endpoint.ts";
import type { Manager } from "./managers.ts";
import { neverOwned } from "./never-owned.ts";
import { unmanaged } from "./versions.ts";

/** An intent merged into the live object. */
interface MergedIntent {
  /** The fields of the intent except the fields that the endpoint ignores. */
  readonly fields: FieldSet;
  /** The live object without managers. */
  readonly before: JsonMap;
  readonly merged: JsonMap;
}

/**
 * Merges an intent into the live object. Parts that are the same as in the manager's last intent
 * are not merged again.
 * @param last the manager's fields before this apply
 * @throws {StatusError} 500 for an intent or a live object that does not fit the schema
 */
export function* mergeIntent(parts: ApplyDeps, write: AppliedWrite, last: Manager | undefined): Steps<MergedIntent> {
  const { endpoint, live } = write;
  const shape = parts.shapeOf(endpoint.version);
  const previous = last && parts.caches.merges.of(last.fields, shape);
  const intent = shareStructure(write.intent as unknown as JsonMap, previous?.intent);
  // Usually the manager applies the same fields as before.
  const isAsBefore =
    last !== undefined &&
    hasFields(shape, intent, { set: last.fields, additional: neverOwned, like: previous?.intent });
  yield;
  const intended = isAsBefore ? last.fields : fieldsOf(parts, write);
  const fields = exclude(intended, parts.ignored(endpoint, endpoint.version));
  yield;
  if (live !== undefined && endpoint.version.semantics === "structural") {
    const failure = (): string => `failed to create typed live object (${objectText(endpoint, live)})`;
    checkLive(live, { shape, fitting: parts.caches.fitting, failure });
  }
  const before = unmanaged(live);
  const merged = mergeObjects(shape, { live: before, intent }, previous);
  yield;
  if (isAsBefore) parts.caches.merges.keep(last.fields, shape, { live: before, intent, merged });
  return { fields, before, merged };
}

/** @throws {StatusError} 500 for an intent that does not fit the schema */
function fieldsOf({ shapeOf }: ApplyDeps, { endpoint, intent }: AppliedWrite): FieldSet {
  const { set, errors } = appliedFields(shapeOf(endpoint.version), intent as unknown as JsonMap);
  if (errors.length === 0) return set;
  throw plainError(`failed to create typed patch object (${objectText(endpoint, intent)}): ${errorsText(errors)}`);
}
