import { createExpressions } from "@svc/admission";
import type { Dialect } from "@svc/meta";
import type { Definitions, ResourceDefinition } from "@svc/schema";

/** The definitions that a server is made of, in its dialect. @throws {TypeError} for two definitions of one resource */
export function definitionsOf(resources: readonly Definitions[], dialect: Dialect): readonly ResourceDefinition[] {
  const definitions = resources.flatMap((of) => of(dialect, createExpressions()));
  const seen = new Set<string>();
  for (const { resource, versions } of definitions) {
    for (const { group, version } of versions) {
      const name = `${resource} in ${group === "" ? version : `${group}/${version}`}`;
      if (seen.has(name)) throw new TypeError(`two definitions of ${name}`);
      seen.add(name);
    }
  }
  return definitions;
}
