import type { Dialect, GroupVersionKind } from "@svc/meta";
import type { ResourceDefinition, ResourceVersion, StructSchema } from "@svc/schema";
import { listStruct } from "./list-struct.ts";
import { type MediaTypes, structuralMediaTypes, typedMediaTypes } from "./media-types.ts";
import { operationScope, tagOf, versionPath, withArticle } from "./names.ts";
import type { Content, Operation, Parameter, Response, Route } from "./operation.ts";
import {
  deleteCollectionParameters,
  deleteParameters,
  listParameters,
  nameParameter,
  namespaceParameter,
  patchParameters,
  prettyParameter,
  resourceVersionParameter,
  writeParameters,
} from "./parameters.ts";

/** The inputs of the routes of one version of one resource. */
interface RouteContext {
  readonly dialect: Dialect;
  /** The types that all resources share, by name: `meta/v1.Status`. */
  readonly structs: (name: string) => StructSchema;
  readonly definition: ResourceDefinition;
  readonly version: ResourceVersion;
}

/** The names that the routes of a resource are made of. */
interface RouteNames {
  /** `/apis/apps/v1` */
  readonly root: string;
  /** `/apis/apps/v1/namespaces/{namespace}/deployments` */
  readonly path: string;
  /** `AppsV1` */
  readonly scope: string;
  /** `NamespacedDeployment` */
  readonly noun: string;
  readonly tag: string;
}

/** The inputs with derived values. */
export interface ResourceParts extends Omit<RouteContext, "dialect"> {
  readonly kind: GroupVersionKind;
  readonly names: RouteNames;
  readonly media: MediaTypes;
  readonly object: Content;
  /** Parameters of every operation on the resource. */
  readonly place: readonly Parameter[];
}

/** Derives what the routes of a resource have in common. */
export function resourceParts({ dialect, ...context }: RouteContext): ResourceParts {
  const { definition, version } = context;
  const { namespaced, resource } = definition;
  const kind = { group: version.group, version: version.version, kind: version.kind ?? definition.kind };
  const root = versionPath(version);
  return {
    ...context,
    kind,
    names: {
      root,
      path: `${root}${namespaced ? "/namespaces/{namespace}" : ""}/${resource}`,
      scope: operationScope(version.group, version.version, dialect),
      noun: `${namespaced ? "Namespaced" : ""}${kind.kind}`,
      tag: tagOf(version, dialect),
    },
    media: isTyped(context) ? typedMediaTypes(dialect) : structuralMediaTypes,
    object: { schema: version.schema, semantics: version.semantics },
    place: [...(namespaced ? [namespaceParameter] : []), prettyParameter],
  };
}

/** True for resources that are compiled in, which have more formats and operations. */
export function isTyped({ version }: Pick<RouteContext, "version">): boolean {
  return version.semantics === "typed";
}

/** A type that all resources share, in a body. */
function sharedContent(parts: ResourceParts, name: string): Content {
  return { schema: parts.structs(name), semantics: "typed" };
}

export function responses(content: Content, ...codes: readonly Response["code"][]): readonly Response[] {
  return codes.map((code) => ({ code, content }));
}

/** The routes of a resource, without those of its subresources. */
export function resourceRoutes(parts: ResourceParts): readonly Route[] {
  const {
    definition,
    names: { path, root },
  } = parts;
  const across: Route[] = definition.namespaced
    ? [{ path: `${root}/${definition.resource}`, operations: listAcross(parts) }]
    : [];
  return [
    { path, operations: collectionOperations(parts) },
    { path: `${path}/{name}`, operations: objectOperations(parts) },
    ...across,
    ...watchRoutes(parts),
  ].filter((r) => r.operations.length > 0);
}

function has({ version }: ResourceParts, verb: ResourceVersion["verbs"][number]): boolean {
  return version.verbs.includes(verb);
}

function listOperation(parts: ResourceParts, id: string, place: readonly Parameter[]): Operation {
  const {
    kind,
    media,
    names: { tag },
  } = parts;
  const typed = isTyped(parts);
  return {
    method: "get",
    id,
    description: `list ${typed && has(parts, "watch") ? "or watch " : ""}objects of kind ${kind.kind}`,
    tag,
    action: { name: "list", kind },
    parameters: [...place, ...listParameters],
    consumes: media.consumes,
    produces: media.streams,
    responses: responses(listContent(parts), 200),
  };
}

function listContent({ kind, definition, object, structs }: ResourceParts): Content {
  if (object === "text" || object.schema.type !== "struct") return object;
  const schema = listStruct(object.schema, {
    kind: { ...kind, kind: definition.listKind },
    listMeta: structs("meta/v1.ListMeta"),
  });
  return { schema, semantics: object.semantics };
}

function listAcross(parts: ResourceParts): readonly Operation[] {
  if (!has(parts, "list")) return [];
  return [listOperation(parts, `list${parts.names.scope}${parts.kind.kind}ForAllNamespaces`, [prettyParameter])];
}

