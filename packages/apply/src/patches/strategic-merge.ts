import { quote } from "@svc/base";
import { badRequest, type JsonValue, plainError, type StatusError } from "@svc/meta";
import type { Field, Schema, StructSchema } from "@svc/schema";
import { plainText, textOrMarked, typeName } from "../go-text.ts";
import { type KeyOf, mergeOrder } from "./merge-order.ts";

type Members = Readonly<Record<string, JsonValue>>;

const patchDirective = "$patch";
const retainDirective = "$retainKeys";
const orderDirective = "$setElementOrder";
const deleteDirective = "$deleteFromPrimitiveList";

/**
 * Applies a strategic merge patch: a merge patch that merges lists by the keys that schema markers
 * name, with directives to delete, replace, retain and order.
 *
 * Source: the section on patches of the API conventions. Nothing is changed in position.
 * @throws {StatusError} with the original's messages: 500 for invalid directives, 400 for invalid
 * `$retainKeys`
 */
export function strategicMergePatch(live: JsonValue, patch: JsonValue, schema: StructSchema): JsonValue {
  return isMap(live) && isMap(patch) ? mergeMap(live, patch, schema) : patch;
}

/** The merge markers of one member. */
interface Guide {
  readonly schema: Schema | undefined;
  readonly field: Field | undefined;
}

function guideOf(schema: Schema | undefined, name: string): Guide {
  if (schema?.type === "struct") {
    const field = schema.byName.get(name);
    return { field, schema: field?.schema };
  }
  return { field: undefined, schema: schema?.type === "map" ? schema.values : undefined };
}

function mergeMap(live: Members, patch: Members, schema: Schema | undefined): JsonValue {
  const directive = patch[patchDirective];
  if (directive !== undefined) {
    if (directive === "replace") return without(patch, patchDirective);
    if (directive === "delete") return {};
    throw plainError(`unknown patch type: ${textOrMarked(directive)} in map: ${plainText(patch)}`);
  }
  const merged = new Map<string, JsonValue>(Object.entries(retained(live, patch)));
  const orders = readOrders(live, patch, schema);
  const deletions = deletionsOf(patch);
  for (const [name, value] of Object.entries(patch)) {
    if (name === retainDirective || name.startsWith(orderDirective)) continue;
    const deletion = deletions.get(name);
    if (deletion !== undefined) {
      if (!deletion.ordered) deleteItems(merged, deletion, schema);
      continue;
    }
    if (value === null) {
      merged.delete(name);
      continue;
    }
    const before = merged.get(name);
    const after = before === undefined ? withoutDirected(value) : mergeValue(before, value, guideOf(schema, name));
    if (after !== undefined) merged.set(name, after);
  }
  for (const order of orders) applyOrder(merged, order);
  for (const deletion of deletions.values()) if (deletion.ordered) deleteItems(merged, deletion, schema);
  return Object.fromEntries(merged);
}

/** Removes the members that `$retainKeys` does not list. */
function retained(live: Members, patch: Members): Members {
  const keys = patch[retainDirective];
  if (keys === undefined) return live;
  if (!Array.isArray(keys)) throw badRequest("invalid patch format of retainKeys");
  const kept = new Set(keys as readonly JsonValue[]);
  for (const [name, value] of Object.entries(patch)) {
    if (name.startsWith("$") || value === null) continue;
    if (!kept.has(name)) throw badRequest("invalid patch format of retainKeys");
  }
  return Object.fromEntries(Object.entries(live).filter(([name]) => kept.has(name)));
}

/** The content of a `$deleteFromPrimitiveList` directive. */
interface Deletion {
  /** The name of the field. */
  readonly target: string;
  readonly value: JsonValue;
  /**
   * True when the patch orders the list as well: items that the patch adds are then deleted too.
   * Without an order the original deletes before or after it adds, at random, but mostly in the
   * order of the patch's members, which is the rule here.
   */
  readonly ordered: boolean;
}

/** By the names of the directives. */
function deletionsOf(patch: Members): ReadonlyMap<string, Deletion> {
  const deletions = new Map<string, Deletion>();
  for (const [name, value] of Object.entries(patch)) {
    if (!name.startsWith(deleteDirective)) continue;
    const target = fieldOf(name, deleteDirective, "primitive");
    deletions.set(name, { target, value, ordered: Object.hasOwn(patch, `${orderDirective}/${target}`) });
  }
  return deletions;
}

/**
 * Deletes items from a list of scalars. As in the original, a directive with a value that is no
 * list acts as the field itself, if it is of the field's type: null removes the field.
 */
function deleteItems(merged: Map<string, JsonValue>, { target, value }: Deletion, schema: Schema | undefined): void {
  const before = merged.get(target);
  if (before === undefined) return;
  if (value === null) merged.delete(target);
  else if (isList(before) && isList(value)) merged.set(target, listWithout(before, value));
  else if (typeName(before) === typeName(value)) merged.set(target, mergeValue(before, value, guideOf(schema, target)));
}

