import { formatApiVersion } from "@svc/meta";
import type { ResourceVersion } from "@svc/schema";
import { type Changes, compareObjects } from "../changes.ts";
import { difference, emptySet, exclude, type FieldSet, intersection, isEmpty } from "../field-set.ts";
import type { JsonMap } from "../value.ts";
import type { OwnedEndpoint } from "./endpoint.ts";
import { type Manager, setFields } from "./managers.ts";
import { type ShapeOf, type VersionedObject, versioned, versionNamed } from "./versions.ts";

export interface ObjectChange {
  readonly endpoint: OwnedEndpoint;
  /** Without managers, in the version of the endpoint. */
  readonly before: JsonMap;
  readonly after: JsonMap;
  /** How `after` is read. @default typed */
  readonly afterAs?: "typed" | "literal";
}

export interface ChangeReader {
  readonly shapeOf: ShapeOf;
  readonly ignored: (endpoint: OwnedEndpoint, version: ResourceVersion) => FieldSet;
}

/** What a change changes, in the words of any version. */
export interface VersionedChange {
  /** Without what the endpoint ignores; undefined for versions that are not there any more. @throws {ItemKeyError} */
  at(apiVersion: string): Changes | undefined;
}

export function changeOf({ shapeOf, ignored }: ChangeReader, change: ObjectChange): VersionedChange {
  const { endpoint, afterAs } = change;
  const own = formatApiVersion(endpoint.version);
  const known = new Map<string, Changes>();
  let both: { readonly before: VersionedObject; readonly after: VersionedObject } | undefined;
  const compare = (version: ResourceVersion, before: JsonMap, after: JsonMap): Changes => {
    const options = afterAs === undefined ? {} : { after: afterAs };
    const { changed, removed } = compareObjects(shapeOf(version), before, after, options);
    const without = ignored(endpoint, version);
    return { changed: exclude(changed, without), removed: exclude(removed, without) };
  };
  const read = (apiVersion: string): Changes | undefined => {
    if (apiVersion === own) return compare(endpoint.version, change.before, change.after);
    both ??= { before: versioned(endpoint, change.before), after: versioned(endpoint, change.after) };
    const version = versionNamed(endpoint.definition, apiVersion);
    const before = both.before.at(apiVersion);
    const after = both.after.at(apiVersion);
    return version === undefined || before === undefined || after === undefined
      ? undefined
      : compare(version, before, after);
  };
  return {
    at: (apiVersion) => {
      let changes = known.get(apiVersion);
      if (changes === undefined) {
        changes = read(apiVersion);
        if (changes !== undefined) known.set(apiVersion, changes);
      }
      return changes;
    },
  };
}

/** What of others' fields a change changes, by manager; managers of versions that are gone are dropped on the way. */
export function overlaps(
  managers: Map<string, Manager>,
  change: VersionedChange,
  except: string,
): Map<string, FieldSet> {
  const found = new Map<string, FieldSet>();
  for (const [id, { apiVersion, fields }] of [...managers]) {
    if (id === except) continue;
    const changes = change.at(apiVersion);
    if (changes === undefined) {
      managers.delete(id);
      continue;
    }
    const common = intersection(fields, changes.changed);
    if (!isEmpty(common)) found.set(id, common);
  }
  return found;
}

/** Takes from everyone but one what a change took over (`lost`, by manager), and what it removed. */
export function takeAway(
  managers: Map<string, Manager>,
  change: VersionedChange,
  lost: ReadonlyMap<string, FieldSet>,
  except: string,
): void {
  for (const [id, { apiVersion, fields }] of [...managers]) {
    if (id === except) continue;
    const removed = change.at(apiVersion)?.removed;
    const kept = difference(fields, lost.get(id) ?? emptySet);
    setFields(managers, id, removed === undefined ? kept : difference(kept, removed));
  }
}
