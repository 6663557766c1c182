import { formatApiVersion } from "@svc/meta";
import { type Changes, compareObjects } from "../changes.ts";
import { difference, emptySet, exclude, type FieldSet, intersection, isEmpty } from "../field-set.ts";
import { checkShape, MisfitError } from "../misfit.ts";
import { sameOrder } from "../same-order.ts";
import type { StructShape } from "../shape.ts";
import type { JsonMap } from "../value.ts";
import type { OwnedEndpoint, OwnedVersion } from "./endpoint.ts";
import { type Manager, setFields } from "./managers.ts";
import { conversionShowing, type ShapeOf, type Shown, versioned, versionNamed } from "./versions.ts";

interface ObjectChange {
  readonly endpoint: OwnedEndpoint;
  /** Without managers, in the version of the endpoint. */
  readonly before: JsonMap;
  readonly after: JsonMap;
  /**
   * How `after` is read in the version of the endpoint; converted objects are always typed.
   * @default typed
   */
  readonly afterAs?: "typed" | "literal";
  /** What conversions of the two states show besides. */
  readonly shown: Readonly<Record<"before" | "after", Shown>>;
}

export interface ChangeReader {
  readonly shapeOf: ShapeOf;
  readonly ignored: (endpoint: OwnedEndpoint, version: OwnedVersion) => FieldSet;
}

/** The changed paths of a write, in any version. */
export interface VersionedChange {
  /**
   * Without fields that the endpoint ignores; undefined for versions that no longer exist.
   * @throws {ItemKeyError}
   * @throws {MisfitError} for an object whose conversion does not fit the schema of the version
   */
  at(apiVersion: string): Changes | undefined;
  /**
   * True when nothing differs, ignored fields and the order of items included.
   * @throws {ItemKeyError}
   */
  readonly same: () => boolean;
}

export function changeOf({ shapeOf, ignored }: ChangeReader, change: ObjectChange): VersionedChange {
  const { endpoint, before, after, afterAs = "typed", shown } = change;
  const own = formatApiVersion(endpoint.version);
  const shape = shapeOf(endpoint.version);
  const direct = compareObjects(shape, { before, after, afterAs });
  const byVersion = new Map<string, Changes>([[own, without(direct, ignored(endpoint, endpoint.version))]]);
  const olds = versioned(endpoint, before, conversionShowing(shown.before));
  const news = versioned(endpoint, after, conversionShowing(shown.after));
  return {
    at: (apiVersion) => {
      const cached = byVersion.get(apiVersion);
      const version = versionNamed(endpoint, apiVersion);
      if (cached !== undefined || version === undefined) return cached;
      const shape = shapeOf(version);
      if (before["metadata"] === undefined && isByWebhook(endpoint.version, version)) {
        // kube-apiserver sends the new object, and then refuses to convert that there was none.
        news.at(version);
        throw new MisfitError("an object that does not exist is not converted");
      }
      // The new state is converted only if the old one fits.
      const old = olds.at(version);
      if (version.semantics === "structural") checkShape(shape, old);
      const next = news.at(version);
      if (version.semantics === "structural") checkNew(shape, next);
      const changes = without(compareObjects(shape, { before: old, after: next }), ignored(endpoint, version));
      byVersion.set(apiVersion, changes);
      return changes;
    },
    same: () => isEmpty(direct.changed) && isEmpty(direct.removed) && sameOrder(shape, before, after),
  };
}

function isByWebhook(...versions: readonly OwnedVersion[]): boolean {
  return versions.some(({ conversion }) => conversion?.fromStorageAll !== undefined);
}

/** @throws {MisfitError} for a new object that does not fit the schema of another version */
function checkNew(shape: StructShape, object: JsonMap): void {
  try {
    checkShape(shape, object);
  } catch (error) {
    if (!(error instanceof MisfitError)) throw error;
    throw new MisfitError(`failed to convert new object: ${error.message}`, { cause: error });
  }
}

function without({ changed, removed }: Changes, ignored: FieldSet): Changes {
  return { changed: exclude(changed, ignored), removed: exclude(removed, ignored) };
}

/**
 * The fields of other managers that a change touches, by manager. Drops managers of versions that
 * no longer exist.
 */
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

/**
 * Removes from every manager, or all `except` one, the fields that a change took over (`lost`, by
 * manager) or removed.
 */
export function removeOwned(
  managers: Map<string, Manager>,
  change: VersionedChange,
  { lost, except }: { readonly lost: ReadonlyMap<string, FieldSet>; readonly except?: string },
): void {
  for (const [id, { apiVersion, fields }] of [...managers]) {
    if (id === except) continue;
    const removed = change.at(apiVersion)?.removed;
    const kept = difference(fields, lost.get(id) ?? emptySet);
    setFields(managers, id, removed === undefined ? kept : difference(kept, removed));
  }
}
