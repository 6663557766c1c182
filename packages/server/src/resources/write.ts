import { type ApiObject, badRequest, conflict, formatApiVersion, invalid, invalidObject } from "@svc/meta";
import { type RequestContext, type StoredObject, scaleOf, type WriteOptions } from "@svc/registry";
import type { Answer } from "../http/exchange.ts";
import type { ServerParts } from "../parts.ts";
import type { RequestState } from "../request-state.ts";
import { authorize } from "../stages/authorize.ts";
import { bodyFormat, decodeBody, type Expected, readBody } from "./body.ts";
import type { Route } from "./endpoint.ts";
import { managerOf, parseWriteQuery, type WriteQuery } from "./query.ts";
import { objectAnswer, offersOf } from "./read.ts";

/** The kind that bodies of an endpoint have: that of the resource. */
export function expectedOf({ endpoint: { definition, version } }: Route): Expected {
  const { group, version: name } = version;
  return { kind: { group, version: name, kind: version.kind ?? definition.kind }, type: version, definition };
}

/** What the registry is told of who asks. */
export function contextOf({ request, user, warnings }: RequestState): RequestContext {
  return { user, signal: request.signal, warn: (text) => void warnings.add(text) };
}

export function writeOptionsOf({ dryRun, fieldManager }: WriteQuery, { request }: RequestState): WriteOptions {
  return { dryRun, fieldManager: managerOf(fieldManager, request.header("user-agent")) };
}

/** `POST` to a collection. */
export async function create(parts: ServerParts, state: RequestState, route: Route): Promise<Answer> {
  const { endpoint, namespace = "" } = route;
  const { query } = state.info;
  const form = parts.negotiator.form(state.request, query, offersOf(route));
  const typed = endpoint.version.semantics === "typed";
  const format = bodyFormat(parts, state.request.header("content-type"), typed);
  const bytes = await readBody(parts, state);
  const write = parseWriteQuery(query, { metaGroup: parts.dialect.expand("meta.{api}"), kind: "CreateOptions" });
  const expected = expectedOf(route);
  const object = decodeBody(parts, state, { bytes, format, expected, validation: write.fieldValidation });
  const { stored } = await parts.registry.create(endpoint, contextOf(state), {
    namespace,
    object,
    options: writeOptionsOf(write, state),
  });
  return objectAnswer(parts, state, route, form, stored, 201);
}

/** `PUT` of one object, or of a subresource that is a view of it. */
export async function update(parts: ServerParts, state: RequestState, route: Route): Promise<Answer> {
  const { endpoint, subresource, namespace = "", name = "" } = route;
  const { query } = state.info;
  const form = parts.negotiator.form(state.request, query, offersOf(route));
  const bytes = await readBody(parts, state);
  const write = parseWriteQuery(query, { metaGroup: parts.dialect.expand("meta.{api}"), kind: "UpdateOptions" });
  const typed = endpoint.version.semantics === "typed";
  const format = bodyFormat(parts, state.request.header("content-type"), typed);
  const target = { namespace, name };
  const options = writeOptionsOf(write, state);
  if (subresource?.view === "scale") {
    const { kind, schema } = subresource.scale;
    const expected: Expected = { kind, type: { ...kind, schema } };
    const scale = decodeBody(parts, state, { bytes, format, expected, validation: write.fieldValidation });
    const { stored } = await changeScale(parts, state, route, { options, next: () => scale });
    return objectAnswer(parts, state, route, form, stored, 200);
  }
  const object = decodeBody(parts, state, {
    bytes,
    format,
    expected: expectedOf(route),
    validation: write.fieldValidation,
  });
  const { stored, created } = await parts.registry.update(endpoint, contextOf(state), {
    target,
    object,
    options,
    mayCreate: () => mayCreate(parts, state, route),
  });
  return objectAnswer(parts, state, route, form, stored, created ? 201 : 200);
}

