import type { SchemaEnvironments, StructuralSchema } from "@svc/cel";
import {
  type ApiObject,
  copyJson,
  type Dialect,
  formatApiVersion,
  type GroupVersion,
  type GroupVersionKind,
} from "@svc/meta";
import {
  applyDeclaredDefaults,
  compareVersions,
  createValidator,
  dropNulls,
  fromOpenApi,
  type MetadataCheck,
  parseJsonPath,
  pruneStructural,
  type ResourceVersion,
  type ScaleDefinition,
  type SelectableFields,
  type Stability,
  type StructSchema,
  type Subresource,
  scaleAt,
  selectableFieldsAt,
  type TableDefinition,
  tableOf,
  type Validator,
  type Verb,
} from "@svc/schema";
import type { LearnedConversions } from "./conversion/learned-conversions.ts";
import type {
  CustomResourceDefinition,
  CustomResourceNames,
  CustomResourceScale,
  CustomResourceVersion,
  JsonSchema,
} from "./definition/custom-resource.ts";
import type { DefinitionObserver } from "./definition/definition-observer.ts";
import { compileRules, type RuleTree } from "./rules/rule-tree.ts";
import { mistypedScale } from "./scale-values.ts";

/** One version of a custom resource, with its validation. */
export interface ServedVersion {
  readonly version: ResourceVersion;
  readonly hasStatus: boolean;
  readonly scale: CustomResourceScale | undefined;
  validator(): Validator;
  /** Undefined where the schema has no rules. */
  rules(): RuleTree | undefined;
  /** An object of the stored version in this one; the object itself where that is the same. */
  fromStorage(object: ApiObject): ApiObject;
}

export interface ServedVersionOptions {
  readonly dialect: Dialect;
  readonly environments: SchemaEnvironments;
  readonly metadata: StructSchema;
  readonly checkMetadata?: MetadataCheck;
  readonly observer?: DefinitionObserver;
  /** Without its schema. */
  readonly version: CustomResourceVersion;
  /** Reads the definition with its schemas. */
  readonly readAgain: () => CustomResourceDefinition;
  readonly names: Required<CustomResourceNames>;
  readonly storedVersion: GroupVersion;
  /** By a webhook. @default fields go by their names */
  readonly conversions: LearnedConversions | undefined;
}

const allVerbs: readonly Verb[] = ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"];
const subresourceVerbs: readonly Verb[] = ["get", "patch", "update"];

export function servedVersion(source: CustomResourceDefinition, options: ServedVersionOptions): ServedVersion {
  const { dialect, environments, metadata, version: declared, readAgain, names, storedVersion, observer } = options;
  const { group } = source.spec;
  const json = (): JsonSchema =>
    readAgain().spec.versions.find(({ name }) => name === declared.name)?.schema?.openAPIV3Schema ?? { type: "object" };
  const selectable = (declared.selectableFields ?? []).map(({ jsonPath }) => jsonPath.replace(/^\./, ""));
  const kind = { group, version: declared.name, kind: names.kind };
  const schema = lazily((): StructSchema => fromOpenApi(json(), { dialect, metadata, kind, selectable }));
  const rules = lazily(() =>
    compileRules(json() as StructuralSchema, { prefix: dialect.extensionPrefix, environments, observer }),
  );
  const { subresources = {} } = declared;
  const isStored = declared.name === storedVersion.version;
  const applyDefaults: ResourceVersion["applyDefaults"] = (object, _gates, nulls) => {
    applyDeclaredDefaults(schema(), object, nulls);
  };
  // Defaults are those of the version in which an object was written, and of the one in which it is
  // stored.
  const dropForeign = (object: ApiObject): void => {
    pruneStructural(schema(), object);
    dropNulls(schema(), object);
  };
  const conversion = isStored
    ? undefined
    : conversionOf(kind, storedVersion, { dropForeign, conversions: options.conversions });
  const table = lazily(() => tableAt(declared));
  const version: ResourceVersion = Object.assign(new LazyForms(schema, table), {
    group,
    version: declared.name,
    stability: stabilityOf(declared.name),
    enabledByDefault: declared.served,
    verbs: allVerbs,
    semantics: "structural" as const,
    applyDefaults,
    dropForeign,
    ...(conversion === undefined ? {} : { conversion }),
    selectableFields: selectableAt(source, declared),
    subresources: subresourcesAt(subresources, dialect),
    ...(declared.deprecated === true
      ? { deprecationWarning: declared.deprecationWarning ?? deprecationWarning(source, kind) }
      : {}),
  });
  const { checkMetadata } = options;
  return {
    version,
    hasStatus: subresources.status !== undefined,
    scale: subresources.scale,
    validator: lazily(() => createValidator(schema(), checkMetadata === undefined ? {} : { checkMetadata })),
    rules,
    fromStorage: (object) => conversion?.fromStorage(object) ?? object,
  };
}

/** Names the most preferred of the versions that come after a deprecated one. */
function deprecationWarning({ spec }: CustomResourceDefinition, deprecated: GroupVersionKind): string {
  const text = ({ kind, ...version }: GroupVersionKind): string => `${formatApiVersion(version)} ${kind}`;
  const [newest] = spec.versions
    .filter(
      ({ served, deprecated: isOld, name }) =>
        served && isOld !== true && compareVersions(name, deprecated.version) < 0,
    )
    .sort((a, b) => compareVersions(a.name, b.name));
  const instead = newest === undefined ? "" : `; use ${text({ ...deprecated, version: newest.name })}`;
  return `${text(deprecated)} is deprecated${instead}`;
}

