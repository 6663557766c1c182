import type { Subresource } from "@svc/schema";
import { capitalized, withArticle } from "./names.ts";
import type { Content, Method, Operation, Route } from "./operation.ts";
import {
  nameParameter,
  namespaceParameter,
  optionParameters,
  subpathParameter,
  writeParameters,
} from "./parameters.ts";
import { isTyped, objectVerbs, type ResourceParts, responses } from "./resource-routes.ts";

export function subresourceRoutes(parts: ResourceParts): readonly Route[] {
  return (parts.version.subresources ?? []).flatMap((subresource) => routesOf(parts, subresource));
}

function routesOf(parts: ResourceParts, subresource: Subresource): readonly Route[] {
  const {
    kind,
    object,
    names: { noun, path },
  } = parts;
  const typed = isTyped(parts);
  const { name, verbs } = subresource;
  const view = { noun: `${noun}${capitalized(name)}`, what: `${name} of `, verbs };
  const at = `${path}/{name}/${name}`;
  switch (subresource.view) {
    case "object":
      return [{ path: at, operations: objectVerbs(parts, { ...view, content: object, kind }) }];
    case "scale": {
      const content: Content = { schema: subresource.scale.schema, semantics: "typed" };
      const shown = typed ? subresource.scale.kind : kind;
      return [{ path: at, operations: objectVerbs(parts, { ...view, content, kind: shown }) }];
    }
    case "action":
      return [{ path: at, operations: [actionOperation(parts, subresource)] }];
    case "connect":
      return subresource.options.kind === kind.kind
        ? [{ path: at, operations: [textOperation(parts, subresource)] }]
        : connectRoutes(parts, subresource, at);
  }
}

function actionOperation(
  parts: ResourceParts,
  { name, body, schema }: Extract<Subresource, { view: "action" }>,
): Operation {
  const {
    kind,
    media,
    place,
    names: { scope, noun, tag },
  } = parts;
  const content: Content = { schema, semantics: "typed" };
  return {
    method: "post",
    id: `create${scope}${noun}${capitalized(name)}`,
    description: `create ${name} of ${withArticle(kind.kind)}`,
    tag,
    action: { name: "post", kind: body },
    parameters: [nameParameter(body.kind), ...place, ...writeParameters],
    body: { content, required: true },
    consumes: media.consumes,
    produces: media.produces,
    responses: responses(content, 200, 201, 202),
  };
}

type Connect = Extract<Subresource, { view: "connect" }>;

/** A connection that answers with plain text, and is read as the object is: logs. */
function textOperation(parts: ResourceParts, { name, schema }: Connect): Operation {
  const {
    kind,
    media,
    place,
    names: { scope, noun, tag },
  } = parts;
  return {
    method: "get",
    id: `read${scope}${noun}${capitalized(name)}`,
    description: `read ${name} of the specified ${kind.kind}`,
    tag,
    action: { name: "get", kind },
    parameters: [nameParameter(kind.kind), ...place, ...optionParameters(schema)],
    consumes: media.consumes,
    produces: ["text/plain", ...media.produces],
    responses: responses("text", 200),
  };
}

function connectRoutes(parts: ResourceParts, subresource: Connect, path: string): readonly Route[] {
  const {
    kind,
    definition,
    names: { scope, noun, tag },
  } = parts;
  const { name, options, schema, methods, pathSuffix } = subresource;
  const parameters = [
    nameParameter(options.kind),
    ...(definition.namespaced ? [namespaceParameter] : []),
    ...optionParameters(schema),
  ];
  const operationsOf = (suffix: string, more: typeof parameters): readonly Operation[] =>
    methods.map((method) => ({
      method: method.toLowerCase() as Method,
      id: `connect${scope}${capitalized(method.toLowerCase())}${noun}${capitalized(name)}${suffix}`,
      description: `connect ${method} requests to ${name} of ${kind.kind}`,
      tag,
      action: { name: "connect", kind: options },
      parameters: [...parameters, ...more],
      consumes: ["*/*"],
      produces: ["*/*"],
      responses: responses("text", 200),
    }));
  const routes: Route[] = [{ path, operations: operationsOf("", []) }];
  if (pathSuffix) routes.push({ path: `${path}/{path}`, operations: operationsOf("WithPath", [subpathParameter]) });
  return routes;
}
