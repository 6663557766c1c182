import type { Schemas } from "@svc/api";
import type { Dialect, GroupVersionKind } from "@svc/meta";
import type { StructSchema, Subresource, Verb } from "@svc/schema";
import type { ServedResource, ServedVersion } from "../serving.ts";

export interface Parameter {
  readonly name: string;
  readonly in: "query" | "path";
  readonly type: "string" | "integer" | "boolean";
}

export interface Operation {
  readonly method: "get" | "put" | "post" | "patch" | "delete" | "head" | "options";
  readonly id: string;
  readonly description: string;
  /** What it does, as clients look for it; absent for discovery. */
  readonly action?: string;
  readonly kind?: GroupVersionKind;
  readonly parameters: readonly Parameter[];
  readonly body?: { readonly schema: StructSchema; readonly mediaTypes: readonly string[]; readonly required: boolean };
  /** Codes and what they answer with; text where undefined. */
  readonly responses: readonly { readonly code: number; readonly schema: StructSchema | undefined }[];
  /** Whether answers can be streams. */
  readonly streams?: boolean;
  /** Whether it takes and gives anything. */
  readonly anything?: boolean;
}

export interface PathItem {
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly operations: readonly Operation[];
}

const query = (name: string, type: Parameter["type"] = "string"): Parameter => ({ name, in: "query", type });
const inPath = (name: string): Parameter => ({ name, in: "path", type: "string" });

const pretty = query("pretty");
const listOptions: readonly Parameter[] = [
  query("allowWatchBookmarks", "boolean"),
  query("continue"),
  query("fieldSelector"),
  query("labelSelector"),
  query("limit", "integer"),
  query("resourceVersion"),
  query("resourceVersionMatch"),
  query("sendInitialEvents", "boolean"),
  query("timeoutSeconds", "integer"),
  query("watch", "boolean"),
];
const writeOptions: readonly Parameter[] = [query("dryRun"), query("fieldManager"), query("fieldValidation")];
const deleteOptions: readonly Parameter[] = [
  query("dryRun"),
  query("gracePeriodSeconds", "integer"),
  query("ignoreStoreReadErrorWithClusterBreakingPotential", "boolean"),
  query("orphanDependents", "boolean"),
  query("propagationPolicy"),
];
const collectionOptions: readonly Parameter[] = [
  ...deleteOptions,
  ...listOptions.filter(({ name }) => name !== "allowWatchBookmarks" && name !== "watch"),
].sort((a, b) => (a.name < b.name ? -1 : 1));

const patchMediaTypes = [
  "application/apply-patch+yaml",
  "application/json-patch+json",
  "application/merge-patch+json",
  "application/strategic-merge-patch+json",
];

export interface OperationParts {
  readonly dialect: Dialect;
  readonly schemas: Schemas;
}

/** `apps/v1` → `AppsV1`, `rbac.authorization.svc.io/v1` → `RbacAuthorizationV1` */
export function operationPrefix({ apiDomain }: Dialect, { group, version }: ServedVersion): string {
  const short = group === "" ? "core" : group.replace(`.${apiDomain}`, "");
  const name = short
    .split(/[.-]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");
  return name + version.charAt(0).toUpperCase() + version.slice(1);
}

/** `apps/v1` → `apps_v1` */
export function tagOf({ apiDomain }: Dialect, { group, version }: ServedVersion): string {
  const short = group === "" ? "core" : group.replace(`.${apiDomain}`, "");
  const name = short
    .split(/[.-]/)
    .map((part, i) => (i === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1)))
    .join("");
  return `${name}_${version}`;
}

/** Every path below a group version. */
export function operationsOf(parts: OperationParts, served: ServedVersion): readonly PathItem[] {
  const { group, version } = served;
  const base = group === "" ? `/api/${version}/` : `/apis/${group}/${version}/`;
  const prefix = operationPrefix(parts.dialect, served);
  const items: PathItem[] = [
    {
      path: base,
      parameters: [],
      operations: [
        {
          method: "get",
          id: `get${prefix}APIResources`,
          description: "get available resources",
          parameters: [],
          responses: [{ code: 200, schema: parts.schemas.struct("meta/v1.APIResourceList") }],
        },
      ],
    },
  ];
  for (const resource of served.resources.values())
    items.push(...resourcePaths(parts, { base, prefix, served, resource }));
  return items.sort((a, b) => (a.path < b.path ? -1 : 1));
}

interface Place {
  readonly base: string;
  readonly prefix: string;
  readonly served: ServedVersion;
  readonly resource: ServedResource;
}

