import { sortedTexts } from "@svc/meta";

type Members = Readonly<Record<string, unknown>>;

/** In place of a value that the engine would not write as the codec does. */
export const unsortable: unique symbol = Symbol("unsortable");

/**
 * A JSON value whose members are in the order of their names, so that the engine writes them in
 * this order: the value itself where they are, else a copy of what is not. Names are compared by
 * UTF-16 units.
 * @returns `unsortable` for values that the engine writes otherwise or not at all, and for names
 * that no object can have in this order
 */
export function sortMembers(value: unknown): unknown {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value : unsortable;
    case "object":
      if (value === null) return value;
      return Array.isArray(value) ? sortItems(value) : sortObject(value as Members);
    default:
      return unsortable;
  }
}

function sortItems(items: readonly unknown[]): unknown {
  let copy: unknown[] | undefined;
  for (let i = 0; i < items.length; i++) {
    const sorted = sortMembers(items[i]);
    if (sorted === unsortable) return unsortable;
    if (copy === undefined && sorted !== items[i]) copy = items.slice(0, i);
    copy?.push(sorted);
  }
  return copy ?? items;
}

function sortObject(members: Members): unknown {
  if (!areSorted(members)) return sortedCopy(members);
  let copy: Record<string, unknown> | undefined;
  for (const name in members) {
    const member = members[name];
    const sorted = sortMember(member);
    if (sorted === unsortable) return unsortable;
    if (copy === undefined && sorted !== member) {
      if (Object.hasOwn(members, "__proto__")) return unsortable;
      copy = membersBefore(name, members);
    }
    if (copy !== undefined) copy[name] = sorted;
  }
  return copy ?? members;
}

/** The engine leaves undefined members out, too. */
function sortMember(member: unknown): unknown {
  return member === undefined ? undefined : sortMembers(member);
}

function areSorted(members: Members): boolean {
  let before = "";
  for (const name in members) {
    if (before > name) return false;
    before = name;
  }
  return true;
}

function membersBefore(end: string, members: Members): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const name in members) {
    if (name === end) return copy;
    copy[name] = members[name];
  }
  return copy;
}

function sortedCopy(members: Members): unknown {
  const names = Object.keys(members);
  if (!names.every(keepsPlace)) return unsortable;
  const copy: Record<string, unknown> = {};
  for (const name of sortedTexts(names)) {
    const sorted = sortMember(members[name]);
    if (sorted === unsortable) return unsortable;
    copy[name] = sorted;
  }
  return copy;
}

const zero = 0x30;
const nine = 0x39;

/** Numbers come before other names in any object, and one name is that of the prototype. */
function keepsPlace(name: string): boolean {
  const first = name.charCodeAt(0);
  return !(first >= zero && first <= nine) && name !== "__proto__";
}
