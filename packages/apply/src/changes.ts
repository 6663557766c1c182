import type { JsonValue } from "@svc/meta";
import { type FieldKey, fieldKey } from "./field-key.ts";
import { emptySet, type FieldSet, leaf, memberOf, memberOfLeaves, setOf } from "./field-set.ts";
import { itemKey, itemsByKey } from "./item-key.ts";
import { isList, isMap } from "./json-text.ts";
import { anyShape, type FieldShape, type ListShape, type Shape, type StructShape } from "./shape.ts";
import { type JsonMap, own, sameJson } from "./value.ts";

/** The differences between two values. */
export interface Changes {
  /** Paths that were added or whose value changed. */
  readonly changed: FieldSet;
  /** Paths that were removed. */
  readonly removed: FieldSet;
}

const noChanges: Changes = { changed: emptySet, removed: emptySet };

interface CompareOptions {
  /**
   * How the later value is read: `typed` follows the type (unset fields have zero values, empty
   * ones may be unset), `literal` takes it as written, as an applied intent.
   *
   * @default typed
   */
  readonly afterAs?: "typed" | "literal";
}

/** Two states of an object. */
interface Compared extends CompareOptions {
  readonly before: JsonMap;
  readonly after: JsonMap;
}

/**
 * Compares two objects in one walk that skips the parts they share by identity.
 * @throws {ItemKeyError}
 */
export function compareObjects(shape: StructShape, { before, after, ...options }: Compared): Changes {
  const delta = new Comparison(options).compare(shape, before, after);
  if (delta === undefined) return noChanges;
  return { changed: delta.changed ?? emptySet, removed: delta.removed ?? emptySet };
}

/** The contribution of a node to both sets. */
interface Delta {
  readonly changed?: FieldSet | undefined;
  readonly removed?: FieldSet | undefined;
}

const leafChanged: Delta = { changed: leaf };
const nothing: JsonMap = Object.freeze({});

function compareEmpty(before: JsonValue, after: JsonValue): Delta | undefined {
  return sameJson(before, after) ? undefined : leafChanged;
}

function hasNone(map: JsonMap): boolean {
  for (const _ in map) return false;
  return true;
}

function hasAlways(shape: StructShape): boolean {
  return shape.always().length > 0;
}

function withItself(node: FieldSet | undefined): FieldSet {
  return node === undefined ? leaf : memberOf(Object.entries(node));
}

function childOf(shape: Shape): Shape {
  return shape.kind === "map" ? shape.values : anyShape;
}

const unpaired = Symbol("unpaired");

/** Compares values by the types that a shape declares. */
class Comparison {
  /** True when the later value is taken as written. */
  readonly #literal: boolean;

  constructor({ afterAs = "typed" }: CompareOptions) {
    this.#literal = afterAs === "literal";
  }

  /** Undefined means absent. */
  compare(shape: Shape, before: JsonValue | undefined, after: JsonValue | undefined): Delta | undefined {
    if (before === after) return undefined;
    if (before === undefined) return { changed: setOfValue(shape, after as JsonValue, this.#literal) };
    if (after === undefined) return { removed: setOfValue(shape, before, false) };
    switch (shape.kind) {
      case "scalar":
        return sameJson(before, after) ? undefined : leafChanged;
      case "atomic":
        return sameJson(before, after) || this.#sameFields(shape.inner, before, after) ? undefined : leafChanged;
      case "list":
        return this.#lists(shape, before, after);
      case "any":
        return this.#undeclared(before, after);
      default: {
        const a = isMap(before) ? before : nothing;
        const b = isMap(after) ? after : nothing;
        // Null and empty differ, though neither has anything in it.
        if (hasNone(a) && hasNone(b) && (shape.kind === "map" || !hasAlways(shape))) return compareEmpty(before, after);
        return this.#members(shape, a, b);
      }
    }
  }

  /** Struct fields in an atomic value compare by type; values in lists compare literally. */
  #sameFields(inner: Shape, before: JsonValue, after: JsonValue): boolean {
    return inner.kind === "struct" && this.compare(inner, before, after) === undefined;
  }

  /** Two maps are compared member by member, anything else as one value. */
  #undeclared(before: JsonValue, after: JsonValue): Delta | undefined {
    const a = isMap(before) ? before : nothing;
    const b = isMap(after) ? after : nothing;
    if (hasNone(a) && hasNone(b)) return compareEmpty(before, after);
    const inside = this.#members(anyShape, a, b);
    const replaced = (before !== null && !isMap(before)) || (after !== null && !isMap(after));
    if (!replaced) return inside;
    return { changed: withItself(inside?.changed), removed: inside?.removed };
  }