/** Who may change an object may not by that make one. @throws {StatusError} 403 */
export function mayCreate(parts: ServerParts, state: RequestState, _route: Route): void | Promise<void> {
  return authorize(parts, { ...state, info: { ...state.info, verb: "create" } });
}

interface ScaleChange {
  readonly options: WriteOptions;
  /** The scale that is wanted, from the one that is. */
  readonly next: (live: ApiObject) => ApiObject | Promise<ApiObject>;
}

interface ScaleObject extends ApiObject {
  spec?: { replicas?: number };
}

/** Writes what a `Scale` says into the object that it is the scale of. */
export async function changeScale(
  parts: ServerParts,
  state: RequestState,
  { endpoint, subresource, namespace = "", name = "" }: Route,
  { options, next }: ScaleChange,
): Promise<{ readonly stored: StoredObject }> {
  if (subresource?.view !== "scale") throw new TypeError("not a scale");
  const { scale } = subresource;
  return parts.registry.change(endpoint, contextOf(state), {
    target: { namespace, name },
    options,
    createIfAbsent: "never",
    repeatable: true,
    next: async (live, { now }) => {
      if (live === undefined) throw new TypeError("a scale needs its object");
      const wanted = (await next(scaleOf(live, scale))) as ScaleObject;
      checkScale(wanted, live, name, namespace);
      const object = structuredClone(live);
      scale.setReplicas(object, wanted.spec?.replicas ?? 0);
      const { resourceVersion } = wanted.metadata;
      if (resourceVersion === undefined || resourceVersion === "") delete object.metadata.resourceVersion;
      else object.metadata.resourceVersion = resourceVersion;
      parts.ownership.track({ endpoint, live, next: object, manager: options.fieldManager, now });
      return object;
    },
  });
}

/** @throws {StatusError} for a scale that is another object's, or none */
function checkScale(wanted: ScaleObject, live: ApiObject, name: string, namespace: string): void {
  const { metadata, spec } = wanted;
  if ((metadata.name ?? "") === "" || metadata.name !== name)
    throw badRequest(`the name of the object (${metadata.name ?? ""}) does not match the name on the URL (${name})`);
  if ((metadata.namespace ?? namespace) !== namespace)
    throw badRequest("the namespace of the provided object does not match the namespace sent on the request");
  const replicas = spec?.replicas ?? 0;
  if (replicas < 0) {
    throw invalidObject({ group: "autoscaling", kind: "Scale", name }, [
      invalid("spec.replicas", replicas, "must be greater than or equal to 0"),
    ]);
  }
  if (metadata.uid !== undefined && metadata.uid !== "" && metadata.uid !== live.metadata.uid)
    throw conflict(
      { group: "autoscaling", resource: "scales", name },
      `Precondition failed: UID in precondition: ${metadata.uid}, UID in object meta: ${live.metadata.uid ?? ""}`,
    );
}

interface ScaleIntent {
  readonly intent: ApiObject;
  readonly options: WriteOptions;
  readonly force: boolean;
}

/** Applies what a manager wants of a `Scale`: of the object itself it is one field. */
export function applyScale(
  parts: ServerParts,
  state: RequestState,
  { endpoint, subresource, namespace = "", name = "" }: Route,
  { intent, options, force }: ScaleIntent,
): Promise<{ readonly stored: StoredObject }> {
  if (subresource?.view !== "scale") throw new TypeError("not a scale");
  const { definition, version } = endpoint;
  const { replicas } = (intent as ScaleObject).spec ?? {};
  const { resourceVersion, uid } = intent.metadata;
  return parts.registry.apply(endpoint, contextOf(state), {
    target: { namespace, name },
    options,
    force,
    intent: {
      apiVersion: formatApiVersion(version),
      kind: version.kind ?? definition.kind,
      metadata: {
        name,
        ...(namespace === "" ? {} : { namespace }),
        ...(resourceVersion === undefined ? {} : { resourceVersion }),
        ...(uid === undefined ? {} : { uid }),
      },
      ...(replicas === undefined ? {} : { spec: { replicas } }),
    },
  });
}
