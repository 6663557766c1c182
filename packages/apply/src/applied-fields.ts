import type { JsonValue } from "@svc/meta";
import { type FieldKey, fieldKey, keyText } from "./field-key.ts";
import { emptySet, type FieldSet, isEmpty, isMember, leaf, memberOf, setOf } from "./field-set.ts";
import { plainText, typedText, typeName } from "./go-text.ts";
import { ItemKeyError, itemKey } from "./item-key.ts";
import { isList, isMap } from "./json-text.ts";
import { anyShape, type ListShape, type ScalarShape, type Shape, type StructShape } from "./shape.ts";
import type { JsonMap } from "./value.ts";

/** More are not told. */
const maxErrors = 1_000;

interface AppliedFields {
  /** What someone who applies the value wants to own: its scalars, what is owned as one, items, keys of maps, and what is set to nothing. */
  readonly set: FieldSet;
  /** What does not fit the schema, each with its path. */
  readonly errors: readonly string[];
}

interface AppliedFieldsOptions {
  /** A set that the result is likely to be equal to; it, or what is equal of it, is then taken. */
  readonly like?: FieldSet | undefined;
  /** Whether lists may hold a key twice, as stored ones do. @default false */
  readonly allowDuplicates?: boolean;
}

/** The fields of a value, and whether they are fields of its schema. */
export function appliedFields(shape: StructShape, value: JsonValue, options: AppliedFieldsOptions = {}): AppliedFields {
  const walk = new Walk(options.allowDuplicates === true);
  const set = walk.visit(shape, value, false, options.like);
  return { set: set ?? emptySet, errors: walk.errors };
}

/** How messages show what does not fit. */
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

  /** The node of a value: in the set itself where `member` says so; undefined when nothing of it is in the set. */
  visit(shape: Shape, value: JsonValue, member: boolean, like: FieldSet | undefined): FieldSet | undefined {
    switch (shape.kind) {
      case "scalar":
        if (!fits(shape, value)) this.#fail(misfitText(shape, value));
        return leafLike(like);
      case "atomic":
        this.visit(shape.inner, value, false, undefined);
        return leafLike(like);
      case "list":
        return this.#visitList(shape, value, member, like);
      case "any":
        if (!isMap(value)) return value === null && !member ? undefined : leafLike(like);
        return this.#visitMap(shape, value, member, like);
      default:
        return this.#visitMap(shape, value, member, like);
    }
  }

  #visitList(shape: ListShape, value: JsonValue, member: boolean, like: FieldSet | undefined): FieldSet | undefined {
    if (value === null) return member ? leafLike(like) : undefined;
    if (!isList(value)) {
      this.#fail(`expected list, got &{${plainText(value)}}`);
      return undefined;
    }
    const node = new NodeDraft(member, like);
    const seen = new Map<FieldKey, number>();
    for (let i = 0; i < value.length; i++) {
      const item = value[i] as JsonValue;
      const key = shape.plain ? `i:${i}` : this.#keyOf(shape, item, i);
      if (key === undefined) continue;
      const first = shape.plain ? undefined : seen.get(key);
      if (first !== undefined && !this.#allowDuplicates) this.#fail(`duplicate entries for key ${keyText(key)}`);
      const likeItem = like?.[key];
      const child = this.#visitChild(shape.items, item, key, true, likeItem);
      if (first !== undefined) node.replace(first, leaf);
      else if (!shape.plain) seen.set(key, node.add(key, child ?? leaf, likeItem));
    }
    return node.done();
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

  #visitMap(
    shape: Exclude<Shape, ListShape | ScalarShape>,
    value: JsonValue,
    member: boolean,
    like: FieldSet | undefined,
  ) {
    if (value === null) return member ? leafLike(like) : undefined;
    if (!isMap(value)) {
      this.#fail(`expected map, got &{${plainText(value)}}`);
      return undefined;
    }
    const node = new NodeDraft(member, like);
    for (const name in value) {
      const item = value[name] as JsonValue;
      const field = shape.kind === "struct" ? shape.field(name) : undefined;
      const key = field?.key ?? fieldKey(name);
      const childShape = field?.shape ?? childOf(shape);
      if (childShape === undefined) {
        this.#path.push(key);
        this.#fail("field not declared in schema");
        this.#path.pop();
        break;
      }
      const likeItem = like?.[key];
      const child = this.#visitChild(childShape, item, key, field === undefined || isNothing(item), likeItem);
      if (child !== undefined) node.add(key, child, likeItem);
    }
    return node.done();
  }

  #visitChild(shape: Shape, value: JsonValue, key: FieldKey, member: boolean, like: FieldSet | undefined) {
    if (shape.kind === "scalar" && fits(shape, value)) return leafLike(like);
    this.#path.push(key);
    const child = this.visit(shape, value, member, like);
    this.#path.pop();
    return child;
  }

  #fail(message: string): void {
    if (this.errors.length < maxErrors) this.errors.push(`${this.#path.map(keyText).join("")}: ${message}`);
  }
}

function fits({ of }: ScalarShape, value: JsonValue): boolean {
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

function misfitText({ of }: ScalarShape, value: JsonValue): string {
  switch (of) {
    case "string":
      return `expected string, got &value.valueUnstructured{Value:${typedText(value)}}`;
    case "numeric":
      return `expected numeric (int or float), got ${typeName(value)}`;
    default:
      return `expected ${of === "any" ? "any scalar" : of}, got &{${plainText(value)}}`;
  }
}

function childOf(shape: Exclude<Shape, ListShape | ScalarShape>): Shape | undefined {
  return shape.kind === "map" ? shape.values : shape.kind === "struct" ? shape.rest : anyShape;
}

function isNothing(value: JsonValue): boolean {
  return value === null || (isMap(value) && isEmpty(value as JsonMap as FieldSet));
}

function leafLike(like: FieldSet | undefined): FieldSet {
  return like !== undefined && isEmpty(like) ? like : leaf;
}

/** A node in the making, which becomes the node that it was expected to be if it is equal to it. */
class NodeDraft {
  readonly #member: boolean;
  readonly #like: FieldSet | undefined;
  readonly #children: [FieldKey, FieldSet][] = [];
  #same: boolean;

  constructor(member: boolean, like: FieldSet | undefined) {
    this.#member = member;
    this.#like = like;
    this.#same = like !== undefined && isMember(like) === member;
  }

  /** Returns the place of the child. @param like the child of this name of the node that this is expected to be */
  add(key: FieldKey, node: FieldSet, like: FieldSet | undefined): number {
    if (node !== like) this.#same = false;
    return this.#children.push([key, node]) - 1;
  }

  replace(place: number, node: FieldSet): void {
    const child = this.#children[place];
    if (child !== undefined) child[1] = node;
    this.#same = false;
  }

  done(): FieldSet | undefined {
    const children = this.#children;
    if (children.length === 0) return this.#member ? leafLike(this.#like) : undefined;
    if (this.#same && this.#like !== undefined) {
      let others = children.length + (this.#member ? 1 : 0);
      for (const _ in this.#like) others--;
      if (others === 0) return this.#like;
    }
    return this.#member ? memberOf(children) : setOf(children);
  }
}
