import type { JsonValue } from "@svc/meta";
import { errorsText, fits, misfitText, undeclaredOf } from "./applied-fields.ts";
import { type FieldKey, fieldKey, keyText } from "./field-key.ts";
import { plainText } from "./go-text.ts";
import { ItemKeyError, itemKey } from "./item-key.ts";
import { isList, isMap } from "./json-text.ts";
import type { ListShape, Shape, StructShape } from "./shape.ts";
import { type JsonMap, own } from "./value.ts";

/** A value that does not have the type of its schema, and so has no owners. */
export class MisfitError extends TypeError {
  override readonly name = "MisfitError";
}

/**
 * Checks the types of a whole object, as field ownership reads them. Items of lists may repeat
 * keys.
 * @param known an object that fits: the parts shared with it by identity are not checked again
 * @throws {MisfitError} for the values that do not fit, with their paths
 */
export function checkShape(shape: StructShape, object: JsonMap, known?: JsonMap): void {
  const misfits: string[] = [];
  visit(shape, object, { misfits, known });
  if (misfits.length > 0) throw new MisfitError(errorsText(misfits));
}

/** True for a value that has the types of its schema. */
export function fitsShape(shape: Shape, value: JsonValue): boolean {
  const misfits: string[] = [];
  visit(shape, value, { misfits, known: undefined });
  return misfits.length === 0;
}

/** Objects that are known to fit a shape, by identity, as long as they live. */
export interface FittingObjects {
  has(object: object, shape: StructShape): boolean;
  add(object: object, shape: StructShape): void;
}

export function createFittingObjects(): FittingObjects {
  const shapes = new WeakMap<object, StructShape>();
  return {
    has: (object, shape) => shapes.get(object) === shape,
    add: (object, shape) => void shapes.set(object, shape),
  };
}

/** The steps from the root, the last one first: a path is only made for an error. */
interface Place {
  /** Absent at the root. */
  readonly key?: FieldKey;
  readonly parent?: Place;
  /** The value there of the object that fits. */
  readonly known: JsonValue | undefined;
  /** Receives the problems that are found. */
  readonly misfits: string[];
}

function visit(shape: Shape, value: JsonValue, place: Place): void {
  if (value === null) return;
  switch (shape.kind) {
    case "scalar":
      if (!fits(shape, value)) addMisfit(place, misfitText(shape, value));
      return;
    case "any":
      return;
    case "atomic":
      visit(shape.inner, value, place);
      return;
    case "list":
      visitList(shape, value, place);
      return;
    default:
      if (!isMap(value)) {
        addMisfit(place, `expected map, got &{${plainText(value)}}`);
        return;
      }
      for (const name in value) {
        const member = value[name] as JsonValue;
        const knownMember = isMap(place.known) ? own(place.known, name) : undefined;
        if (knownMember !== undefined && knownMember === member) continue;
        const field = shape.kind === "struct" ? shape.field(name) : undefined;
        const child = field?.shape ?? undeclaredOf(shape);
        if (child?.kind === "any" || (child?.kind === "scalar" && fits(child, member))) continue;
        const within = below(place, field?.key ?? fieldKey(name), knownMember);
        if (child === undefined) {
          // As in the original, nothing behind such a field is looked at.
          addMisfit(within, "field not declared in schema");
          return;
        }
        visit(child, member, within);
      }
  }
}

function visitList(shape: ListShape, value: JsonValue, place: Place): void {
  if (!isList(value)) {
    addMisfit(place, `expected list, got &{${plainText(value)}}`);
    return;
  }
  const { items, plain } = shape;
  for (let i = 0; i < value.length; i++) {
    const item = value[i] as JsonValue;
    const key = plain ? `i:${i}` : keyOf(shape, item, { index: i, place });
    // As in the original, nothing behind an item without a key is looked at.
    if (key === undefined) return;
    visit(items, item, below(place, key, undefined));
  }
}

function below(parent: Place, key: FieldKey, known: JsonValue | undefined): Place {
  return { key, parent, known, misfits: parent.misfits };
}

function keyOf(
  shape: ListShape,
  item: JsonValue,
  { index, place }: { readonly index: number; readonly place: Place },
): FieldKey | undefined {
  try {
    return itemKey(shape, item);
  } catch (error) {
    if (!(error instanceof ItemKeyError)) throw error;
    addMisfit(place, `element ${index}: ${error.message}`);
    return undefined;
  }
}

function addMisfit(place: Place, problem: string): void {
  let path = "";
  for (let at: Place | undefined = place; at?.key !== undefined; at = at.parent) path = keyText(at.key) + path;
  place.misfits.push(`${path}: ${problem}`);
}
