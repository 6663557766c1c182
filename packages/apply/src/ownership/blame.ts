import type { ApiObject } from "@svc/meta";
import { keyText } from "../field-key.ts";
import { type FieldSet, isMember } from "../field-set.ts";
import { parseFieldsV1 } from "../fields-v1.ts";

/** Someone who owns a field. */
export interface Owner {
  readonly manager: string;
  readonly operation: "Apply" | "Update";
  /** The version in which he names the field. */
  readonly apiVersion: string;
  /** Empty for the object itself. */
  readonly subresource: string;
  /** When he last came to own one; absent for who never changed anything. */
  readonly time: string | undefined;
}

/**
 * Who owns each field of an object, by the path as conflicts show it
 * (`.spec.containers[name="a"].image`), in the order in which the object's entries name them.
 * Fields that nobody owns are not there.
 *
 * @throws {TypeError} for entries that are none
 */
export function blame({ metadata }: Pick<ApiObject, "metadata">): ReadonlyMap<string, readonly Owner[]> {
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