function resourcePaths(parts: OperationParts, place: Place): PathItem[] {
  const { base, prefix, resource } = place;
  const { definition, version } = resource;
  const { namespaced, resource: plural } = definition;
  const scope = namespaced ? "Namespaced" : "";
  const kind = version.kind ?? definition.kind;
  const gvk = { group: version.group, version: version.version, kind };
  const scoped = namespaced ? `${base}namespaces/{namespace}/${plural}` : `${base}${plural}`;
  const scopeParameters = namespaced ? [inPath("namespace")] : [];
  const list = listSchema(parts, resource);
  const { schema } = version;
  const status = parts.schemas.struct("meta/v1.Status");
  const options = parts.schemas.struct("meta/v1.DeleteOptions");
  const watchEvent = parts.schemas.struct("meta/v1.WatchEvent");
  const has = (verb: Verb): boolean => version.verbs.includes(verb);
  const returnsObject = definition.strategy.deletion?.returnsObject === true;
  const listing: Operation = {
    method: "get",
    id: `list${prefix}${scope}${kind}`,
    description: `list or watch objects of kind ${kind}`,
    action: "list",
    kind: gvk,
    parameters: listOptions,
    responses: [{ code: 200, schema: list }],
    streams: true,
  };
  const collection: Operation[] = [
    ...(has("list") ? [listing] : []),
    ...(has("create") ? [creation(prefix, scope, kind, gvk, schema)] : []),
    ...(has("deletecollection")
      ? [
          {
            method: "delete" as const,
            id: `delete${prefix}Collection${scope}${kind}`,
            description: `delete collection of ${kind}`,
            action: "deletecollection",
            kind: gvk,
            parameters: collectionOptions,
            body: { schema: options, mediaTypes: ["*/*"], required: false },
            responses: [{ code: 200, schema: status }],
          },
        ]
      : []),
  ];
  const one = objectOperations({ prefix, scope, kind, gvk, schema, verbs: version.verbs, suffix: "" }, parts);
  if (has("delete")) {
    one.push({
      method: "delete",
      id: `delete${prefix}${scope}${kind}`,
      description: `delete ${article(kind)}`,
      action: "delete",
      kind: gvk,
      parameters: deleteOptions,
      body: { schema: options, mediaTypes: ["*/*"], required: false },
      responses: [200, 202].map((code) => ({ code, schema: returnsObject ? schema : status })),
    });
  }
  const paths: PathItem[] = [];
  if (collection.length > 0)
    paths.push({ path: scoped, parameters: [...scopeParameters, pretty], operations: collection });
  if (one.length > 0)
    paths.push({ path: `${scoped}/{name}`, parameters: [inPath("name"), ...scopeParameters, pretty], operations: one });
  for (const subresource of version.subresources ?? [])
    paths.push(
      ...subresourcePaths(parts, place, subresource, `${scoped}/{name}`, [inPath("name"), ...scopeParameters]),
    );
  if (namespaced && has("list")) {
    const everywhere = { ...listing, id: `list${prefix}${kind}ForAllNamespaces`, parameters: [] };
    paths.push({ path: `${base}${plural}`, parameters: sorted([...listOptions, pretty]), operations: [everywhere] });
  }
  if (has("watch")) {
    const watch = (id: string, action: string): Operation => ({
      method: "get",
      id: `watch${prefix}${id}`,
      description: `watch objects of kind ${kind}. deprecated: use the 'watch' parameter with a list operation instead`,
      action,
      kind: gvk,
      parameters: [],
      responses: [{ code: 200, schema: watchEvent }],
      streams: true,
    });
    const inner = scoped.slice(base.length);
    const at = (path: string, operation: Operation, own: readonly Parameter[]): PathItem => ({
      path: `${base}watch/${path}`,
      parameters: sorted([...listOptions, pretty, ...own]),
      operations: [operation],
    });
    paths.push(at(inner, watch(`${scope}${kind}List`, "watchlist"), scopeParameters));
    paths.push(at(`${inner}/{name}`, watch(`${scope}${kind}`, "watch"), [inPath("name"), ...scopeParameters]));
    if (namespaced) paths.push(at(plural, watch(`${kind}ListForAllNamespaces`, "watchlist"), []));
  }
  return paths;
}

function creation(prefix: string, scope: string, kind: string, gvk: GroupVersionKind, schema: StructSchema): Operation {
  return {
    method: "post",
    id: `create${prefix}${scope}${kind}`,
    description: `create ${article(kind)}`,
    action: "post",
    kind: gvk,
    parameters: writeOptions,
    body: { schema, mediaTypes: ["*/*"], required: true },
    responses: [200, 201, 202].map((code) => ({ code, schema })),
  };
}

interface ObjectEndpoint {
  readonly prefix: string;
  readonly scope: string;
  readonly kind: string;
  readonly gvk: GroupVersionKind;
  readonly schema: StructSchema;
  readonly verbs: readonly Verb[];
  /** Of a subresource: its name with a capital. */
  readonly suffix: string;
}

