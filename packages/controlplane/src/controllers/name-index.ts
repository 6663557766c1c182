import { conditionOf } from "@svc/server";
import type { Definition } from "./definition.ts";
import type { Taken } from "./definition-names.ts";

/**
 * The names of definitions by group. Checking the names of a definition takes time proportional to
 * their number, regardless of other definitions.
 */
export interface NameIndex {
  /** Updates a definition; undefined removes it. */
  readonly note: (name: string, definition: Definition | undefined) => void;
  /** The names of all other definitions of the group. */
  readonly takenFrom: (definition: Definition) => Taken;
  /** Other definitions of the group that do not have all their names. */
  readonly waitingWith: (definition: Definition) => Iterable<string>;
}

interface Group {
  /** The definitions that have a name. */
  readonly resources: Map<string, Set<string>>;
  readonly kinds: Map<string, Set<string>>;
  readonly waiting: Set<string>;
}

interface Entry {
  readonly group: string;
  readonly resources: readonly string[];
  readonly kinds: readonly string[];
}

export function createNameIndex(): NameIndex {
  const groups = new Map<string, Group>();
  const entries = new Map<string, Entry>();
  const drop = (name: string): void => {
    const entry = entries.get(name);
    const group = entry && groups.get(entry.group);
    if (entry === undefined || group === undefined) return;
    entries.delete(name);
    for (const taken of entry.resources) release(group.resources, taken, name);
    for (const taken of entry.kinds) release(group.kinds, taken, name);
    group.waiting.delete(name);
    if (group.resources.size + group.kinds.size + group.waiting.size === 0) groups.delete(entry.group);
  };
  const groupOf = ({ spec }: Definition): Group | undefined => groups.get(spec?.group ?? "");
  return {
    note: (name, definition) => {
      drop(name);
      if (definition === undefined) return;
      const entry = entryOf(definition);
      entries.set(name, entry);
      let group = groups.get(entry.group);
      if (group === undefined)
        groups.set(entry.group, (group = { resources: new Map(), kinds: new Map(), waiting: new Set() }));
      for (const taken of entry.resources) hold(group.resources, taken, name);
      for (const taken of entry.kinds) hold(group.kinds, taken, name);
      if (conditionOf(definition.status?.conditions, "NamesAccepted")?.status === "False") group.waiting.add(name);
    },
    takenFrom: (definition) => {
      const group = groupOf(definition);
      const { name = "" } = definition.metadata;
      return { resources: heldByOthers(group?.resources, name), kinds: heldByOthers(group?.kinds, name) };
    },
    *waitingWith(definition) {
      for (const name of groupOf(definition)?.waiting ?? []) if (name !== definition.metadata.name) yield name;
    },
  };
}

function entryOf({ spec, status }: Definition): Entry {
  const { plural = "", singular = "", shortNames = [], kind = "", listKind = "" } = status?.acceptedNames ?? {};
  const present = (names: readonly string[]): readonly string[] => names.filter((name) => name !== "");
  return {
    group: spec?.group ?? "",
    resources: present([plural, singular, ...shortNames]),
    kinds: present([kind, listKind]),
  };
}

function hold(names: Map<string, Set<string>>, taken: string, by: string): void {
  const holders = names.get(taken);
  if (holders === undefined) names.set(taken, new Set([by]));
  else holders.add(by);
}

function release(names: Map<string, Set<string>>, taken: string, by: string): void {
  const holders = names.get(taken);
  if (holders?.delete(by) === true && holders.size === 0) names.delete(taken);
}

function heldByOthers(names: ReadonlyMap<string, ReadonlySet<string>> | undefined, own: string): Taken["kinds"] {
  return {
    has: (name) => {
      const holders = names?.get(name);
      return holders !== undefined && (holders.size > 1 || !holders.has(own));
    },
  };
}
