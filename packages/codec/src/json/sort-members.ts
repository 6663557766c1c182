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
  const names = Object.keys(members);
  let copy: Record<string, unknown> | undefined;
  if (!areSorted(names)) {
    if (!names.every(keepsPlace)) return unsortable;
    sortedTexts(names);
    copy = {};
  }
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string;
    const member = members[name];
    // The engine leaves undefined members out, too.
    const sorted = member === undefined ? undefined : sortMembers(member);
    if (sorted === unsortable) return unsortable;
    if (copy === undefined && sorted !== member) {
      if (!names.every(keepsPlace)) return unsortable;
      copy = {};
      for (let before = 0; before < i; before++) copy[names[before] as string] = members[names[before] as string];
    }
    if (copy !== undefined) copy[name] = sorted;
  }
  return copy ?? members;
}

function areSorted(names: readonly string[]): boolean {
  for (let i = 1; i < names.length; i++) if ((names[i - 1] as string) > (names[i] as string)) return false;
  return true;
}

const zero = 0x30;
const nine = 0x39;

/** Numbers come before other names in any object, and one name is that of the prototype. */
function keepsPlace(name: string): boolean {
  const first = name.charCodeAt(0);
  return !(first >= zero && first <= nine) && name !== "__proto__";
}