  #members(shape: Shape, before: JsonMap, after: JsonMap): Delta | undefined {
    const builder = new DeltaBuilder();
    for (const name in after) {
      const a = own(before, name);
      const b = after[name] as JsonValue;
      if (a === b) continue;
      const field = fieldOf(shape, name);
      const old = field === undefined ? a : field.read(a);
      const next = field === undefined || this.#literal ? b : field.read(b);
      const delta = this.compare(field?.shape ?? childOf(shape), old, next);
      if (delta !== undefined) builder.add(field?.key ?? fieldKey(name), delta);
    }
    for (const name in before) {
      if (Object.hasOwn(after, name)) continue;
      const field = fieldOf(shape, name);
      const old = field === undefined ? before[name] : field.read(before[name]);
      const next = field === undefined || this.#literal ? undefined : field.read(undefined);
      const delta = this.compare(field?.shape ?? childOf(shape), old, next);
      if (delta !== undefined) builder.add(field?.key ?? fieldKey(name), delta);
    }
    return builder.done();
  }

  #lists(shape: ListShape, before: JsonValue, after: JsonValue): Delta | undefined {
    const a = isList(before) ? before : [];
    const b = isList(after) ? after : [];
    if (a.length === 0 && b.length === 0) return compareEmpty(before, after);
    const pairs = this.#pairs(shape, a, b);
    if (pairs !== unpaired) return pairs;
    const old = itemsByKey(shape, a);
    const builder = new DeltaBuilder();
    for (const [key, items] of itemsByKey(shape, b)) {
      const delta = this.#items(shape.items, old.get(key) ?? [], items);
      if (delta !== undefined) builder.add(key, delta);
      old.delete(key);
    }
    for (const [key, items] of old) builder.add(key, { removed: setOfItems(shape.items, items, false) });
    return builder.done();
  }

  /** Compares lists with equal keys in equal order, the usual case. */
  #pairs(
    shape: ListShape,
    before: readonly JsonValue[],
    after: readonly JsonValue[],
  ): Delta | undefined | typeof unpaired {
    if (before.length !== after.length) return unpaired;
    const keys = new Set<FieldKey>();
    for (let i = 0; i < before.length; i++) {
      const key = itemKey(shape, before[i] as JsonValue);
      if (before[i] !== after[i] && key !== itemKey(shape, after[i] as JsonValue)) return unpaired;
      keys.add(key);
    }
    // Items with duplicate keys are owned as one.
    if (keys.size !== before.length) return sameJson(before, after) ? undefined : unpaired;
    const builder = new DeltaBuilder();
    let index = 0;
    for (const key of keys) {
      const delta = this.compare(shape.items, before[index], after[index]);
      if (delta !== undefined) builder.add(key, delta);
      index++;
    }
    return builder.done();
  }

  /** Compares the items of one key. Several of one key are owned as one. */
  #items(shape: Shape, before: readonly JsonValue[], after: readonly JsonValue[]): Delta | undefined {
    const literal = this.#literal;
    if (before.length === 0) return { changed: setOfItems(shape, after, literal) };
    if (before.length === 1 && after.length === 1) return this.compare(shape, before[0], after[0]);
    if (sameJson(before, after)) return undefined;
    return { changed: setOfItems(shape, after, literal), removed: setOfItems(shape, before, false) };
  }
}

function fieldOf(shape: Shape, name: string): FieldShape | undefined {
  return shape.kind === "struct" ? shape.field(name) : undefined;
}

function setOfItems(shape: Shape, items: readonly JsonValue[], literal: boolean): FieldSet {
  return items.length === 1 ? setOfValue(shape, items[0] as JsonValue, literal) : leaf;
}

/** The field set of a complete value, as added or removed with it. */
function setOfValue(shape: Shape, value: JsonValue, literal: boolean): FieldSet {
  switch (shape.kind) {
    case "scalar":
    case "atomic":
      return leaf;
    case "list":
      return isList(value) ? memberOf(setOfList(shape, value, literal)) : leaf;
    case "map":
      if (isMap(value) && isWhole(shape.values)) return memberOfLeaves(keysOf(value));
      break;
    default:
      break;
  }
  return isMap(value) ? memberOf(setOfMembers(shape, value, literal)) : leaf;
}

function keysOf(value: JsonMap): readonly FieldKey[] {
  const keys: FieldKey[] = [];
  for (const name in value) if (value[name] !== undefined) keys.push(fieldKey(name));
  return keys;
}

/** True for values that are owned as one. */
function isWhole({ kind }: Shape): boolean {
  return kind === "scalar" || kind === "atomic";
}

function setOfList(shape: ListShape, value: readonly JsonValue[], literal: boolean): (readonly [FieldKey, FieldSet])[] {
  return [...itemsByKey(shape, value)].map(([key, items]) => [key, setOfItems(shape.items, items, literal)] as const);
}

function setOfMembers(shape: Shape, value: JsonMap, literal: boolean): (readonly [FieldKey, FieldSet])[] {
  const children: (readonly [FieldKey, FieldSet])[] = [];
  const add = (field: FieldShape | undefined, name: string, raw: JsonValue | undefined): void => {
    const child = field === undefined || literal ? raw : field.read(raw);
    if (child === undefined) return;
    children.push([field?.key ?? fieldKey(name), setOfValue(field?.shape ?? childOf(shape), child, literal)]);
  };
  for (const name in value) add(shape.kind === "struct" ? shape.field(name) : undefined, name, value[name]);
  if (shape.kind === "struct" && !literal)
    for (const field of shape.always()) if (!Object.hasOwn(value, field.name)) add(field, field.name, undefined);
  return children;
}

/** Collects the differences below one node. */
class DeltaBuilder {
  #changed: [FieldKey, FieldSet][] | undefined;
  #removed: [FieldKey, FieldSet][] | undefined;

  add(key: FieldKey, { changed, removed }: Delta): void {
    if (changed !== undefined) (this.#changed ??= []).push([key, changed]);
    if (removed !== undefined) (this.#removed ??= []).push([key, removed]);
  }

  done(): Delta | undefined {
    if (this.#changed === undefined && this.#removed === undefined) return undefined;
    return { changed: setOf(this.#changed ?? []), removed: setOf(this.#removed ?? []) };
  }
}
