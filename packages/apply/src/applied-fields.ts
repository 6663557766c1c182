import type { JsonValue } from "@svc/meta";
import { type FieldKey, fieldKey, keyText } from "./field-key.ts";
import { emptySet, type FieldSet, isEmpty, leaf, memberOf, setOf } from "./field-set.ts";
import { plainText, sortedNames, typedText, typeName } from "./go-text.ts";
import { ItemKeyError, itemKey } from "./item-key.ts";
import { isList, isMap } from "./json-text.ts";
import { anyShape, type ListShape, type ScalarShape, type Shape, type StructShape } from "./shape.ts";
import type { JsonMap } from "./value.ts";

/** Upper bound of the errors that one walk reports. */
const maxErrors = 1_000;

interface AppliedFields {
  /**
   * The fields that an apply of the value would own: scalars, atomic values, list items, map keys,
   * and members that are null or empty.
   */
  readonly set: FieldSet;
  /** Mismatches between value and schema, each with its path. */
  readonly errors: readonly string[];
}

interface AppliedFieldsOptions {
  /** True when lists may hold a key twice, as stored ones do. @default false */
  readonly allowDuplicates?: boolean;
}

/** Collects the field set of a value and checks the value against its schema. */
export function appliedFields(shape: StructShape, value: JsonValue, options: AppliedFieldsOptions = {}): AppliedFields {
  const walk = new Walk(options.allowDuplicates === true);
  const set = walk.visit(shape, value, false);
  return { set: set ?? emptySet, errors: walk.errors.length > 0 ? orderedErrors(shape, value, options) : [] };
}

/**
 * The errors of a walk by names. The order matters where several fields are not declared: a walk
 * reports the first of an object, and nothing behind it.
 */
function orderedErrors(shape: StructShape, value: JsonValue, options: AppliedFieldsOptions): readonly string[] {
  const walk = new Walk(options.allowDuplicates === true);
  walk.visit(shape, inNameOrder(value), false);
  return walk.errors;
}

function inNameOrder(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(inNameOrder);
  if (!isMap(value)) return value;
  return Object.fromEntries(sortedNames(value).map((name) => [name, inNameOrder(value[name] as JsonValue)]));
}

/** True when `appliedFields` reports no error for the value. */
export function fitsShape(shape: Shape, value: JsonValue): boolean {
  const walk = new Walk(false);
  walk.visit(shape, value, false);
  return walk.errors.length === 0;
}

/** Formats mismatches for an error message. */
export function errorsText(errors: readonly string[]): string {
  const lines = [...errors].sort().map((error) => `  ${error}`);
  return errors.length === 1 ? (errors[0] ?? "") : `errors:\n${lines.join("\n")}`;
}

class Walk {
  readonly errors: string[] = [];
  readonly #path: FieldKey[] = [];
  readonly #allowDuplicates: boolean;

  constructor(allowDuplicates: boolean) {
    this.#allowDuplicates = allowDuplicates;
  }

  /**
   * The field set node of a value; undefined when it has no paths. With `member` the node itself is
   * part of the set.
   */
  visit(shape: Shape, value: JsonValue, member: boolean): FieldSet | undefined {
    switch (shape.kind) {
      case "scalar":
        if (!fits(shape, value)) this.#fail(misfitText(shape, value));
        return leaf;
      case "atomic":
        this.visit(shape.inner, value, false);
        return leaf;
      case "list":
        return this.#visitList(shape, value, member);
      case "any":
        if (!isMap(value)) return value === null && !member ? undefined : leaf;
        return this.#visitMap(shape, value, member);
      default:
        return this.#visitMap(shape, value, member);
    }
  }

