import type { SchemaEnvironments, StructuralSchema } from "@svc/cel";
import { type ApiObject, copyJson, type Dialect, formatApiVersion, type GroupVersion } from "@svc/meta";
import {
  applyDeclaredDefaults,
  createValidator,
  fromOpenApi,
  type MetadataCheck,
  pruneStructural,
  type ResourceVersion,
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
import type {
  CustomResourceDefinition,
  CustomResourceNames,
  CustomResourceScale,
  CustomResourceVersion,
  JsonSchema,
} from "./custom-resource.ts";
import { compileRules, type RuleTree } from "./rules/rule-tree.ts";

/** One version of a custom resource, with what judges its objects. */
export interface ServedVersion {
  readonly version: ResourceVersion;
  readonly hasStatus: boolean;
  readonly scale: CustomResourceScale | undefined;
  readonly validator: Validator;
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
  readonly version: CustomResourceVersion;
  readonly names: Required<CustomResourceNames>;
  readonly storedVersion: GroupVersion;
}

const allVerbs: readonly Verb[] = ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"];
const subresourceVerbs: readonly Verb[] = ["get", "patch", "update"];

export function servedVersion(source: CustomResourceDefinition, options: ServedVersionOptions): ServedVersion {
  const { dialect, environments, metadata, version: given, names, storedVersion } = options;
  const { group } = source.spec;
  const json: JsonSchema = given.schema?.openAPIV3Schema ?? { type: "object" };
  const selectable = (given.selectableFields ?? []).map(({ jsonPath }) => jsonPath.replace(/^\./, ""));
  const kind = { group, version: given.name, kind: names.kind };
  const schema = lazily((): StructSchema => fromOpenApi(json, { dialect, metadata, kind, selectable }));
  const rules = lazily(() => compileRules(json as StructuralSchema, { prefix: dialect.extensionPrefix, environments }));
  const { subresources = {} } = given;
  const isStored = given.name === storedVersion.version;
  const applyDefaults = (object: ApiObject): void => {
    applyDeclaredDefaults(schema(), object);
  };
  const conversion = isStored ? undefined : conversionByName(kind, storedVersion, { schema, applyDefaults });
  const table = lazily(() => tableAt(given));
  const version: ResourceVersion = {
    group,
    version: given.name,
    stability: stabilityOf(given.name),
    enabledByDefault: given.served,
    verbs: allVerbs,
    get schema() {
      return schema();
    },
    semantics: "structural",
    applyDefaults,
    ...(conversion === undefined ? {} : { conversion }),
    get table() {
      return table();
    },
    selectableFields: selectableAt(source, given),
    subresources: subresourcesAt(subresources, dialect),
    ...(given.deprecated === true
      ? { deprecationWarning: given.deprecationWarning ?? `${formatApiVersion(kind)} ${names.kind} is deprecated` }
      : {}),
  };
  let validator: Validator | undefined;
  return {
    version,
    hasStatus: subresources.status !== undefined,
    scale: subresources.scale,
    get validator() {
      const { checkMetadata } = options;
      return (validator ??= createValidator(schema(), checkMetadata === undefined ? {} : { checkMetadata }));
    },
    rules,
    fromStorage: (object) => conversion?.fromStorage(object) ?? object,
  };
}

type Lazy<T> = () => T;

function lazily<T>(make: () => T): Lazy<T> {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Versions that differ in nothing but their schemas: fields go by their names, and what a version does not know is left out. */
function conversionByName(
  to: GroupVersion,
  stored: GroupVersion,
  { schema, applyDefaults }: { readonly schema: Lazy<StructSchema>; readonly applyDefaults: (o: ApiObject) => void },
): NonNullable<ResourceVersion["conversion"]> {
  const storedApiVersion = formatApiVersion(stored);
  const apiVersion = formatApiVersion(to);
  return {
    toStorage: (object) => ({ ...object, apiVersion: storedApiVersion }),
    fromStorage: (object) => {
      const copy = { ...copyJson(object), apiVersion };
      pruneStructural(schema(), copy);
      applyDefaults(copy);
      return copy;
    },
  };
}

/** The names of versions are the definition's own: what is not named as a preview is none. */
function stabilityOf(version: string): Stability {
  return /^v\d+alpha\d+$/.test(version) ? "alpha" : /^v\d+beta\d+$/.test(version) ? "beta" : "ga";
}

function tableAt({ additionalPrinterColumns = [] }: CustomResourceVersion): TableDefinition {
  if (additionalPrinterColumns.length === 0) return tableOf();
  return tableOf(
    additionalPrinterColumns.map(({ name, type, jsonPath, format, description, priority }) => ({
      name,
      type: type as "string",
      path: jsonPath,
      ...(format === undefined ? {} : { format }),
      ...(description === undefined ? {} : { description }),
      ...(priority === undefined ? {} : { priority }),
    })),
  );
}

/** Objects know the fields of all versions, since one may be asked for through any; a version names its own. */
function selectableAt(
  source: CustomResourceDefinition,
  { selectableFields = [] }: CustomResourceVersion,
): SelectableFields {
  const all = source.spec.versions.flatMap((v) => (v.selectableFields ?? []).map(({ jsonPath }) => jsonPath));
  const known = selectableFieldsAt([...new Set(all)]);
  const fields = selectableFields.map(({ jsonPath }) => jsonPath.replace(/^\./, ""));
  return { ...known, fields, indexed: known.fields };
}

function subresourcesAt(
  { status, scale }: NonNullable<CustomResourceVersion["subresources"]>,
  dialect: Dialect,
): readonly Subresource[] {
  return [
    ...(status === undefined ? [] : [{ name: "status", view: "object", verbs: subresourceVerbs } as const]),
    ...(scale === undefined
      ? []
      : [{ name: "scale", view: "scale", verbs: subresourceVerbs, scale: scaleAt(pathsOf(scale), dialect) } as const]),
  ];
}

function pathsOf(scale: CustomResourceScale): Parameters<typeof scaleAt>[0] {
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = scale;
  return {
    replicas: specReplicasPath,
    statusReplicas: statusReplicasPath,
    ...(labelSelectorPath === undefined || labelSelectorPath === "" ? {} : { selector: labelSelectorPath }),
  };
}
