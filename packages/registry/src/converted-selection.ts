import { type ApiObject, createFieldSelector, type FieldRequirement, type FieldSelector } from "@svc/meta";
import type { Endpoint } from "./context.ts";
import { resolveFieldSelector } from "./selectors.ts";

/** A field selector of a version in which objects are known only after a webhook converted them. */
export interface ConvertedSelection {
  /** The part that the cache, which holds objects in the stored version, can decide. */
  readonly cached: FieldSelector;
  /** True if an object in the requested version has the required fields. */
  matches(object: ApiObject): boolean;
}

/**
 * Splits a field selector for objects that a webhook converts.
 *
 * @returns undefined where the cache decides all of it
 * @throws {StatusError} 400 for an unsupported field
 */
export function convertedSelection(endpoint: Endpoint, fields: FieldSelector): ConvertedSelection | undefined {
  const { conversion, selectableFields } = endpoint.version;
  if (conversion?.fromStorageAll === undefined || selectableFields === undefined) return undefined;
  const { requirements } = resolveFieldSelector(endpoint, fields);
  const ofObject = requirements.filter((requirement) => !isInKey(requirement));
  if (ofObject.length === 0) return undefined;
  return {
    cached: createFieldSelector(requirements.filter(isInKey)),
    matches: (object) => {
      const values = selectableFields.values(object);
      return ofObject.every(({ field, op, value }) => {
        const found = Object.hasOwn(values, field) ? values[field] : "";
        return (found === value) === (op === "=");
      });
    },
  };
}

/** Names and namespaces are the same in every version. */
function isInKey({ field }: FieldRequirement): boolean {
  return field === "metadata.name" || field === "metadata.namespace";
}
