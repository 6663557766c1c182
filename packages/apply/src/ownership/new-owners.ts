import type { ApiObject, JsonValue } from "@svc/meta";
import type { Schema } from "@svc/schema";
import { compareObjects } from "../changes.ts";
import { fieldKey } from "../field-key.ts";
import { difference, exclude, type FieldSet, isLargerThan } from "../field-set.ts";
import { checkShape } from "../misfit.ts";
import { hasNewFields } from "../new-fields.ts";
import { hasOutline, type Outline, outlineOf } from "../outline.ts";
import type { JsonMap } from "../value.ts";
import type { OwnedEndpoint, OwnedVersion } from "./endpoint.ts";
import { neverOwned } from "./never-owned.ts";
import type { ChangeReader } from "./owner-changes.ts";
import { unmanaged } from "./versions.ts";

/**
 * The fields of a new object that have no owner yet, which all become the creator's.
 * @throws {ItemKeyError} when items of a list have no unique keys
 * @throws {MisfitError} when a field of another type than the schema's is valid or ignored
 */
export type NewFields = (endpoint: OwnedEndpoint, object: ApiObject) => FieldSet;

/** The number of sets that are cached for each version. */
const maxRemembered = 4;
/** Paths of a cached set: larger sets are rare, and take much memory. */
const maxPaths = 2_000;

/** The fields of former objects. */
interface Remembered {
  readonly set: FieldSet;
  /** Undefined where values decide which fields there are. */
  readonly outline: Outline | undefined;
}

/**
 * Clients usually create similar objects: their managers then share one set, which is serialized
 * once.
 */
export function createNewFields(parts: ChangeReader): NewFields {
  const remembered = new WeakMap<OwnedVersion, Remembered[]>();
  const checkTypes = mistypedCheck(parts);
  const takesLists = versionsWith((schema) => schema.type === "string" && schema.format !== undefined);
  return (endpoint, object) => {
    const { version, subresource } = endpoint;
    checkTypes(endpoint, object);
    if (subresource !== "" || object.metadata.managedFields !== undefined) {
      if (takesLists(version)) checkShape(parts.shapeOf(version), unmanaged(object));
      return fieldsOf(parts, endpoint, object);
    }
    let sets = remembered.get(version);
    if (sets === undefined) remembered.set(version, (sets = []));
    const value = object as unknown as JsonMap;
    const alike = sets.find(({ outline }) => outline !== undefined && hasOutline(outline, value));
    if (alike !== undefined) return alike.set;
    const shape = parts.shapeOf(version);
    // Objects with the outline of one that fits need no check.
    if (takesLists(version)) checkShape(shape, unmanaged(object));
    const unowned = { paths: neverOwned, trees: parts.ignored(endpoint, version) };
    const cached = sets.find(({ set }) => hasNewFields(shape, value, { set, ...unowned }));
    if (cached !== undefined) return cached.set;
    const set = fieldsOf(parts, endpoint, object);
    if (isLargerThan(set, maxPaths)) return set;
    const isLiteral = version.semantics === "structural";
    sets.unshift({ set, outline: isLiteral ? outlineOf(shape, value, { isLoose: takesLists(version) }) : undefined });
    if (sets.length > maxRemembered) sets.pop();
    return set;
  };
}

type Check = (endpoint: OwnedEndpoint, object: ApiObject) => void;

/** Checks what the validation of a new object does not refuse. */
function mistypedCheck({ shapeOf, ignored }: ChangeReader): Check {
  const takesScalars = versionsWith((schema) => schema.type === "intOrString" && schema.declaredAs !== undefined);
  return (endpoint, object) => {
    const { version } = endpoint;
    if (version.semantics !== "structural") return;
    if (takesScalars(version)) checkShape(shapeOf(version), unmanaged(object));
    const names = ignored(endpoint, version);
    for (const [name, value] of Object.entries(object))
      if (names[fieldKey(name)] !== undefined) checkShape(shapeOf(version), { [name]: value as JsonValue });
  };
}

/** Tells which extension types have schemas that take values of another type than declared. */
function versionsWith(isLoose: (schema: Schema) => boolean): (version: OwnedVersion) => boolean {
  const known = new WeakMap<OwnedVersion, boolean>();
  return (version) => {
    let found = known.get(version);
    if (found === undefined)
      known.set(version, (found = version.semantics === "structural" && hasSchema(version.schema, isLoose)));
    return found;
  };
}

function hasSchema(schema: Schema, is: (schema: Schema) => boolean): boolean {
  switch (schema.type) {
    case "struct":
      return schema.fields.some((field) => hasSchema(field.schema, is));
    case "map":
      return hasSchema(schema.values, is);
    case "list":
      return hasSchema(schema.items, is);
    default:
      return is(schema);
  }
}

function fieldsOf(parts: ChangeReader, endpoint: OwnedEndpoint, object: ApiObject): FieldSet {
  const { changed } = compareObjects(parts.shapeOf(endpoint.version), { before: {}, after: unmanaged(object) });
  return difference(exclude(changed, parts.ignored(endpoint, endpoint.version)), neverOwned);
}
