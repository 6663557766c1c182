import type { ManagedFieldsEntry } from "@svc/meta";
import { difference, isSubset } from "../field-set.ts";
import { storedFieldsV1 } from "../fields-v1.ts";
import { pathSet } from "../path-set.ts";
import { readManagers, setFields, writeManagers } from "./managers.ts";

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
  const owners = [...readManagers(entries, storedFieldsV1).values()].filter((manager) => {
    const path = inObject(manager.apiVersion);
    return path !== undefined && isSubset(pathSet(path), manager.fields);
  });
  return writeManagers(owners.map((owner) => ({ ...owner, apiVersion: viewVersion, fields }))) ?? [];
}

/**
 * The entries of the object after a write through the view. Managers lose changed fields in the
 * object's own entries, and a manager that owns fields in the view gets an entry in `apiVersion`,
 * without a time: an updating manager has one entry for each version. Appliers that own a field of
 * the view keep their entries.
 */
export function ownersAfterView(
  { ofObject, ofView }: { readonly ofObject: Entries; readonly ofView: Entries },
  { inObject, inView }: FieldView,
  apiVersion: string,
): ManagedFieldsEntry[] | undefined {
  const shown = pathSet(inView);
  const owners = readManagers(ofView, storedFieldsV1);
  const managers = readManagers(ofObject, storedFieldsV1);
  for (const [id, manager] of [...managers]) {
    const path = inObject(manager.apiVersion);
    if (path === undefined || !isSubset(pathSet(path), manager.fields)) continue;
    if (manager.operation === "Apply" && owners.has(id)) owners.delete(id);
    else setFields(managers, id, difference(manager.fields, pathSet(path)));
  }
  const own = pathSet(inObject(apiVersion) ?? []);
  const added = [...owners.values()]
    .filter(({ fields }) => isSubset(shown, fields))
    .map((owner) => ({ ...owner, apiVersion, time: undefined, fields: own }));
  return writeManagers([...managers.values(), ...added]);
}
