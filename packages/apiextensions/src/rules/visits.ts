import { jsonEqual, previousItem, type ValuePath } from "@svc/schema";
import type { RuleTree } from "./rule-tree.ts";

/** A place of the object, with what its rules read. */
interface Place extends ValuePath {
  readonly value: unknown;
  /** The value before, where one belongs to it. */
  readonly old: unknown;
  /** The nearest value around it that has a value before; undefined when it has one itself. */
  readonly correlated: Visited | undefined;
}

/** A place that is visited, and the state of the visits to its parts. */
export interface Visited extends Place {
  readonly tree: RuleTree;
  /** Whether value and old are equal, once it is known. */
  unchanged: boolean | undefined;
  /** The number of its parts that were visited, or passed over. */
  visitedParts: number;
  /** The names of a map's members, once they are visited. */
  names: readonly string[] | undefined;
  /** Finds the item before, once items are visited. */
  before: ((item: unknown) => unknown) | undefined;
}

/** Begins the visit to a place. */
export function newVisit(tree: RuleTree, { parent, step, isKey = false, value, old, correlated }: Place): Visited {
  return {
    parent,
    step,
    isKey,
    value,
    old,
    correlated,
    tree,
    unchanged: undefined,
    visitedParts: 0,
    names: undefined,
    before: undefined,
  };
}

/**
 * The next part of the innermost value that has one left.
 * @param around values whose parts are being visited, the innermost last; loses those without more
 */
export function nextVisit(around: Visited[]): Visited | undefined {
  for (let last = around.at(-1); last !== undefined; last = around.at(-1)) {
    const part = nextPart(last);
    if (part !== undefined) return part;
    around.pop();
  }
  return undefined;
}

function nextPart(around: Visited): Visited | undefined {
  const { value } = around;
  if (Array.isArray(value)) return nextItem(around, value);
  return typeof value === "object" ? nextMember(around, value as Members) : undefined;
}

type Members = Readonly<Record<string, unknown>>;

function nextMember(around: Visited, members: Members): Visited | undefined {
  const { fields, fieldNames, values } = around.tree;
  while (around.visitedParts < fieldNames.length) {
    const name = fieldNames[around.visitedParts++] as string;
    if (Object.hasOwn(members, name)) return memberOf(around, fields.get(name) as RuleTree, { name, isKey: false });
  }
  if (values === undefined) return undefined;
  around.names ??= Object.keys(members).filter((name) => !fields.has(name));
  const name = around.names[around.visitedParts++ - fieldNames.length];
  return name === undefined ? undefined : memberOf(around, values, { name, isKey: true });
}

function memberOf(
  around: Visited,
  tree: RuleTree,
  { name, isKey }: { readonly name: string; readonly isKey: boolean },
): Visited {
  const before = around.tree.correlates && isMembers(around.old) ? around.old : undefined;
  return newVisit(tree, {
    parent: around,
    step: name,
    isKey,
    value: (around.value as Members)[name],
    old: before !== undefined && Object.hasOwn(before, name) ? before[name] : undefined,
    correlated: before === undefined ? (around.correlated ?? around) : undefined,
  });
}

function nextItem(around: Visited, list: readonly unknown[]): Visited | undefined {
  const { items, itemKeys } = around.tree;
  if (items === undefined || around.visitedParts >= list.length) return undefined;
  const i = around.visitedParts++;
  around.before ??= previousItem(around.old, itemKeys);
  return newVisit(items, {
    parent: around,
    step: i,
    value: list[i],
    old: around.before(list[i]),
    correlated: itemKeys === undefined ? (around.correlated ?? around) : undefined,
  });
}

/** Whether the value, or the nearest one around it that has a value before, is as it was. */
export function isUnchanged(visited: Visited): boolean {
  const compared = visited.correlated ?? visited;
  const { tree, value, old } = compared;
  return (compared.unchanged ??= tree.isComparable(value) && jsonEqual(old, value));
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
