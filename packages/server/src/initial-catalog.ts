import { createExpressions } from "@svc/admission";
import {
  aBoolean,
  aFunction,
  aMap,
  anObject,
  checkArgument,
  listOf,
  optional,
  optionsOf,
  recordOf,
} from "@svc/base/check";
import { aDialect, type Dialect, svcDialect } from "@svc/meta";
import { embeddedMetadataErrors } from "@svc/registry";
import { createCatalog, type Definitions, type ResourceCatalog, type ResourceDefinition } from "@svc/schema";
import type { ServerExtension } from "./extension.ts";
import { createFeatureGates } from "./feature-gates.ts";
import { checkRuntimeConfig, isEnabled, isGateOpen, type RuntimeConfig } from "./runtime-config.ts";

/** The source of the types in the configuration; those of an extension have its name. */
const ownSource = "resources";

/** The part of the configuration of a server that decides which types it starts with. */
export interface InitialTypes {
  readonly resources: readonly Definitions[];
  readonly extensions?: readonly Pick<ServerExtension, "name" | "definitions">[];
  readonly runtimeConfig?: RuntimeConfig;
  /** @default svcDialect */
  readonly dialect?: Dialect;
  /** Gates that differ from their defaults. */
  readonly featureGates?: Readonly<Record<string, boolean>>;
}

const initialTypes = optionsOf<InitialTypes>({
  resources: listOf(aFunction),
  extensions: optional(listOf(anObject)),
  runtimeConfig: optional(aMap),
  dialect: optional(aDialect),
  featureGates: optional(recordOf(aBoolean)),
});

/**
 * The catalog that a server of this configuration starts with: `runtimeConfig` sets which versions
 * of its types are served. Versions of other sources are served as they declare.
 *
 * @throws {TypeError} for two definitions of one resource, and for configuration of an unknown
 * version
 */
export function initialCatalog(options: InitialTypes): ResourceCatalog {
  checkArgument("initialCatalog: options", options, initialTypes);
  const { resources, extensions = [], runtimeConfig: config = new Map(), dialect = svcDialect } = options;
  const gates = createFeatureGates(options.featureGates ?? {});
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
  for (const [source, definitions] of sources) catalog.replace(source, definitions);
  return catalog;
}

/** The definitions in a dialect, with the expression language and metadata check of the server. */
export function evaluate(definitions: Definitions, dialect: Dialect): readonly ResourceDefinition[] {
  return definitions(dialect, createExpressions(), embeddedMetadataErrors);
}