function collectionOperations(parts: ResourceParts): readonly Operation[] {
  const {
    kind,
    media,
    object,
    place,
    names: { scope, noun, tag },
  } = parts;
  const typed = isTyped(parts);
  const common = { tag, consumes: media.consumes, produces: media.produces };
  const operations: Operation[] = [];
  if (has(parts, "list")) operations.push(listOperation(parts, `list${scope}${noun}`, place));
  if (has(parts, "create")) {
    operations.push({
      ...common,
      method: "post",
      id: `create${scope}${noun}`,
      description: `create ${withArticle(kind.kind)}`,
      action: { name: "post", kind },
      parameters: [...place, ...writeParameters],
      body: { content: object, required: true },
      responses: responses(object, 200, 201, 202),
    });
  }
  if (has(parts, "deletecollection")) {
    operations.push({
      ...common,
      method: "delete",
      id: `delete${scope}Collection${noun}`,
      description: `delete collection of ${kind.kind}`,
      action: { name: "deletecollection", kind },
      parameters: [...place, ...(typed ? deleteCollectionParameters : listParameters)],
      ...(typed ? { body: { content: sharedContent(parts, "meta/v1.DeleteOptions"), required: false } } : {}),
      responses: responses(sharedContent(parts, "meta/v1.Status"), 200),
    });
  }
  return operations;
}

function objectOperations(parts: ResourceParts): readonly Operation[] {
  const {
    kind,
    object,
    definition,
    names: { scope, noun },
  } = parts;
  const operations = objectVerbs(parts, {
    content: object,
    kind,
    noun,
    what: "",
    verbs: parts.version.verbs,
  });
  if (!has(parts, "delete")) return operations;
  const answer = definition.strategy.deletion?.returnsObject === true ? object : sharedContent(parts, "meta/v1.Status");
  const {
    media,
    place,
    names: { tag },
  } = parts;
  return [
    ...operations,
    {
      method: "delete",
      id: `delete${scope}${noun}`,
      description: `delete ${withArticle(kind.kind)}`,
      tag,
      action: { name: "delete", kind },
      parameters: [nameParameter(kind.kind), ...place, ...deleteParameters],
      body: { content: sharedContent(parts, "meta/v1.DeleteOptions"), required: false },
      consumes: media.consumes,
      produces: media.produces,
      responses: responses(answer, 200, 202),
    },
  ];
}

/** The object of reads, updates and patches: the resource itself, or a view of it. */
interface View {
  readonly content: Content;
  readonly kind: GroupVersionKind;
  readonly noun: string;
  /** `status of `; empty for the object itself */
  readonly what: string;
  readonly verbs: readonly string[];
}

export function objectVerbs(parts: ResourceParts, { content, kind, noun, what, verbs }: View): Operation[] {
  const {
    media,
    place,
    names: { scope, tag },
  } = parts;
  const typed = isTyped(parts);
  const common = { tag, consumes: media.consumes, produces: media.produces };
  const own = [nameParameter(kind.kind), ...place];
  const operations: Operation[] = [];
  if (verbs.includes("get")) {
    operations.push({
      ...common,
      method: "get",
      id: `read${scope}${noun}`,
      description: `read ${what}the specified ${parts.kind.kind}`,
      action: { name: "get", kind },
      parameters: typed ? own : [...own, resourceVersionParameter],
      responses: responses(content, 200),
    });
  }
  if (verbs.includes("update")) {
    operations.push({
      ...common,
      method: "put",
      id: `replace${scope}${noun}`,
      description: `replace ${what}the specified ${parts.kind.kind}`,
      action: { name: "put", kind },
      parameters: [...own, ...writeParameters],
      body: { content, required: true },
      responses: responses(content, 200, 201),
    });
  }
  if (verbs.includes("patch")) {
    operations.push({
      ...common,
      method: "patch",
      id: `patch${scope}${noun}`,
      description: `partially update ${what}the specified ${parts.kind.kind}`,
      action: { name: "patch", kind },
      parameters: [...own, ...patchParameters],
      body: { content: sharedContent(parts, "meta/v1.Patch"), required: true },
      consumes: media.patches,
      responses: typed ? responses(content, 200, 201) : responses(content, 200),
    });
  }
  return operations;
}

/** The older paths of watches; of compiled-in types only. */
function watchRoutes(parts: ResourceParts): readonly Route[] {
  const {
    kind,
    definition,
    place,
    names: { scope, noun, root, path },
  } = parts;
  const typed = isTyped(parts);
  if (!typed || !has(parts, "watch")) return [];
  const below = `${root}/watch${path.slice(root.length)}`;
  const instead = "superseded by the watch parameter of lists";
  const routes: Route[] = [];
  if (has(parts, "list")) {
    const description = `watch changes of all objects of kind ${kind.kind}; ${instead}`;
    const id = `watch${scope}${noun}List`;
    routes.push({ path: below, operations: [watchOperation(parts, { id, name: "watchlist", description, place })] });
    if (definition.namespaced) {
      const across = `watch${scope}${kind.kind}ListForAllNamespaces`;
      const operation = watchOperation(parts, { id: across, name: "watchlist", description, place: [prettyParameter] });
      routes.push({ path: `${root}/watch/${definition.resource}`, operations: [operation] });
    }
  }
  if (has(parts, "get")) {
    const description = `watch changes of an object of kind ${kind.kind}; ${instead}, with a field selector`;
    const one = { id: `watch${scope}${noun}`, name: "watch", description, place: [nameParameter(kind.kind), ...place] };
    routes.push({ path: `${below}/{name}`, operations: [watchOperation(parts, one)] });
  }
  return routes;
}

function watchOperation(
  parts: ResourceParts,
  one: {
    readonly id: string;
    readonly name: string;
    readonly description: string;
    readonly place: readonly Parameter[];
  },
): Operation {
  const {
    kind,
    media,
    names: { tag },
  } = parts;
  return {
    method: "get",
    id: one.id,
    description: one.description,
    tag,
    action: { name: one.name, kind },
    parameters: [...one.place, ...listParameters],
    consumes: media.consumes,
    produces: media.streams,
    responses: responses(sharedContent(parts, "meta/v1.WatchEvent"), 200),
  };
}
