import { Listeners, quote } from "@svc/base";
import { aFunction, anObject, aString, checkArgument, listOf, optional, optionsOf } from "@svc/base/check";
import { formatApiVersion, type GroupVersion } from "@svc/meta";
import type { ResourceDefinition, ResourceVersion } from "../definition.ts";
import {
  type GroupIndex,
  indexGroup,
  namesOf,
  orderGroups,
  type ServedGroup,
  type ServedResource,
  type ServedVersion,
} from "./served.ts";

/**
 * Every resource type of a server, from any number of sources, changing while the server runs. All
 * parts of the server read snapshots of the one catalog; none keeps a list of its own.
 */
export interface ResourceCatalog {
  /** The present state. It is the same value until the next change. */
  snapshot(): CatalogSnapshot;
  /**
   * Replaces all definitions of one source; an empty list removes the source. The cost is that of
   * the change plus the definitions of the source, so types that come and go one by one should each
   * have a source of their own.
   *
   * @throws {TypeError} for a name, kind or storage prefix that two definitions share; nothing has
   * changed then
   */
  replace(source: string, definitions: readonly ResourceDefinition[]): void;
  /**
   * Checks what `replace` would do, without a change.
   *
   * @throws {TypeError} as `replace` does
   */
  check(source: string, definitions: readonly ResourceDefinition[]): void;
  /**
   * Calls back synchronously after each change, in the order of registration; the result
   * unregisters.
   */
  onChange(listener: CatalogListener): () => void;
  /** The definition whose objects are stored below a prefix; undefined if there is none. */
  storedAt(prefix: string): ResourceDefinition | undefined;
  /**
   * An independent catalog with the same definitions, without the listeners. Both share the indexes
   * of unchanged groups.
   */
  copy(): ResourceCatalog;
}

/** Receives each change of a catalog. */
export type CatalogListener = (change: CatalogChange) => void;

/** The difference that one `replace` made. */
export interface CatalogChange {
  readonly source: string;
  readonly added: readonly ResourceDefinition[];
  readonly removed: readonly ResourceDefinition[];
  readonly replaced: readonly ReplacedDefinition[];
}

/** A definition and its replacement, with the same storage. */
export interface ReplacedDefinition {
  readonly before: ResourceDefinition;
  readonly after: ResourceDefinition;
  /** Versions of `before` that are no longer served. */
  readonly ended: readonly ResourceVersion[];
}

/** An immutable state of a catalog. */
export interface CatalogSnapshot {
  /** Groups with a served version, by descending priority. */
  readonly groups: readonly ServedGroup[];
  /** Every definition, whether it is served or not. */
  readonly definitions: readonly ResourceDefinition[];
  group(group: string): ServedGroup | undefined;
  version(group: string, version: string): ServedVersion | undefined;
  find(group: string, version: string, resource: string): ServedResource | undefined;
  /** The definition of a resource that is stored in the group, served or not. */
  stored(group: string, resource: string): ResourceDefinition | undefined;
  /** The definition and version of a kind, served or not. */
  ofKind(group: string, version: string, kind: string): Pick<ServedResource, "definition" | "version"> | undefined;
  /** Whether a kind is that of lists of some definition, served or not. */
  isListKind(group: string, version: string, kind: string): boolean;
  /** Whether a definition has the version, served or not. */
  hasVersion(group: string, version: string): boolean;
}

/** Options of `createCatalog`. */
export interface CatalogOptions {
  /** Whether a version of a definition is served. @default whether it is enabled by default */
  readonly serves?: (source: string, definition: ResourceDefinition, version: ResourceVersion) => boolean;
}

interface Member {
  readonly source: string;
  readonly definition: ResourceDefinition;
}

interface CatalogState {
  readonly members: Map<string, Member>;
  readonly sources: Map<string, ReadonlyMap<string, ResourceDefinition>>;
  /** The definition that holds each unique name. */
  readonly owners: Map<string, Member>;
  readonly membersOfGroup: Map<string, Map<string, Member>>;
  /** Indexes of groups that are unchanged since. */
  readonly indexes: Map<string, GroupIndex>;
  current: CatalogSnapshot | undefined;
}

const expectedDefinitions = listOf(anObject);

const catalogOptions = optionsOf<CatalogOptions>({
  serves: optional(aFunction),
});

/** Creates an empty catalog. @throws {TypeError} for a wrong argument */
export function createCatalog(options: CatalogOptions = {}): ResourceCatalog {
  checkArgument("createCatalog: options", options, catalogOptions);
  const { serves = (_source, _definition, version) => version.enabledByDefault } = options;
  const empty: CatalogState = {
    members: new Map(),
    sources: new Map(),
    owners: new Map(),
    membersOfGroup: new Map(),
    indexes: new Map(),
    current: undefined,
  };
  return catalogOf(empty, serves);
}

