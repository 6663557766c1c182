import { aFunction, checkArgument, optional, withMethods } from "@svc/base/check";
import { aDialect, type Dialect, formatApiVersion, parseApiVersion } from "@svc/meta";
import type {
  Conversion,
  Expressions,
  MetadataCheck,
  ResourceDefinition,
  ResourceVersion,
  Schemas,
  SelectableFields,
  StorageLayout,
  Subresource,
  TableDefinition,
} from "@svc/schema";
import { conversionsByKind } from "./conversions/by-kind.ts";
import { templateGeneration } from "./defaults/apps.ts";
import { formerVersions } from "./former-versions.ts";
import { type KindParts, kindParts } from "./kind-parts.ts";
import { createKindStrategies, type KindStrategies } from "./kind-strategies.ts";
import { type ResourceFacts, type ResourceRow, resourceFacts, type SubresourceRow } from "./resource-facts.ts";
import { scaleOfReplicas } from "./scales.ts";
import { createBuiltinSchemas } from "./schemas.ts";
import { selectableFields } from "./selectable-fields.ts";

interface Context {
  readonly dialect: Dialect;
  readonly facts: ResourceFacts;
  readonly schemas: Schemas;
  readonly parts: KindParts;
  readonly conversions: Readonly<Record<string, Conversion>>;
  readonly strategyOf: KindStrategies;
  readonly keepsEmpties: ReadonlySet<string>;
  readonly formerVersionsOf: ReturnType<typeof formerVersions>;
}

const expectedCheckMetadata = optional(aFunction);

const expectedExpressions = optional(
  withMethods("an Expressions of @svc/schema", "admission", "devices", "values", "failures"),
);

/**
 * Definitions of all built-in kinds, in the order in which discovery lists their groups.
 * @throws {TypeError} for a wrong argument
 */
export function builtinDefinitions(
  dialect: Dialect,
  expressions?: Expressions,
  checkMetadata?: MetadataCheck,
): readonly ResourceDefinition[] {
  checkArgument("builtinDefinitions: dialect", dialect, aDialect);
  checkArgument("builtinDefinitions: expressions", expressions, expectedExpressions);
  checkArgument("builtinDefinitions: checkMetadata", checkMetadata, expectedCheckMetadata);
  const facts = resourceFacts(dialect);
  const parts = kindParts(dialect, expressions, checkMetadata);
  const context: Context = {
    dialect,
    facts,
    schemas: createBuiltinSchemas(dialect),
    parts,
    strategyOf: createKindStrategies(dialect, { facts, parts }),
    keepsEmpties: kindsThatKeepEmpties(dialect),
    formerVersionsOf: formerVersions(dialect),
    conversions: conversionsByKind(dialect),
  };
  const byResource = new Map<string, ResourceRow[]>();
  for (const row of facts.resources) {
    const key = `${storageGroupOf(row)}/${row.resource}`;
    const rows = byResource.get(key);
    if (rows === undefined) byResource.set(key, [row]);
    else rows.push(row);
  }
  return [...byResource.values()].map((rows) => definitionOf(rows, context));
}

function storageGroupOf({ group, storageVersion }: ResourceRow): string {
  return storageVersion === undefined ? group : (parseApiVersion(storageVersion)?.group ?? group);
}

/** @param rows one a version, the most preferred first */
function definitionOf(rows: readonly ResourceRow[], context: Context): ResourceDefinition {
  const [main] = rows;
  if (main === undefined) throw new TypeError("a resource without versions");
  const storage = storageOf(main, context);
  const { resource, singular, kind, listKind = `${kind}List`, shortNames, categories, namespaced } = main;
  const former = context.formerVersionsOf(storage?.group ?? main.group, kind);
  return {
    resource,
    singular,
    kind,
    listKind,
    shortNames,
    categories,
    namespaced,
    versions: rows.map((row) => versionOf(row, main, context)),
    ...(former.length === 0 ? {} : { formerVersions: former }),
    ...(storage === undefined ? {} : { storage }),
    strategy: context.strategyOf(main),
  };
}

/**
 * Kinds for which an absent list or map and an empty one differ when the generation is computed,
 * and kinds without a generation that have lists which are written even if they are empty.
 */
function kindsThatKeepEmpties({ expand }: Dialect): ReadonlySet<string> {
  return new Set([
    "/Endpoints",
    "/LimitRange",
    "/PersistentVolume",
    expand("storage.{api}/CSINode"),
    expand("networking.{api}/NetworkPolicy"),
    expand("admissionregistration.{api}/MutatingWebhookConfiguration"),
    expand("admissionregistration.{api}/ValidatingWebhookConfiguration"),
    "autoscaling/HorizontalPodAutoscaler",
    expand("discovery.{api}/EndpointSlice"),
    expand("rbac.authorization.{api}/Role"),
    expand("rbac.authorization.{api}/ClusterRole"),
    expand("resource.{api}/ResourceClaim"),
    expand("resource.{api}/ResourceClaimTemplate"),
    expand("resource.{api}/ResourceSlice"),
  ]);
}

