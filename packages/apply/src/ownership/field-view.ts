import type { ManagedFieldsEntry } from "@svc/meta";
import { difference, emptySet, isSubset, union } from "../field-set.ts";
import { storedFieldsV1 } from "../fields-v1.ts";
import { pathSet } from "../path-set.ts";
import { type Manager, managerId, readManagers, setFields, writeManagers } from "./managers.ts";

type Path = readonly string[];
type Entries = readonly ManagedFieldsEntry[] | undefined;

/**
 * A field of an object that an object of another kind shows as its own, such as `replicas` of a
 * scale.
 */
export interface FieldView {
  /**
   * Path of the field in the object, in the version of an entry; undefined where that version has
   * no such field.
   */
  readonly inObject: (apiVersion: string) => Path | undefined;
  readonly inView: Path;
  readonly viewVersion: string;
}

/** The owners of the field, as the entries of the view's own `managedFields`. */
export function ownersOfView(entries: Entries, { inObject, inView, viewVersion }: FieldView): ManagedFieldsEntry[] {
  const fields = pathSet(inView);
  return (entries ?? []).flatMap((entry) => {
    const path = inObject(entry.apiVersion ?? "");
    if (path === undefined || !isSubset(pathSet(path), storedFieldsV1(entry.fieldsV1))) return [];
    return [{ ...entry, apiVersion: viewVersion, fieldsV1: fields as ManagedFieldsEntry["fieldsV1"] & object }];
  });
}

/**
 * The entries of the object after a write through the view. Managers that no longer own the field
 * in the view lose it here, except appliers that still own another field of the view. New
 * owners get an entry in `apiVersion` without a time.
 */
export function ownersAfterView(
  entries: Entries,
  ofView: Entries,
  { inObject, inView }: FieldView,
  apiVersion: string,
): ManagedFieldsEntry[] | undefined {
  const shown = pathSet(inView);
  const owners = new Map<string, Manager>();
  for (const manager of readManagers(ofView, storedFieldsV1).values()) owners.set(ownerKey(manager), manager);
  const managers = readManagers(entries, storedFieldsV1);
  for (const [id, manager] of [...managers]) {
    const path = inObject(manager.apiVersion);
    if (path === undefined || !isSubset(pathSet(path), manager.fields)) continue;
    const key = ownerKey(manager);
    const owner = owners.get(key);
    const keeps = owner !== undefined && (owner.operation === "Apply" || isSubset(shown, owner.fields));
    if (!keeps) setFields(managers, id, difference(manager.fields, pathSet(path)));
    owners.delete(key);
  }
  const own = pathSet(inObject(apiVersion) ?? []);
  for (const owner of owners.values()) {
    if (!isSubset(shown, owner.fields)) continue;
    const manager = { ...owner, apiVersion, time: undefined };
    const id = managerId(manager);
    managers.set(id, { ...manager, fields: union(own, managers.get(id)?.fields ?? emptySet) });
  }
  return writeManagers(managers);
}

/** Identifies a manager across versions. */
function ownerKey({ name, operation, subresource }: Manager): string {
  return JSON.stringify([name, operation, subresource]);
}