function catalogOf(state: CatalogState, serves: NonNullable<CatalogOptions["serves"]>): ResourceCatalog {
  const { members, sources, owners, membersOfGroup, indexes } = state;
  const listeners = new Listeners<[change: CatalogChange]>();

  const indexOf = (group: string, of: ReadonlyMap<string, Member>): GroupIndex => {
    let index = indexes.get(group);
    if (index === undefined) {
      const sourceOf = new Map([...of.values()].map(({ definition, source }) => [definition, source]));
      index = indexGroup(group, sourceOf.keys(), (d, v) => serves(sourceOf.get(d) ?? "", d, v));
      indexes.set(group, index);
    }
    return index;
  };
  const snapshot = (): CatalogSnapshot =>
    (state.current ??= new Snapshot(
      new Map([...membersOfGroup].map(([group, of]) => [group, indexOf(group, of)])),
      [...members.values()].map(({ definition }) => definition),
    ));
  /** The changes of a replacement; undefined if there are none. */
  const checkedChange = (source: string, after: ReadonlyMap<string, ResourceDefinition>): CatalogChange | undefined => {
    const before = sources.get(source) ?? new Map<string, ResourceDefinition>();
    const change = differences(source, { before, after, serves });
    if (change !== undefined) checkNames(owners, source, [...change.added, ...change.replaced.map((r) => r.after)]);
    return change;
  };
  return {
    snapshot,
    check: (source, definitions) => {
      checkArgument("check: source", source, aString);
      checkArgument("check: definitions", definitions, expectedDefinitions);
      checkedChange(source, byId(source, definitions));
    },
    replace: (source, definitions) => {
      checkArgument("replace: source", source, aString);
      checkArgument("replace: definitions", definitions, expectedDefinitions);
      const after = byId(source, definitions);
      const change = checkedChange(source, after);
      if (change === undefined) return;
      for (const definition of change.removed) {
        const id = idOf(definition);
        drop(state, id, definition);
        members.delete(id);
      }
      // All old names are dropped before new ones are added: two definitions may swap theirs.
      for (const { before: definition } of change.replaced) drop(state, idOf(definition), definition);
      for (const { after: definition } of change.replaced) take(state, idOf(definition), { source, definition });
      for (const definition of change.added) take(state, idOf(definition), { source, definition });
      if (after.size === 0) sources.delete(source);
      else sources.set(source, after);
      state.current = undefined;
      listeners.notify(change);
    },
    onChange: (listener) => {
      checkArgument("onChange: listener", listener, aFunction);
      return listeners.add(listener);
    },
    storedAt: (prefix) => (members.get(storedId(prefix, true)) ?? members.get(storedId(prefix, false)))?.definition,
    copy: () => {
      snapshot(); // The indexes are made once for all copies.
      return catalogOf(copyOf(state), serves);
    },
  };
}

function take({ members, owners, membersOfGroup, indexes }: CatalogState, id: string, member: Member): void {
  members.set(id, member);
  for (const name of namesOf(member.definition)) owners.set(name, member);
  for (const group of groupsOf(member.definition)) {
    let of = membersOfGroup.get(group);
    if (of === undefined) membersOfGroup.set(group, (of = new Map()));
    of.set(id, member);
    indexes.delete(group);
  }
}

function drop({ owners, membersOfGroup, indexes }: CatalogState, id: string, definition: ResourceDefinition): void {
  for (const name of namesOf(definition)) owners.delete(name);
  for (const group of groupsOf(definition)) {
    const of = membersOfGroup.get(group);
    of?.delete(id);
    if (of?.size === 0) membersOfGroup.delete(group);
    indexes.delete(group);
  }
}

function copyOf({ members, sources, owners, membersOfGroup, indexes, current }: CatalogState): CatalogState {
  return {
    members: new Map(members),
    sources: new Map(sources),
    owners: new Map(owners),
    membersOfGroup: new Map([...membersOfGroup].map(([group, of]) => [group, new Map(of)])),
    indexes: new Map(indexes),
    current,
  };
}

/** A definition that replaces another one with the same id keeps its storage. */
function idOf({ resource, storage, namespaced, versions }: ResourceDefinition): string {
  const unstored = `${versions[0]?.group ?? ""}/${resource} unstored`;
  return storedId(storage?.prefix ?? unstored, namespaced);
}