function listWithout(list: readonly JsonValue[], deleted: readonly JsonValue[]): JsonValue {
  if (deleted.length === 0) return list;
  if (itemType([list, deleted]) === mapType) throw plainError("cannot merge lists without merge key for struct");
  const keys = new Set(deleted.map(scalarKey));
  return list.filter((item) => !keys.has(scalarKey(item)));
}

function mergeValue(live: JsonValue, patch: JsonValue, { schema, field }: Guide): JsonValue {
  const strategies = field?.patch?.strategies ?? [];
  if (isMap(live) && isMap(patch)) return strategies.includes("replace") ? patch : mergeMap(live, patch, schema);
  if (isList(live) && isList(patch) && strategies.includes("merge")) {
    const items = schema?.type === "list" ? schema.items : undefined;
    return mergeList(live, patch, { mergeKey: field?.patch?.mergeKey, items });
  }
  return patch;
}

/** The merge markers of a list. */
interface ListGuide<Key = string | undefined> {
  readonly mergeKey: Key;
  readonly items: Schema | undefined;
}

function mergeList(live: readonly JsonValue[], patch: readonly JsonValue[], { mergeKey, items }: ListGuide): JsonValue {
  if (live.length + patch.length === 0) return live;
  if (itemType([live, patch]) !== mapType) {
    const merged = new Map([...live, ...patch].map((item) => [scalarKey(item), item]));
    return mergeOrder([...merged.values()], { intended: patch, live }, scalarKey);
  }
  if (mergeKey === undefined) throw plainError(`cannot merge lists without merge key for ${plainText(patch)}`);
  return mergeMaps(live as readonly Members[], patch as readonly Members[], { mergeKey, items });
}

const mapType = typeName({});

/**
 * The type that all items have.
 * @throws {StatusError} 500 for items of several types
 */
function itemType(lists: readonly (readonly JsonValue[])[]): string {
  const nothing = typeName(null);
  let type = nothing;
  for (const item of lists.flat() as readonly JsonValue[]) {
    const next = typeName(item);
    if (type !== nothing && next !== type)
      throw plainError(`list element types are not identical: ${plainText(lists as JsonValue)}`);
    type = next;
  }
  return type;
}

function mergeMaps(
  live: readonly Members[],
  patch: readonly Members[],
  { mergeKey, items }: ListGuide<string>,
): JsonValue {
  const keyOf = keyedBy(mergeKey);
  const { changes, deleted, replaced } = readDirectives(patch, keyOf);
  if (replaced) {
    // The new items need keys, too.
    for (const item of changes) keyOf(item);
    return changes;
  }
  const left = deleted.size === 0 ? live : live.filter((item) => !deleted.has(keyOf(item)));
  const merged: JsonValue[] = [...left];
  const positions = new Map<string, number>();
  merged.forEach((item, i) => {
    const key = keyOf(item);
    if (!positions.has(key)) positions.set(key, i);
  });
  for (const change of changes) {
    const key = keyOf(change);
    const at = positions.get(key);
    if (at !== undefined) merged[at] = mergeMap(merged[at] as Members, change, items);
    // A new item is taken as is: directives within it are unknown fields.
    else positions.set(key, merged.push(change) - 1);
  }
  return mergeOrder(merged, { intended: changes, live: left }, keyOf);
}

interface Directives {
  readonly changes: readonly Members[];
  /** The keys of removed items. */
  readonly deleted: ReadonlySet<string>;
  /** True when the patch replaces the whole list. */
  readonly replaced: boolean;
}

function readDirectives(patch: readonly Members[], keyOf: KeyOf): Directives {
  const changes: Members[] = [];
  const deleted = new Set<string>();
  let replaced = false;
  for (const item of patch) {
    const directive = item[patchDirective];
    if (directive === undefined) changes.push(item);
    else if (directive === "replace") replaced = true;
    else if (directive === "delete") deleted.add(keyOf(item));
    else if (directive === "merge") throw plainError("merging lists cannot yet be specified in the patch");
    else throw plainError(`unknown patch type: ${textOrMarked(directive)} in map: ${plainText(item)}`);
  }
  return { changes, deleted, replaced };
}

/** @throws {StatusError} 500 for items without a unique key */
function keyedBy(mergeKey: string): KeyOf {
  return (item) => {
    if (!isMap(item)) throw unexpectedType(mapType, item);
    const key = item[mergeKey];
    if (key === undefined) throw plainError(`map: ${plainText(item)} does not contain declared merge key: ${mergeKey}`);
    return scalarKey(key);
  };
}

/** `$setElementOrder/<field>`: the order of the list items in the client's manifest. */
interface Order {
  /** The name of the field. */
  readonly target: string;
  readonly intended: readonly JsonValue[];
  /** The live list. */
  readonly before: readonly JsonValue[];
  readonly keyOf: KeyOf;
}