  #visitList(shape: ListShape, value: JsonValue, member: boolean): FieldSet | undefined {
    if (value === null) return member ? leaf : undefined;
    if (!isList(value)) {
      this.#fail(`expected list, got &{${plainText(value)}}`);
      return undefined;
    }
    const children: [FieldKey, FieldSet][] = [];
    const seen = new Map<FieldKey, [FieldKey, FieldSet]>();
    for (let i = 0; i < value.length; i++) {
      const item = value[i] as JsonValue;
      const key = shape.plain ? `i:${i}` : this.#keyOf(shape, item, i);
      if (key === undefined) break;
      const first = shape.plain ? undefined : seen.get(key);
      if (first !== undefined && !this.#allowDuplicates) this.#fail(`duplicate entries for key ${keyText(key)}`);
      const child = this.#visitChild(shape.items, item, key, true) ?? leaf;
      if (first !== undefined) first[1] = leaf;
      else if (!shape.plain) {
        const added: [FieldKey, FieldSet] = [key, child];
        children.push(added);
        seen.set(key, added);
      }
    }
    return member ? memberOf(children) : setOf(children);
  }

  #keyOf(shape: ListShape, item: JsonValue, index: number): FieldKey | undefined {
    try {
      return itemKey(shape, item);
    } catch (error) {
      if (!(error instanceof ItemKeyError)) throw error;
      this.#fail(`element ${index}: ${error.message}`);
      return undefined;
    }
  }

  #visitMap(shape: MembersShape, value: JsonValue, member: boolean): FieldSet | undefined {
    if (value === null) return member ? leaf : undefined;
    if (!isMap(value)) {
      this.#fail(`expected map, got &{${plainText(value)}}`);
      return undefined;
    }
    const children: [FieldKey, FieldSet][] = [];
    for (const name in value) {
      const item = value[name] as JsonValue;
      const field = shape.kind === "struct" ? shape.field(name) : undefined;
      const key = field?.key ?? fieldKey(name);
      const childShape = field?.shape ?? undeclaredOf(shape);
      if (childShape === undefined) {
        this.#path.push(key);
        this.#fail("field not declared in schema");
        this.#path.pop();
        break;
      }
      const child = this.#visitChild(childShape, item, key, field === undefined || isNothing(item));
      if (child !== undefined) children.push([key, child]);
    }
    return member ? memberOf(children) : setOf(children);
  }

  #visitChild(shape: Shape, value: JsonValue, key: FieldKey, member: boolean): FieldSet | undefined {
    if (shape.kind === "scalar" && fits(shape, value)) return leaf;
    this.#path.push(key);
    const child = this.visit(shape, value, member);
    this.#path.pop();
    return child;
  }

  #fail(message: string): void {
    if (this.errors.length < maxErrors) this.errors.push(`${this.#path.map(keyText).join("")}: ${message}`);
  }
}

/** Null is a value of every type. */
export function fits({ of }: ScalarShape, value: JsonValue): boolean {
  if (value === null) return true;
  switch (of) {
    case "string":
    case "boolean":
      return typeof value === of;
    case "numeric":
      return typeof value === "number" || typeof value === "bigint";
    default:
      return typeof value !== "object";
  }
}

/** The problem of a value of another type, as errors of applies describe it. */
export function misfitText({ of }: ScalarShape, value: JsonValue): string {
  switch (of) {
    case "string":
      return `expected string, got &value.valueUnstructured{Value:${typedText(value)}}`;
    case "numeric":
      return `expected numeric (int or float), got ${typeName(value)}`;
    default:
      return `expected ${of === "any" ? "any scalar" : of}, got &{${plainText(value)}}`;
  }
}

/** Shapes of values that have members. */
export type MembersShape = Exclude<Shape, ListShape | ScalarShape>;

/** The shape of members that are not declared fields; undefined where the schema allows none. */
export function undeclaredOf(shape: MembersShape): Shape | undefined {
  return shape.kind === "map" ? shape.values : shape.kind === "struct" ? shape.rest : anyShape;
}

/** True for null and for an empty map: both are owned as a value. */
export function isNothing(value: JsonValue): boolean {
  return value === null || (isMap(value) && isEmpty(value as JsonMap as FieldSet));
}
