import { aFunction, anObject, checkArgument, expected, optional, optionsOf, withMethods } from "@svc/base/check";
import { createSchemaEnvironments, type SchemaEnvironments } from "@svc/cel";
import { type ApiObject, aDialect, type Dialect, dns1123Subdomain, svcDialect } from "@svc/meta";
import {
  applyDeclaredDefaults,
  type MetadataCheck,
  objectMetaSchema,
  pruneStructural,
  type ResourceDefinition,
  type Strategy,
  type StructSchema,
  type WriteContext,
} from "@svc/schema";
import { conversionWebhook, type WebhookOptions } from "./conversion/conversion-webhook.ts";
import { learnedConversions } from "./conversion/learned-conversions.ts";
import type { CustomResourceDefinition, CustomResourceNames } from "./definition/custom-resource.ts";
import type { DefinitionObserver } from "./definition/definition-observer.ts";
import { type ServedVersion, servedVersion } from "./served-version.ts";
import { versionStrategy } from "./version-strategy.ts";

/** Options of `definitionFromCustomResource`. */
export interface DefinitionOptions {
  /** @default svcDialect */
  readonly dialect?: Dialect;
  /**
   * The environments that rules are compiled in, shared by the definitions of a server. @default a
   * new one
   */
  readonly environments?: SchemaEnvironments;
  /** Calls conversion webhooks. @default definitions with one are refused */
  readonly webhooks?: Pick<WebhookOptions, "apiGroup" | "call" | "randomUid">;
  /** Schema of metadata; definitions of one server share it. @default that of the dialect */
  readonly metadata?: StructSchema;
  /**
   * Reads the definition again where a schema of it is first used. @default the given one, which
   * then stays in memory
   */
  readonly readAgain?: () => CustomResourceDefinition;
  /** Validates the metadata of embedded objects. @default no validation */
  readonly checkMetadata?: MetadataCheck;
  /** @default none */
  readonly observer?: DefinitionObserver;
}

const expectedDefinition = expected<CustomResourceDefinition>(
  "a CustomResourceDefinition with spec.names and spec.versions",
  (value) => {
    const { spec } = (value ?? {}) as Partial<CustomResourceDefinition>;
    return typeof spec?.names === "object" && Array.isArray(spec.versions);
  },
);

const definitionOptions = optionsOf<DefinitionOptions>({
  dialect: optional(aDialect),
  environments: optional(aFunction),
  webhooks: optional(anObject),
  metadata: optional(anObject),
  readAgain: optional(aFunction),
  checkMetadata: optional(aFunction),
  observer: optional(
    withMethods("a DefinitionObserver of @svc/apiextensions", "ruleCompiled", "rulesEvaluated", "converted"),
  ),
});

/**
 * The resource type of a custom resource definition. The definition must be valid; its schemas and
 * rules are compiled on first use.
 *
 * @throws {TypeError} for a definition without a storage version
 */
export function definitionFromCustomResource(
  customResource: CustomResourceDefinition,
  options: DefinitionOptions = {},
): ResourceDefinition {
  checkArgument("definitionFromCustomResource: customResource", customResource, expectedDefinition);
  checkArgument("definitionFromCustomResource: options", options, definitionOptions);
  const complete = withDefaults(options, customResource);
  const source = withoutSchemas(customResource);
  const { group, scope, versions } = source.spec;
  const names = namesOf(source);
  const stored = versions.find(({ storage }) => storage);
  if (stored === undefined) throw new TypeError(`${names.plural}.${group} has no version in which objects are stored`);
  const storedVersion = { group, version: stored.name };
  const { conversion } = source.spec;
  const isConverted = conversion?.strategy === "Webhook" && versions.length > 1;
  if (isConverted && complete.webhooks === undefined)
    throw new TypeError("nothing calls the conversion webhook of the definition");
  const conversions =
    isConverted && complete.webhooks !== undefined
      ? learnedConversions(
          conversionWebhook(conversion, { names, group, observer: complete.observer, ...complete.webhooks }),
        )
      : undefined;
  // The storage version is included, so that all fields of selectors are known.
  const served = versions.map((version) =>
    servedVersion(source, { version, names, storedVersion, conversions, ...complete }),
  );
  const definition: ResourceDefinition = {
    resource: names.plural,
    singular: names.singular,
    kind: names.kind,
    listKind: names.listKind,
    shortNames: names.shortNames,
    categories: names.categories,
    namespaced: scope !== "Cluster",
    versions: served.map(({ version }) => version),
    storage: { ...storedVersion, prefix: `${group}/${names.plural}` },
    strategy: strategyOf(served, {
      storedVersion: storedVersion.version,
      isConverted,
      observer: complete.observer,
    }),
    ...(isTerminating(source)
      ? { creationRefusal: "create not allowed while custom resource definition is terminating" }
      : {}),
  };
  return definition;
}

