import { compareObjects } from "../changes.ts";
import { fieldKey } from "../field-key.ts";
import { emptySet, type FieldSet, leaf, setOf, union } from "../field-set.ts";
import { checkShape } from "../misfit.ts";
import { pruneObject } from "../prune-values.ts";
import { restoreOwned } from "../restore-values.ts";
import type { JsonMap } from "../value.ts";
import type { OwnedEndpoint } from "./endpoint.ts";
import type { Manager, Managers } from "./managers.ts";
import { conversionShowing, type ShapeOf, type Shown, versionNamed } from "./versions.ts";

interface Pruning {
  readonly endpoint: OwnedEndpoint;
  /** In the version of the endpoint. */
  readonly merged: JsonMap;
  /** The manager's fields before this apply. */
  readonly last: Manager;
  /** All managers after this apply. */
  readonly managers: Managers;
  /** What conversions show besides. */
  readonly shown: Shown;
}

/** An object keeps its metadata, even if the manager gave it up. */
const always: FieldSet = setOf([[fieldKey("metadata"), leaf]]) ?? emptySet;

/**
 * The merged object without the fields that its manager gave up and that have no other owner, in
 * the version of the manager's last apply. Fields of other managers are looked up in their own
 * versions.
 *
 * @throws {MisfitError} for an object whose conversion does not fit the schema of that version
 */
export function pruned({ shapeOf }: { readonly shapeOf: ShapeOf }, pruning: Pruning): JsonMap {
  const { endpoint, merged, last, managers, shown } = pruning;
  const convert = conversionShowing(shown);
  const { version } = endpoint;
  const target = versionNamed(endpoint, last.apiVersion);
  // Fields applied in a version that no longer exists can't be determined.
  if (target === undefined) return merged;
  const kept = fieldsByVersion(managers);
  const shape = shapeOf(target);
  const whole = convert(merged, version, target);
  if (target !== version && target.semantics === "structural") checkShape(shape, whole);
  let left = pruneObject(shape, whole, {
    former: last.fields,
    kept: union(kept.get(last.apiVersion) ?? emptySet, always),
  });
  kept.delete(last.apiVersion);
  if (left === whole) return merged;
  for (const [apiVersion, fields] of kept) {
    const other = versionNamed(endpoint, apiVersion);
    if (other === undefined) continue;
    const restored = restoreOwned(shapeOf(other), convert(merged, version, other), {
      left: convert(left, target, other),
      kept: fields,
    });
    // Back in the manager's version: removes fields that it gave up and that are absent in the
    // other version, keeps fields that it never owned.
    const there = compareObjects(shape, { before: {}, after: convert(restored, other, target) }).changed;
    left = pruneObject(shape, whole, { former: last.fields, kept: there });
  }
  return left === whole ? merged : convert(left, target, version);
}

function fieldsByVersion(managers: Managers): Map<string, FieldSet> {
  const byVersion = new Map<string, FieldSet>();
  for (const { apiVersion, fields } of managers.values())
    byVersion.set(apiVersion, union(byVersion.get(apiVersion) ?? emptySet, fields));
  return byVersion;
}
