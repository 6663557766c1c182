import { badRequest, type JsonValue, plainError } from "@svc/meta";
import type { Field, Schema, StructSchema } from "@svc/schema";
import { plainText } from "../go-text.ts";
import { inWantedOrder, type KeyOf } from "./merge-order.ts";

type Members = Readonly<Record<string, JsonValue>>;

const patchDirective = "$patch";
const retainDirective = "$retainKeys";
const orderPrefix = "$setElementOrder/";
const deletePrefix = "$deleteFromPrimitiveList/";

/**
 * Applies a strategic merge patch: a merge patch that knows, from the markers of a schema, which lists merge by which key, and
 * whose directives delete, replace, keep and order.
 *
 * Source: the section on patches of the API conventions. Nothing is changed in place.
 * @throws {StatusError} in the words that clients know: 500 for directives that make no sense, 400 for `$retainKeys` that do not
 */
export function strategicMergePatch(live: JsonValue, patch: JsonValue, schema: StructSchema): JsonValue {
  return isMap(live) && isMap(patch) ? mergeMap(live, patch, schema) : patch;
}

/** What a schema says of one member. */
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
    throw plainError(`unknown patch type: ${plainText(directive)} in map: ${plainText(patch)}`);
  }
  const merged = new Map<string, JsonValue>(Object.entries(retained(live, patch)));
  deleteFromLists(merged, patch);
  for (const [name, value] of Object.entries(patch)) {
    if (name === retainDirective || name.startsWith(orderPrefix) || name.startsWith(deletePrefix)) continue;
    if (value === null) {
      merged.delete(name);
      continue;
    }
    const before = merged.get(name);
    merged.set(
      name,
      before === undefined ? withoutDirectives(value) : mergeValue(before, value, guideOf(schema, name)),
    );
  }
  order(merged, live, patch, schema);
  return Object.fromEntries(merged);
}

/** Of members that only some of may be there together, those that the patch does not name go. */
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

function deleteFromLists(merged: Map<string, JsonValue>, patch: Members): void {
  for (const [name, value] of Object.entries(patch)) {
    if (!name.startsWith(deletePrefix)) continue;
    const target = name.slice(deletePrefix.length);
    const list = merged.get(target);
    if (!Array.isArray(list) || !Array.isArray(value)) continue;
    const gone = new Set((value as readonly JsonValue[]).map(scalarKey));
    merged.set(
      target,
      (list as readonly JsonValue[]).filter((item) => !gone.has(scalarKey(item))),
    );
  }
}

function mergeValue(live: JsonValue, patch: JsonValue, { schema, field }: Guide): JsonValue {
  const strategies = field?.patch?.strategies ?? [];
  if (isMap(live) && isMap(patch))
    return strategies.includes("replace") ? withoutDirectives(patch) : mergeMap(live, patch, schema);
  if (isList(live) && isList(patch) && strategies.includes("merge")) {
    const items = schema?.type === "list" ? schema.items : undefined;
    return mergeList(live, patch, field?.patch?.mergeKey, items);
  }
  return patch;
}

function mergeList(
  live: readonly JsonValue[],
  patch: readonly JsonValue[],
  mergeKey: string | undefined,
  items: Schema | undefined,
): JsonValue {
  const all = [...live, ...patch];
  if (all.length === 0) return live;
  const maps = all.filter(isMap).length;
  if (maps !== 0 && maps !== all.length)
    throw plainError(`list element types are not identical: ${plainText([live, patch])}`);
  if (maps === 0) {
    const merged = new Map(all.map((item) => [scalarKey(item), item]));
    return inWantedOrder([...merged.values()], patch, live, scalarKey);
  }
  if (mergeKey === undefined) throw plainError(`cannot merge lists without merge key for ${plainText(patch)}`);
  return mergeMaps(live as readonly Members[], patch as readonly Members[], mergeKey, items);
}