function withDefaults(
  options: DefinitionOptions,
  source: CustomResourceDefinition,
): DefinitionOptions & Required<Pick<DefinitionOptions, "dialect" | "environments" | "metadata" | "readAgain">> {
  const { dialect = svcDialect, readAgain = () => source } = options;
  const { environments = createSchemaEnvironments(), metadata = objectMetaSchema(dialect) } = options;
  return { ...options, dialect, environments, metadata, readAgain };
}

/** Almost all memory of a definition is that of its schemas. */
function withoutSchemas(source: CustomResourceDefinition): CustomResourceDefinition {
  const versions = source.spec.versions.map(({ schema: _, ...version }) => version);
  return { ...source, spec: { ...source.spec, versions } };
}

/** True while the objects of a deleted definition are removed; false once all of them are gone. */
export function isTerminating({ status }: CustomResourceDefinition): boolean {
  return status?.conditions?.some((c) => c.type === "Terminating" && c.status === "True") ?? false;
}

/** The accepted names if there are any, otherwise the requested ones. */
export function namesOf({ spec, status }: CustomResourceDefinition): Required<CustomResourceNames> {
  const accepted = status?.acceptedNames ?? {};
  const { plural, kind } = spec.names;
  const isAccepted = accepted.plural === plural && accepted.kind === kind;
  const names: Partial<CustomResourceNames> = isAccepted ? accepted : spec.names;
  return {
    plural,
    kind,
    singular: names.singular ?? kind.toLowerCase(),
    listKind: names.listKind ?? `${kind}List`,
    shortNames: names.shortNames ?? [],
    categories: names.categories ?? [],
  };
}

interface StrategyOptions {
  readonly storedVersion: string;
  /** True where a webhook converts: until they are stored, objects are in the request's version. */
  readonly isConverted: boolean;
  readonly observer: DefinitionObserver | undefined;
}

/** Each write is validated in the version of its request. */
function strategyOf(
  served: readonly ServedVersion[],
  { storedVersion, isConverted, observer }: StrategyOptions,
): Strategy {
  const byName = new Map(served.map((s) => [s.version.version, s]));
  const strategies = new Map(served.map((s) => [s.version.version, versionStrategy(s, observer)]));
  const ofStored = strategies.get(storedVersion);
  const stored = byName.get(storedVersion);
  if (ofStored === undefined || stored === undefined) throw new TypeError(`no version ${storedVersion}`);
  const strategyFor = ({ version }: WriteContext): Strategy => strategies.get(version) ?? ofStored;
  const inVersion = (object: ApiObject, { version }: WriteContext): ApiObject =>
    isConverted ? object : (byName.get(version)?.fromStorage(object) ?? object);
  // Of the members that decoding fills in, a preparation can remove only the status.
  const fillStatus = (object: ApiObject, { version, gates }: WriteContext): void => {
    if (stored.hasStatus && version === storedVersion && object["status"] === undefined)
      stored.version.applyDefaults?.(object, gates, "keep");
  };
  const parts = new Set([...strategies.values()].flatMap((s) => Object.keys(s.subresources ?? {})));
  return {
    ...ofStored,
    nameRule: dns1123Subdomain,
    // Fields of other versions do not count as a change in this one.
    generation: (object, old, context) => {
      const { generation } = strategyFor(context);
      const [next, before] = [inVersion(object, context), inVersion(old, context)];
      return typeof generation === "function" && generation(next, before, context);
    },
    prepareCreate: (object, context) => {
      strategyFor(context).prepareCreate?.(object, context);
      fillStatus(object, context);
    },
    prepareUpdate: (object, old, context) => {
      strategyFor(context).prepareUpdate?.(object, old, context);
      fillStatus(object, context);
    },
    validateCreate: (object, context) =>
      strategyFor(context).validateCreate?.(inVersion(object, context), context) ?? [],
    validateUpdate: (object, old, context) =>
      strategyFor(context).validateUpdate?.(inVersion(object, context), inVersion(old, context), context) ?? [],
    // Fields of another version are validated there first, and are dropped before the object is
    // stored.
    ...(served.length === 1
      ? {}
      : {
          canonicalize: (object: ApiObject) => {
            pruneStructural(stored.version.schema, object);
            applyDeclaredDefaults(stored.version.schema, object);
          },
        }),
    subresources: Object.fromEntries(
      [...parts].map((name) => [
        name,
        {
          allowUnconditionalUpdate: name === "scale",
          prepareUpdate: (object: ApiObject, old: ApiObject, context: WriteContext) =>
            strategyFor(context).subresources?.[name]?.prepareUpdate(object, old, context),
          validateUpdate: (object: ApiObject, old: ApiObject, context: WriteContext) =>
            strategyFor(context).subresources?.[name]?.validateUpdate?.(
              inVersion(object, context),
              inVersion(old, context),
              context,
            ) ?? [],
        },
      ]),
    ),
  };
}