function storedId(prefix: string, namespaced: boolean): string {
  return `${prefix} ${namespaced ? "namespaced" : "cluster"}`;
}

function groupsOf({ storage, versions }: ResourceDefinition): ReadonlySet<string> {
  const groups = new Set(versions.map(({ group }) => group));
  if (storage !== undefined) groups.add(storage.group);
  return groups;
}

/** @throws {TypeError} for two definitions that share a name */
function byId(source: string, definitions: readonly ResourceDefinition[]): ReadonlyMap<string, ResourceDefinition> {
  const seen = new Set<string>();
  const found = new Map<string, ResourceDefinition>();
  for (const definition of definitions) {
    for (const name of namesOf(definition)) {
      if (seen.has(name)) throw new TypeError(`two definitions of ${name}, both from ${quote(source)}`);
      seen.add(name);
    }
    checkStorage(definition);
    found.set(idOf(definition), definition);
  }
  return found;
}

/** @throws {TypeError} for a definition whose storage version is not one of its versions */
function checkStorage({ resource, storage, versions }: ResourceDefinition): void {
  if (storage === undefined || versions.some((v) => isSame(v, storage))) return;
  throw new TypeError(`${resource} is stored in a version that it does not have: ${formatApiVersion(storage)}`);
}

/** @throws {TypeError} for a name that a definition of another source holds */
function checkNames(
  owners: ReadonlyMap<string, Member>,
  source: string,
  definitions: readonly ResourceDefinition[],
): void {
  for (const definition of definitions) {
    for (const name of namesOf(definition)) {
      const owner = owners.get(name);
      if (owner === undefined || owner.source === source) continue;
      throw new TypeError(`two definitions of ${name}: from ${quote(owner.source)} and ${quote(source)}`);
    }
  }
}

interface SourceState {
  readonly before: ReadonlyMap<string, ResourceDefinition>;
  readonly after: ReadonlyMap<string, ResourceDefinition>;
  readonly serves: NonNullable<CatalogOptions["serves"]>;
}

function differences(source: string, { before, after, serves }: SourceState): CatalogChange | undefined {
  const added: ResourceDefinition[] = [];
  const replaced: ReplacedDefinition[] = [];
  for (const [id, definition] of after) {
    const old = before.get(id);
    if (old === undefined) added.push(definition);
    else if (old !== definition) {
      const isServed = (of: ResourceDefinition, version: ResourceVersion): boolean =>
        of.versions.some((v) => isSame(v, version) && serves(source, of, v));
      const ended = old.versions.filter((version) => isServed(old, version) && !isServed(definition, version));
      replaced.push({ before: old, after: definition, ended });
    }
  }
  const removed = [...before].flatMap(([id, definition]) => (after.has(id) ? [] : [definition]));
  if (added.length === 0 && replaced.length === 0 && removed.length === 0) return undefined;
  return { source, added, removed, replaced };
}

function isSame(a: GroupVersion, b: GroupVersion): boolean {
  return a.group === b.group && a.version === b.version;
}

class Snapshot implements CatalogSnapshot {
  readonly definitions: readonly ResourceDefinition[];
  readonly #groups: ReadonlyMap<string, GroupIndex>;
  #ordered: readonly ServedGroup[] | undefined;

  constructor(groups: ReadonlyMap<string, GroupIndex>, definitions: readonly ResourceDefinition[]) {
    this.#groups = groups;
    this.definitions = definitions;
  }

  get groups(): readonly ServedGroup[] {
    return (this.#ordered ??= orderGroups([...this.#groups.values()].flatMap(({ served }) => served ?? [])));
  }

  group(group: string): ServedGroup | undefined {
    return this.#groups.get(group)?.served;
  }

  version(group: string, version: string): ServedVersion | undefined {
    return this.#groups.get(group)?.versions.get(version);
  }

  find(group: string, version: string, resource: string): ServedResource | undefined {
    return this.version(group, version)?.resources.get(resource);
  }

  stored(group: string, resource: string): ResourceDefinition | undefined {
    return this.#groups.get(group)?.stored.get(resource);
  }

  ofKind(group: string, version: string, kind: string): ReturnType<CatalogSnapshot["ofKind"]> {
    return this.#groups.get(group)?.kinds.get(`${version} ${kind}`);
  }

  isListKind(group: string, version: string, kind: string): boolean {
    return this.#groups.get(group)?.listKinds.has(`${version} ${kind}`) === true;
  }

  hasVersion(group: string, version: string): boolean {
    return this.#groups.get(group)?.named.has(version) === true;
  }
}