/** Reads and checks the orders of lists before anything within these lists is merged. */
function readOrders(live: Members, patch: Members, schema: Schema | undefined): readonly Order[] {
  const orders: Order[] = [];
  for (const [name, sought] of Object.entries(patch)) {
    if (!name.startsWith(orderDirective)) continue;
    const intended = listOf(sought);
    const target = fieldOf(name, orderDirective, "setElementOrder");
    const before = listOf(live[target] ?? []);
    const mergeKey = listFieldOf(schema, target)?.patch?.mergeKey;
    const keyOf = mergeKey === undefined ? scalarKey : keyedBy(mergeKey);
    const patched = patch[target];
    if (patched !== undefined) {
      const items = listOf(patched);
      if (items.length === 0 && before.length === 0) throw plainError("no elements in any of the given slices");
      checkOrder(items, intended, keyOf);
    }
    orders.push({ target, intended, before, keyOf });
  }
  return orders;
}

function applyOrder(merged: Map<string, JsonValue>, { target, intended, before, keyOf }: Order): void {
  const list = merged.get(target);
  if (!isList(list)) return;
  const orders = { intended, live: previousOrder(before, list, keyOf) };
  merged.set(target, mergeOrder(list, orders, keyOf));
}

/**
 * The field that a directive such as `$setElementOrder/<field>` names.
 * @throws {StatusError} 400 without one
 */
function fieldOf(name: string, directive: string, list: string): string {
  if (!name.startsWith(`${directive}/`)) throw badRequest(`invalid patch format of ${list} list`);
  return name.slice(directive.length + 1);
}

/** The list that is to be ordered. @throws {StatusError} 500 where there is no such list */
function listFieldOf(schema: Schema | undefined, name: string): Field | undefined {
  if (schema?.type === "map")
    throw plainError("merging an object in json but data type is not struct, instead is: map");
  if (schema?.type !== "struct") return undefined;
  const field = schema.byName.get(name);
  if (!field) {
    const struct = schema.name?.slice(schema.name.lastIndexOf(".") + 1) ?? "";
    throw plainError(`unable to find api field in struct ${struct} for the json field ${quote(name)}`);
  }
  if (field.schema.type !== "list") throw plainError("expected slice or array type, but got: struct");
  return field;
}

/** @throws {StatusError} 500 */
function listOf(value: JsonValue): readonly JsonValue[] {
  if (!isList(value)) throw unexpectedType("[]interface {}", value);
  return value;
}

function unexpectedType(expected: string, value: JsonValue): StatusError {
  return plainError(`expected a ${expected}, but received a ${value === null ? textOrMarked(value) : typeName(value)}`);
}

/** The former positions of items; added items take the positions of removed ones at the end. */
function previousOrder(before: readonly JsonValue[], after: readonly JsonValue[], keyOf: KeyOf): readonly JsonValue[] {
  const left = new Set(after.map(keyOf));
  const kept = before.filter((item) => left.has(keyOf(item)));
  if (kept.length === before.length) return before;
  const keptKeys = new Set(kept.map(keyOf));
  return [...kept, ...after.filter((item) => !keptKeys.has(keyOf(item))).slice(0, before.length - kept.length)];
}

/**
 * The items of a patch must be in the order that the patch itself requests, where an item may be
 * named more than once. Directives between them need no place, except behind the last named item.
 */
function checkOrder(patch: readonly JsonValue[], intended: readonly JsonValue[], keyOf: KeyOf): void {
  if (intended.length === 0) return;
  const items = patch.filter((item) => !isMap(item) || item[patchDirective] !== "delete");
  const positions = intended.map(keyOf);
  let next = 0;
  for (const item of items) {
    const isLeft = next < positions.length;
    if (isLeft && isMap(item) && Object.hasOwn(item, patchDirective)) continue;
    const position = isLeft ? positions.indexOf(keyOf(item), next) : -1;
    next = position + 1;
    if (next > 0) continue;
    throw plainError(
      `The order in patch list:\n${plainText(patch)}\n doesn't match ${orderDirective} list:\n${plainText(intended)}\n`,
    );
  }
}

/**
 * A patch value without a live counterpart: merge directives and null members are removed, other
 * directives stay.
 */
function withoutDirected(value: JsonValue): JsonValue | undefined {
  if (isList(value)) return value.map(withoutDirected).filter((item) => item !== undefined);
  if (!isMap(value)) return value;
  if (Object.hasOwn(value, patchDirective)) return undefined;
  const kept = new Map<string, JsonValue>();
  for (const [name, member] of Object.entries(value)) {
    const after = member === null ? undefined : withoutDirected(member);
    if (after !== undefined) kept.set(name, after);
  }
  return Object.fromEntries(kept);
}

function without(map: Members, name: string): Members {
  return Object.fromEntries(Object.entries(map).filter(([key]) => key !== name));
}

/** The comparison key of a scalar, with its type. */
function scalarKey(value: JsonValue): string {
  return `${typeof value} ${isMap(value) || isList(value) ? plainText(value) : String(value)}`;
}

function isMap(value: JsonValue | undefined): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
