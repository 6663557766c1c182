import type { JsonValue } from "@svc/meta";
import { fits, misfitText, undeclaredOf } from "./applied-fields.ts";
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
 * @throws {MisfitError} for the first value that does not fit, with its path
 */
export function checkShape(shape: StructShape, object: JsonMap, known?: JsonMap): void {
  visit(shape, object, { at: undefined, known });
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
interface Step {
  readonly key: FieldKey;
  readonly parent: Step | undefined;
}

/** Where a value is, and the value of the object that fits there. */
interface Place {
  readonly at: Step | undefined;
  readonly known: JsonValue | undefined;
}

function visit(shape: Shape, value: JsonValue, place: Place): void {
  const { at, known } = place;
  if (value === null) return;
  switch (shape.kind) {
    case "scalar":
      if (!fits(shape, value)) throw misfit(at, misfitText(shape, value));
      return;
    case "any":
      return;
    case "atomic":
      visit(shape.inner, value, place);
      return;
    case "list":
      visitList(shape, value, at);
      return;
    default:
      if (!isMap(value)) throw misfit(at, `expected map, got &{${plainText(value)}}`);
      for (const name in value) {
        const member = value[name] as JsonValue;
        const knownMember = isMap(known) ? own(known, name) : undefined;
        if (knownMember === member && typeof member === "object") continue;
        const field = shape.kind === "struct" ? shape.field(name) : undefined;
        const child = field?.shape ?? undeclaredOf(shape);
        if (child?.kind === "any" || (child?.kind === "scalar" && fits(child, member))) continue;
        const step = { key: field?.key ?? fieldKey(name), parent: at };
        if (child === undefined) throw misfit(step, "field not declared in schema");
        visit(child, member, { at: step, known: knownMember });
      }
  }
}

function visitList(shape: ListShape, value: JsonValue, at: Step | undefined): void {
  if (!isList(value)) throw misfit(at, `expected list, got &{${plainText(value)}}`);
  const { items, plain } = shape;
  for (let i = 0; i < value.length; i++) {
    const item = value[i] as JsonValue;
    const step = { key: plain ? `i:${i}` : keyOf(shape, item, { index: i, at }), parent: at };
    visit(items, item, { at: step, known: undefined });
  }
}

function keyOf(
  shape: ListShape,
  item: JsonValue,
  { index, at }: { readonly index: number; readonly at: Step | undefined },
): FieldKey {
  try {
    return itemKey(shape, item);
  } catch (error) {
    if (!(error instanceof ItemKeyError)) throw error;
    throw misfit(at, `element ${index}: ${error.message}`);
  }
}

function misfit(at: Step | undefined, problem: string): MisfitError {
  let path = "";
  for (let step = at; step !== undefined; step = step.parent) path = keyText(step.key) + path;
  return new MisfitError(`${path}: ${problem}`);
}
