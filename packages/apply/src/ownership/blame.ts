import { anObject, checkArgument, optionsOf } from "@svc/base/check";
import type { ApiObject } from "@svc/meta";
import { keyText } from "../field-key.ts";
import { type FieldSet, isMember } from "../field-set.ts";
import { parseFieldsV1 } from "../fields-v1.ts";

/** A manager that owns a field. */
export interface Owner {
  readonly manager: string;
  readonly operation: "Apply" | "Update";
  /** The version in which the manager names the field. */
  readonly apiVersion: string;
  /** Empty for the object itself. */
  readonly subresource: string;
  /** When the manager last gained a field; absent for one that never changed any. */
  readonly time: string | undefined;
}

const expectedObject = optionsOf<Pick<ApiObject, "metadata">>({ metadata: anObject });

/**
 * Owners of each field of an object, by the path as conflicts show it
 * (`.spec.containers[name="a"].image`), in the order of the object's entries. Fields without an
 * owner are absent.
 *
 * @throws {TypeError} for malformed entries
 */
export function blame(object: Pick<ApiObject, "metadata">): ReadonlyMap<string, readonly Owner[]> {
  checkArgument("blame: object", object, expectedObject);
  const { metadata } = object;
  const owners = new Map<string, Owner[]>();
  for (const entry of metadata.managedFields ?? []) {
    const { manager = "", operation = "Update", apiVersion = "", subresource = "", time, fieldsV1 } = entry;
    const owner: Owner = { manager, operation, apiVersion, subresource, time };
    visitPaths(parseFieldsV1(fieldsV1), "", (path) => {
      const others = owners.get(path);
      if (others === undefined) owners.set(path, [owner]);
      else others.push(owner);
    });
  }
  return owners;
}

function visitPaths(node: FieldSet, prefix: string, visit: (path: string) => void): void {
  for (const key of Object.keys(node)) {
    if (key === ".") continue;
    const child = node[key] as FieldSet;
    const path = prefix + keyText(key);
    if (isMember(child)) visit(path);
    visitPaths(child, path, visit);
  }
}