type Lazy<T> = () => T;

/** The parts of a version that are made on first use. */
class LazyForms implements Pick<ResourceVersion, "schema" | "table"> {
  readonly #schema: Lazy<StructSchema>;
  readonly #table: Lazy<TableDefinition>;

  constructor(schema: Lazy<StructSchema>, table: Lazy<TableDefinition>) {
    this.#schema = schema;
    this.#table = table;
  }

  get schema(): StructSchema {
    return this.#schema();
  }

  get table(): TableDefinition {
    return this.#table();
  }
}

function lazily<T>(make: () => T): Lazy<T> {
  let computed: { readonly value: T } | undefined;
  return () => (computed ??= { value: make() }).value;
}

interface ConversionOptions {
  readonly dropForeign: (object: ApiObject) => void;
  readonly conversions: LearnedConversions | undefined;
}

/** By a webhook; without one, fields keep their names and foreign ones are dropped. */
function conversionOf(
  to: GroupVersion,
  stored: GroupVersion,
  { dropForeign, conversions }: ConversionOptions,
): NonNullable<ResourceVersion["conversion"]> {
  const normalize = (object: ApiObject): ApiObject => {
    dropForeign(object);
    return object;
  };
  if (conversions !== undefined) {
    return {
      toStorage: (object) => conversions.convert(object, stored),
      fromStorage: (object) => {
        const converted = normalize(conversions.convert(withResourceVersion(object, undefined), to));
        return withResourceVersion(converted, object.metadata.resourceVersion);
      },
      fromStorageUnpruned: (object) => conversions.convert(object, to),
      fromStorageAll: async (objects, { isUnstored = false } = {}) => {
        const sent = isUnstored ? objects : objects.map((object) => withResourceVersion(object, undefined));
        const converted = await conversions.convertAll(sent, to);
        return converted.map((object, i) =>
          withResourceVersion(normalize(object), objects[i]?.metadata.resourceVersion),
        );
      },
    };
  }
  const storedApiVersion = formatApiVersion(stored);
  const apiVersion = formatApiVersion(to);
  return {
    toStorage: (object) => ({ ...object, apiVersion: storedApiVersion }),
    fromStorage: (object) => normalize({ ...copyJson(object), apiVersion }),
    fromStorageUnpruned: (object) => ({ ...object, apiVersion }),
  };
}

/** Webhooks get stored objects without their revision, which is not part of what is stored. */
function withResourceVersion(object: ApiObject, resourceVersion: string | undefined): ApiObject {
  const { resourceVersion: _, ...metadata } = object.metadata;
  return { ...object, metadata: resourceVersion === undefined ? metadata : { ...metadata, resourceVersion } };
}

/** Only versions named as previews are previews. */
function stabilityOf(version: string): Stability {
  return /^v\d+alpha\d+$/.test(version) ? "alpha" : /^v\d+beta\d+$/.test(version) ? "beta" : "ga";
}

function tableAt({ additionalPrinterColumns = [] }: CustomResourceVersion): TableDefinition {
  if (additionalPrinterColumns.length === 0) return tableOf();
  // As in kube-apiserver, a table has the columns before the first one with an invalid path.
  const broken = additionalPrinterColumns.findIndex(({ jsonPath }) => !isJsonPath(jsonPath));
  const shown = broken < 0 ? additionalPrinterColumns : additionalPrinterColumns.slice(0, broken);
  return tableOf(
    shown.map(({ name, type, jsonPath, format, description, priority }) => ({
      name,
      type: type as "string",
      path: jsonPath,
      ...(format === undefined ? {} : { format }),
      ...(description === undefined ? {} : { description }),
      ...(priority === undefined ? {} : { priority }),
    })),
  );
}

function isJsonPath(text: string): boolean {
  try {
    parseJsonPath(text);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/**
 * Objects have the fields of all versions, since a selector may use any; a version lists its own.
 */
function selectableAt(
  source: CustomResourceDefinition,
  { selectableFields = [] }: CustomResourceVersion,
): SelectableFields {
  const all = source.spec.versions.flatMap((v) => (v.selectableFields ?? []).map(({ jsonPath }) => jsonPath));
  const allFields = selectableFieldsAt([...new Set(all)]);
  const fields = selectableFields.map(({ jsonPath }) => jsonPath.replace(/^\./, ""));
  return { ...allFields, fields, indexed: allFields.fields };
}

function subresourcesAt(
  { status, scale }: NonNullable<CustomResourceVersion["subresources"]>,
  dialect: Dialect,
): readonly Subresource[] {
  return [
    ...(status === undefined ? [] : [{ name: "status", view: "object", verbs: subresourceVerbs } as const]),
    ...(scale === undefined
      ? []
      : [{ name: "scale", view: "scale", verbs: subresourceVerbs, scale: customScale(scale, dialect) } as const]),
  ];
}

function customScale(scale: CustomResourceScale, dialect: Dialect): ScaleDefinition {
  return { ...scaleAt(pathsOf(scale), dialect), mistyped: mistypedScale(scale) };
}

function pathsOf(scale: CustomResourceScale): Parameters<typeof scaleAt>[0] {
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = scale;
  return {
    replicas: specReplicasPath,
    statusReplicas: statusReplicasPath,
    ...(labelSelectorPath === undefined || labelSelectorPath === "" ? {} : { selector: labelSelectorPath }),
  };
}
