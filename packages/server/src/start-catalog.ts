import { createExpressions } from "@svc/admission";
import type { Dialect } from "@svc/meta";
import {
  createCatalog,
  type Definitions,
  type FeatureGates,
  type ResourceCatalog,
  type ResourceDefinition,
} from "@svc/schema";
import type { ServerExtension } from "./extension.ts";
import { checkRuntimeConfig, isEnabled, isGateOpen, type RuntimeConfig } from "./runtime-config.ts";

/** The source of the types in the configuration; those of an extension have its name. */
const ownSource = "resources";

interface StartOptions {
  readonly resources: readonly Definitions[];
  readonly extensions?: readonly Pick<ServerExtension, "name" | "definitions">[];
  readonly runtimeConfig?: RuntimeConfig;
}

/**
 * The catalog of a server, with its initial types: `runtimeConfig` sets which of their versions are
 * served. Versions of other sources are served as they declare.
 *
 * @throws {TypeError} for two definitions of one resource, and for configuration of an unknown
 * version
 */
export function startCatalog(
  { resources, extensions = [], runtimeConfig: config = new Map() }: StartOptions,
  { dialect, gates }: { readonly dialect: Dialect; readonly gates: FeatureGates },
): ResourceCatalog {
  const sources: readonly (readonly [source: string, definitions: readonly ResourceDefinition[]])[] = [
    [ownSource, resources.flatMap((of) => evaluate(of, dialect))],
    ...extensions.map(
      ({ name, definitions }) => [name, definitions === undefined ? [] : evaluate(definitions, dialect)] as const,
    ),
  ];
  const ofStart = new Set(sources.map(([source]) => source));
  const catalog = createCatalog({
    serves: (source, definition, version) =>
      ofStart.has(source)
        ? isEnabled(definition, version, { config, gates })
        : version.enabledByDefault && isGateOpen(version, gates),
  });
  checkRuntimeConfig(
    sources.flatMap(([, definitions]) => definitions),
    config,
  );
  if (ofStart.size < sources.length) throw new TypeError("two extensions have one name");
  for (const [source, definitions] of sources) catalog.replace(source, definitions);
  return catalog;
}

/** The definitions in a dialect, with the language of expressions that this server has. */
export function evaluate(definitions: Definitions, dialect: Dialect): readonly ResourceDefinition[] {
  return definitions(dialect, createExpressions());
}
