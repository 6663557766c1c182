import { type ApiObject, copyJson, formatApiVersion, type ObjectMeta } from "@svc/meta";
import type { Reconcile } from "../reconcile.ts";
import type { StructShape } from "../shape.ts";
import type { JsonMap } from "../value.ts";
import type { OwnedEndpoint, OwnedVersion } from "./endpoint.ts";
import { type Manager, setFields } from "./managers.ts";
import { withoutNulls } from "./without-nulls.ts";

/** An object in each version in which its fields may be named. */
interface VersionedObject {
  at(version: OwnedVersion): JsonMap;
}

/**
 * The version of this name among the endpoint's versions; versions of other groups don't count,
 * even of the same resource.
 */
export function versionNamed(
  { definition, version: { group } }: Pick<OwnedEndpoint, "definition" | "version">,
  apiVersion: string,
): OwnedVersion | undefined {
  return definition.versions.find((version) => version.group === group && formatApiVersion(version) === apiVersion);
}

/** Converts objects without managers from one version to another. */
type Convert = (object: JsonMap, from: OwnedVersion, to: OwnedVersion) => JsonMap;

/** Metadata that conversions show, though the compared objects are without it. */
export interface Shown {
  readonly managedFields?: ObjectMeta["managedFields"];
  readonly creationTimestamp?: null;
}

/** The managers of a live object. */
export function shownManagers(live: ApiObject | undefined): Shown {
  const { managedFields } = live?.metadata ?? {};
  return managedFields === undefined ? {} : { managedFields };
}

/** A conversion whose webhook, if any, also sees other metadata. */
export function conversionShowing(shown: Shown): Convert {
  return (object, from, to) => {
    const { metadata } = object as { readonly metadata?: JsonMap };
    if (from === to || from.semantics === "typed" || metadata === undefined) return convert(object, from, to);
    const whole = { ...(shown as JsonMap), ...metadata };
    const converted = convert({ ...object, metadata: whole }, from, to);
    const added = Object.keys(shown).filter((name) => !Object.hasOwn(metadata, name));
    const rest = Object.entries(converted["metadata"] as JsonMap).filter(([name]) => !added.includes(name));
    return { ...converted, metadata: Object.fromEntries(rest) };
  };
}

/** An object in the version of its endpoint, converted to others on demand, without managers. */
export function versioned({ version }: OwnedEndpoint, object: JsonMap, convert: Convert): VersionedObject {
  const byVersion = new Map<OwnedVersion, JsonMap>();
  return {
    at: (target) => {
      const converted = byVersion.get(target) ?? convert(object, version, target);
      byVersion.set(target, converted);
      return converted;
    },
  };
}

/**
 * Conversions may modify their input, so they get a copy; those of compiled-in types expect decoded
 * objects, and an applied one is still as its manager wrote it.
 */
function convert(object: JsonMap, from: OwnedVersion, to: OwnedVersion): JsonMap {
  if (from === to) return object;
  // A webhook recognizes by its version an object that it need not convert.
  const decoded = from.semantics === "typed" ? withoutNulls(object, from.schema) : object;
  const copy = { ...copyJson(decoded), apiVersion: formatApiVersion(from) } as unknown as ApiObject;
  const stored = from.conversion?.toStorage(copy) ?? copy;
  const { fromStorage, fromStorageUnpruned = fromStorage } = to.conversion ?? {};
  const converted = (fromStorageUnpruned?.(stored) ?? stored) as unknown as JsonMap;
  return { ...converted, apiVersion: formatApiVersion(to) };
}

export type ShapeOf = (version: OwnedVersion) => StructShape;

/** An object without its managers; empty for an absent one. */
export function unmanaged(object: ApiObject | undefined): JsonMap {
  if (object === undefined) return {};
  const { managedFields, ...metadata } = object.metadata;
  return { ...object, metadata } as unknown as JsonMap;
}

export interface Reconciling {
  readonly shapeOf: ShapeOf;
  readonly reconcile: Reconcile;
}

/** A manager's fields are of a version that an extension type has no more. */
export class UnknownVersionError extends Error {
  override readonly name = "UnknownVersionError";

  constructor(apiVersion: string) {
    super(`request to convert CR to an invalid group/version: ${apiVersion}`);
  }
}

/**
 * Reconciles the fields of managers with the current schemas.
 * @throws {UnknownVersionError} for fields of a version that the extension type does not have;
 * compiled-in types leave them as they are
 */
export function reconcileManagers(
  { shapeOf, reconcile }: Reconciling,
  endpoint: OwnedEndpoint,
  managers: Map<string, Manager>,
): void {
  for (const [id, { apiVersion, fields }] of [...managers]) {
    const version = versionNamed(endpoint, apiVersion);
    if (version !== undefined) setFields(managers, id, reconcile(shapeOf(version), fields));
    else if (endpoint.version.semantics === "structural") throw new UnknownVersionError(apiVersion);
  }
}