/**
 * Objects are stored in the most preferred version; discovery names the one that the original
 * stores them in.
 */
function storageOf(
  { group, version, resource, storageVersion }: ResourceRow,
  { dialect }: Context,
): StorageLayout | undefined {
  if (storageVersion === undefined) return undefined;
  const own = formatApiVersion({ group, version });
  return {
    group,
    version,
    prefix: storagePrefixes(dialect)[`${group}/${resource}`] ?? resource,
    ...(storageVersion === own ? {} : { hashVersion: storageVersion }),
    ...(resource === "events" ? { readRules: "store" } : {}),
  };
}

/** Prefixes of keys that differ from the resource. */
function storagePrefixes({ expand }: Dialect): Readonly<Record<string, string>> {
  return {
    "/services": "services/specs",
    "/endpoints": "services/endpoints",
    "/nodes": "minions",
    "/replicationcontrollers": "controllers",
    [expand("networking.{api}/ingresses")]: "ingress",
    [expand("apiregistration.{api}/apiservices")]: expand("apiregistration.{api}/apiservices"),
    [expand("apiextensions.{api}/customresourcedefinitions")]: expand("apiextensions.{api}/customresourcedefinitions"),
  };
}

/** Resources that are served only where a gate is on. */
const gatedResources: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    clustertrustbundles: "ClusterTrustBundle",
    storageversionmigrations: "StorageVersionMigrator",
  }),
);

function versionOf(row: ResourceRow, main: ResourceRow, context: Context): ResourceVersion {
  const { facts, schemas, parts } = context;
  const { group, version, kind, stability, enabledByDefault, verbs, lifecycle } = row;
  const priority = facts.priorities.find((p) => p.group === group && p.version === version);
  const conversion = context.conversions[`${formatApiVersion({ group, version })}/${kind}`];
  const applyDefaults = parts.defaultsOf(group, version, kind);
  const fields = fieldsOf(row, main, context);
  const table = tableOf(main, context);
  const { subresources = [] } = row;
  const gate = gatedResources.get(row.resource);
  return {
    group,
    version,
    stability,
    enabledByDefault,
    verbs,
    schema: schemas.struct(row.schema),
    semantics: "typed",
    lifecycle,
    ...(applyDefaults === undefined ? {} : { applyDefaults }),
    ...(conversion === undefined ? {} : { conversion }),
    ...(context.keepsEmpties.has(`${group}/${kind}`) ? { empties: "kept" } : {}),
    ...(`${group}/${kind}` === "apps/DaemonSet" ? { fieldAnnotations: [templateGeneration] } : {}),
    ...(table === undefined ? {} : { table }),
    ...(fields === undefined ? {} : { selectableFields: fields }),
    ...(subresources.length === 0 ? {} : { subresources: subresources.map((sub) => subresourceOf(sub, row, context)) }),
    ...(gate === undefined ? {} : { featureGate: gate }),
    ...(priority === undefined
      ? {}
      : { priority: { group: priority.groupPriority, version: priority.versionPriority } }),
  };
}

function fieldsOf({ group, kind }: ResourceRow, main: ResourceRow, { facts }: Context): SelectableFields | undefined {
  const row = facts.selectors.find((s) => s.group === group && s.kind === kind);
  return row === undefined ? undefined : selectableFields(row, group === main.group);
}

function tableOf({ group, kind }: ResourceRow, { facts, parts }: Context): TableDefinition | undefined {
  const row = facts.columns.find((c) => c.group === group && c.kind === kind);
  const cells = parts.cellsOf(group, kind);
  if (row === undefined || cells === undefined) return undefined;
  return {
    columns: row.columns.map((c) => ({ ...c, description: parts.columnDescription(group, kind, c.name) })),
    cells,
    ...parts.rowsOf(group, kind),
  };
}

function subresourceOf(sub: SubresourceRow, row: ResourceRow, { schemas, formerVersionsOf }: Context): Subresource {
  const { name, verbs, group = row.group, version = row.version, kind } = sub;
  const gvk = { group, version, kind };
  if (name === "scale") {
    const scale = scaleOfReplicas(gvk, schemas.struct(sub.schema), row.group === "" ? "plain" : "structured");
    return { name: "scale", view: "scale", verbs, scale };
  }
  if (sub.connectMethods !== undefined || name === "log") {
    const methods = sub.connectMethods ?? ["GET"];
    // The options of a connection are a kind in the same version.
    const optionsKind = sub.connectMethods === undefined ? `${row.kind}LogOptions` : kind;
    const schema = schemas.struct(`${row.schema.slice(0, row.schema.lastIndexOf("."))}.${optionsKind}`);
    return { name, view: "connect", verbs, methods, options: gvk, schema, pathSuffix: sub.pathSuffix === true };
  }
  if (sub.kind === row.kind) return { name, view: "object", verbs };
  const former = formerVersionsOf(group, kind);
  const schema = schemas.struct(sub.schema);
  return { name, view: "action", verbs, body: gvk, schema, ...(former.length === 0 ? {} : { formerVersions: former }) };
}
