import type { ApiObject } from "@svc/meta";
import { compareObjects } from "../changes.ts";
import { difference, exclude, type FieldSet, isLargerThan } from "../field-set.ts";
import { hasNewFields } from "../new-fields.ts";
import type { JsonMap } from "../value.ts";
import type { OwnedEndpoint, OwnedVersion } from "./endpoint.ts";
import { neverOwned } from "./never-owned.ts";
import type { ChangeReader } from "./owner-changes.ts";
import { unmanaged } from "./versions.ts";

/**
 * The fields of a new object that have no owner yet, which all become the creator's.
 * @throws {ItemKeyError} when items of a list have no unique keys
 */
export type NewFields = (endpoint: OwnedEndpoint, object: ApiObject) => FieldSet;

/** The number of sets that are cached for each version. */
const maxRemembered = 4;
/** Paths of a cached set: larger sets are rare, and take much memory. */
const maxPaths = 2_000;

/**
 * Clients usually create similar objects: their managers then share one set, which is serialized
 * once.
 */
export function createNewFields(parts: ChangeReader): NewFields {
  const remembered = new WeakMap<OwnedVersion, FieldSet[]>();
  return (endpoint, object) => {
    const { version, subresource } = endpoint;
    if (subresource !== "" || object.metadata.managedFields !== undefined) return fieldsOf(parts, endpoint, object);
    let sets = remembered.get(version);
    if (sets === undefined) remembered.set(version, (sets = []));
    const shape = parts.shapeOf(version);
    const unowned = { paths: neverOwned, trees: parts.ignored(endpoint, version) };
    const known = sets.find((set) => hasNewFields(shape, object as unknown as JsonMap, { set, ...unowned }));
    if (known !== undefined) return known;
    const fields = fieldsOf(parts, endpoint, object);
    if (isLargerThan(fields, maxPaths)) return fields;
    sets.unshift(fields);
    if (sets.length > maxRemembered) sets.pop();
    return fields;
  };
}

function fieldsOf(parts: ChangeReader, endpoint: OwnedEndpoint, object: ApiObject): FieldSet {
  const { changed } = compareObjects(parts.shapeOf(endpoint.version), { before: {}, after: unmanaged(object) });
  return difference(exclude(changed, parts.ignored(endpoint, endpoint.version)), neverOwned);
}
