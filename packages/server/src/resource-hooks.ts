import type { ResourceHooks } from "@svc/registry";
import type { ResourceDefinition } from "@svc/schema";

/** Finds what each resource takes from outside its objects; `hooks` are by `<resource>` or `<resource>.<group>`. */
export function hooksByDefinition(
  definitions: readonly ResourceDefinition[],
  hooks: ReadonlyMap<string, ResourceHooks>,
): ReadonlyMap<ResourceDefinition, ResourceHooks> {
  const found = new Map<ResourceDefinition, ResourceHooks>();
  for (const definition of definitions) {
    const group = definition.storage?.group ?? "";
    const of = hooks.get(group === "" ? definition.resource : `${definition.resource}.${group}`);
    if (of !== undefined) found.set(definition, of);
  }
  return found;
}
