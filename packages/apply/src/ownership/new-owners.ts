import type { ApiObject, JsonValue } from "@svc/meta";
import { compareObjects } from "../changes.ts";
import { fieldKey } from "../field-key.ts";
import { difference, exclude, type FieldSet, isLargerThan } from "../field-set.ts";
import { checkShape } from "../misfit.ts";
import { hasNewFields } from "../new-fields.ts";
import type { JsonMap } from "../value.ts";
import type { OwnedEndpoint, OwnedVersion } from "./endpoint.ts";
import { neverOwned } from "./never-owned.ts";
import type { ChangeReader } from "./owner-changes.ts";
import { unmanaged } from "./versions.ts";

/**
 * The fields of a new object that have no owner yet, which all become the creator's.
 * @throws {ItemKeyError} when items of a list have no unique keys
 * @throws {MisfitError} when an ignored field does not have the type of the schema
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
    checkIgnored(parts, endpoint, object);
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

/** Validation sees all fields of a new object but the ones that the write ignores. */
function checkIgnored({ shapeOf, ignored }: ChangeReader, endpoint: OwnedEndpoint, object: ApiObject): void {
  const { version } = endpoint;
  if (version.semantics !== "structural") return;
  const names = ignored(endpoint, version);
  for (const [name, value] of Object.entries(object))
    if (names[fieldKey(name)] !== undefined) checkShape(shapeOf(version), { [name]: value as JsonValue });
}

function fieldsOf(parts: ChangeReader, endpoint: OwnedEndpoint, object: ApiObject): FieldSet {
  const { changed } = compareObjects(parts.shapeOf(endpoint.version), { before: {}, after: unmanaged(object) });
  return difference(exclude(changed, parts.ignored(endpoint, endpoint.version)), neverOwned);
}
