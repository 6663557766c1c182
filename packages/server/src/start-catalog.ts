import { createExpressions } from "@svc/admission";
import type { Dialect } from "@svc/meta";
import {
  createCatalog,
  type Definitions,
  type FeatureGates,
  type ResourceCatalog,
  type ResourceDefinition,
} from "@svc/schema";
import { checkRuntimeConfig, isEnabled, isGateOpen, type RuntimeConfig } from "./runtime-config.ts";

/** The source of the types that a server starts with. */
const startSource = "resources";

interface StartOptions {
  readonly resources: readonly Definitions[];
  readonly runtimeConfig?: RuntimeConfig;
}

/**
 * The catalog of a server, with the types that it starts with: `runtimeConfig` says which of their versions are served.
 * Versions of other sources are served as they say themselves.
 *
 * @throws {TypeError} for two definitions of one resource, and for configuration of a version that there is not
 */
export function startCatalog(
  { resources, runtimeConfig: config = new Map() }: StartOptions,
  { dialect, gates }: { readonly dialect: Dialect; readonly gates: FeatureGates },
): ResourceCatalog {
  const catalog = createCatalog({
    serves: (source, definition, version) =>
      source === startSource
        ? isEnabled(definition, version, { config, gates })
        : version.enabledByDefault && isGateOpen(version, gates),
  });
  const definitions = resources.flatMap((of) => evaluate(of, dialect));
  checkRuntimeConfig(definitions, config);
  catalog.replace(startSource, definitions);
  return catalog;
}

/** The definitions in a dialect, with the language of expressions that this server has. */
export function evaluate(definitions: Definitions, dialect: Dialect): readonly ResourceDefinition[] {
  return definitions(dialect, createExpressions());
}