function mergeMaps(
  live: readonly Members[],
  patch: readonly Members[],
  mergeKey: string,
  items: Schema | undefined,
): JsonValue {
  const keyOf: KeyOf = (item) => {
    const key = isMap(item) ? item[mergeKey] : undefined;
    if (key === undefined) throw plainError(`map: ${plainText(item)} does not contain declared merge key: ${mergeKey}`);
    return scalarKey(key);
  };
  let current = live;
  const changes: Members[] = [];
  let replaced = false;
  for (const item of patch) {
    const directive = item[patchDirective];
    if (directive === undefined) changes.push(item);
    else if (directive === "replace") replaced = true;
    else if (directive === "delete") {
      const gone = keyOf(item);
      current = current.filter((other) => keyOf(other) !== gone);
    } else if (directive === "merge") changes.push(without(item, patchDirective));
    else throw plainError(`unknown patch type: ${plainText(directive)} in map: ${plainText(item)}`);
  }
  if (replaced) return changes;
  const merged = [...current] as JsonValue[];
  for (const change of changes) {
    const key = keyOf(change);
    const at = merged.findIndex((item) => keyOf(item) === key);
    if (at < 0) merged.push(withoutDirectives(change));
    else merged[at] = mergeMap(merged[at] as Members, change, items);
  }
  return inWantedOrder(merged, changes, current, keyOf);
}

/** `$setElementOrder/<field>`: how the items of a list that the client knows of are to follow one another. */
function order(merged: Map<string, JsonValue>, live: Members, patch: Members, schema: Schema | undefined): void {
  for (const [name, wanted] of Object.entries(patch)) {
    if (!name.startsWith(orderPrefix)) continue;
    const target = name.slice(orderPrefix.length);
    const list = merged.get(target);
    if (!Array.isArray(wanted)) throw badRequest("invalid patch format of setElementOrder list");
    const { field } = guideOf(schema, target);
    const mergeKey = field?.patch?.mergeKey;
    const keyOf: KeyOf = (item) => scalarKey(isMap(item) && mergeKey !== undefined ? (item[mergeKey] ?? null) : item);
    const given = patch[target];
    if (Array.isArray(given)) checkOrder(given, wanted, keyOf);
    if (!Array.isArray(list)) continue;
    const before = live[target];
    merged.set(target, inWantedOrder(list, wanted, Array.isArray(before) ? before : [], keyOf));
  }
}

/** The items of a patch have to stand in the order that it asks for itself. */
function checkOrder(patch: readonly JsonValue[], wanted: readonly JsonValue[], keyOf: KeyOf): void {
  const items = patch.filter((item) => !isMap(item) || item[patchDirective] === undefined);
  const places = wanted.map(keyOf);
  let last = -1;
  for (const item of items) {
    const place = places.indexOf(keyOf(item));
    if (place > last) {
      last = place;
      continue;
    }
    throw plainError(
      `The order in patch list:\n${plainText(patch)}\n doesn't match ${orderPrefix.slice(0, -1)} list:\n${plainText(wanted)}\n`,
    );
  }
}

/** A value that there was nothing to merge with: what only directs a merge goes, and members that are null. */
function withoutDirectives(value: JsonValue): JsonValue {
  if (isList(value)) {
    return value
      .filter((item) => !(isMap(item) && (item[patchDirective] === "delete" || item[patchDirective] === "replace")))
      .map(withoutDirectives);
  }
  if (!isMap(value)) return value;
  if (value[patchDirective] === "delete") return {};
  const kept = Object.entries(value).filter(
    ([name, member]) =>
      member !== null &&
      name !== patchDirective &&
      name !== retainDirective &&
      !name.startsWith(orderPrefix) &&
      !name.startsWith(deletePrefix),
  );
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutDirectives(member as JsonValue)]));
}

function without(map: Members, name: string): Members {
  return Object.fromEntries(Object.entries(map).filter(([key]) => key !== name));
}

/** What scalars are compared by: their type counts. */
function scalarKey(value: JsonValue): string {
  return `${typeof value} ${isMap(value) || isList(value) ? plainText(value) : String(value)}`;
}

function isMap(value: JsonValue | undefined): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