function objectOperations(
  { prefix, scope, kind, gvk, schema, verbs, suffix }: ObjectEndpoint,
  { schemas }: OperationParts,
): Operation[] {
  const of = suffix === "" ? "the specified" : `${suffix.toLowerCase()} of the specified`;
  const name = `${prefix}${scope}${kind}${suffix}`;
  const both = [200, 201].map((code) => ({ code, schema }));
  const operations: Operation[] = [];
  if (verbs.includes("get")) {
    operations.push({
      method: "get",
      id: `read${name}`,
      description: `read ${of} ${kind}`,
      action: "get",
      kind: gvk,
      parameters: [],
      responses: [{ code: 200, schema }],
    });
  }
  if (verbs.includes("update")) {
    operations.push({
      method: "put",
      id: `replace${name}`,
      description: `replace ${of} ${kind}`,
      action: "put",
      kind: gvk,
      parameters: writeOptions,
      body: { schema, mediaTypes: ["*/*"], required: true },
      responses: both,
    });
  }
  if (verbs.includes("patch")) {
    operations.push({
      method: "patch",
      id: `patch${name}`,
      description: `partially update ${of} ${kind}`,
      action: "patch",
      kind: gvk,
      parameters: [...writeOptions, query("force", "boolean")],
      body: { schema: schemas.struct("meta/v1.Patch"), mediaTypes: patchMediaTypes, required: true },
      responses: both,
    });
  }
  return operations;
}

const connectMethods: Readonly<Record<string, Operation["method"]>> = {
  GET: "get",
  PUT: "put",
  POST: "post",
  PATCH: "patch",
  DELETE: "delete",
  HEAD: "head",
  OPTIONS: "options",
};

function subresourcePaths(
  parts: OperationParts,
  { prefix, resource }: Place,
  subresource: Subresource,
  base: string,
  pathParameters: readonly Parameter[],
): PathItem[] {
  const { definition, version } = resource;
  const scope = definition.namespaced ? "Namespaced" : "";
  const kind = version.kind ?? definition.kind;
  const own = { group: version.group, version: version.version, kind };
  const suffix = subresource.name.charAt(0).toUpperCase() + subresource.name.slice(1);
  const path = `${base}/${subresource.name}`;
  const item = (operations: readonly Operation[]): PathItem => ({
    path,
    parameters: [...pathParameters, pretty],
    operations,
  });
  switch (subresource.view) {
    case "object":
      return [
        item(
          objectOperations(
            { prefix, scope, kind, gvk: own, schema: version.schema, verbs: subresource.verbs, suffix },
            parts,
          ),
        ),
      ];
    case "scale": {
      const { kind: gvk, schema } = subresource.scale;
      return [item(objectOperations({ prefix, scope, kind, gvk, schema, verbs: subresource.verbs, suffix }, parts))];
    }
    case "action": {
      const { body, schema } = subresource;
      const made = creation(prefix, scope, kind, body, schema);
      return [
        {
          ...item([{ ...made, id: `${made.id}${suffix}`, parameters: [] }]),
          parameters: sorted([...pathParameters, ...writeOptions, pretty]),
        },
      ];
    }
    case "connect":
      return connections(prefix + scope + kind + suffix, subresource, path, pathParameters);
  }
}

function connections(
  name: string,
  { methods, options, pathSuffix }: Extract<Subresource, { view: "connect" }>,
  path: string,
  pathParameters: readonly Parameter[],
): PathItem[] {
  const operations = (suffix: string): Operation[] =>
    methods.map((method) => ({
      method: connectMethods[method] ?? "get",
      id: `connect${name.replace(/^([A-Z][a-z0-9]*V\d\w*?)(Namespaced|[A-Z])/, `$1${method.charAt(0)}${method.slice(1).toLowerCase()}$2`)}${suffix}`,
      description: `connect ${method} requests`,
      action: "connect",
      kind: options,
      parameters: [],
      responses: [{ code: 200, schema: undefined }],
      anything: true,
    }));
  const items: PathItem[] = [{ path, parameters: pathParameters, operations: operations("") }];
  if (pathSuffix) {
    const deeper = [...pathParameters, inPath("path")];
    items.push({ path: `${path}/{path}`, parameters: deeper, operations: operations("WithPath") });
  }
  return items;
}

/** The type of a list of a resource: the one that is declared, else nothing that has a name. */
function listSchema({ schemas }: OperationParts, { definition, version }: ServedResource): StructSchema {
  const { name = "" } = version.schema;
  const key = `${name.slice(0, name.lastIndexOf(".") + 1)}${definition.listKind}`;
  return schemas.has(key) ? schemas.struct(key) : version.schema;
}

function sorted(parameters: readonly Parameter[]): readonly Parameter[] {
  return [...parameters].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function article(kind: string): string {
  return `${/^[AEIOU]/.test(kind) ? "an" : "a"} ${kind}`;
}
