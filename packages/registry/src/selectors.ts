import { badRequest, createFieldSelector, everyField, type FieldRequirement, type FieldSelector } from "@svc/meta";
import type { Endpoint } from "./context.ts";

const always = ["metadata.name", "metadata.namespace"];

/**
 * A field selector in the names of the cache's fields.
 * @throws {StatusError} 400 for an unsupported field: the first one, by name
 */
export function resolveFieldSelector({ definition, version }: Endpoint, selector: FieldSelector): FieldSelector {
  if (selector.requirements.length === 0) return everyField;
  const own = version.selectableFields;
  const resolved: FieldRequirement[] = [];
  for (const requirement of selector.requirements) {
    // `=` requires nothing.
    if (requirement.field === "" && requirement.value === "") continue;
    const alias = own?.aliases?.[requirement.field];
    const field = alias ?? requirement.field;
    const isGeneral = isSelectable([], field, definition.namespaced);
    if (own?.renames === true && alias === undefined && !isGeneral) throw badRequest(unsupported(own, field));
    const isSupported =
      own === undefined ? always.includes(field) : isSelectable(own.fields, field, definition.namespaced);
    if (!isSupported) throw badRequest(unsupported(own, requirement.field));
    resolved.push({ ...requirement, field });
  }
  return createFieldSelector(resolved);
}

function isSelectable(fields: readonly string[], field: string, namespaced: boolean): boolean {
  return field === "metadata.name" || (namespaced && field === "metadata.namespace") || fields.includes(field);
}

function unsupported(own: { readonly unsupportedMessage?: string } | undefined, field: string): string {
  if (own === undefined) return `"${field}" is not a known field selector: only "metadata.name", "metadata.namespace"`;
  return (own.unsupportedMessage ?? "field label not supported: %s").replace("%s", () => field);
}
