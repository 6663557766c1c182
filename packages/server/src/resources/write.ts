import type { SentOptions } from "@svc/admission";
import type { HttpResponse } from "@svc/http";
import { StatusError } from "@svc/meta";
import type { RequestContext, WriteOptions } from "@svc/registry";
import type { ServerParts } from "../parts.ts";
import type { RequestState } from "../request-state.ts";
import { authorize } from "../stages/authorize.ts";
import { bodyFormat, decodeBody, type Expected, readBody } from "./body.ts";
import type { Route } from "./endpoint.ts";
import { managerOf, parseWriteQuery, type WriteQuery } from "./query.ts";
import { objectAnswer, offersOf } from "./read.ts";
import { replaceScale } from "./scale-write.ts";

/** The kind that bodies of an endpoint have: that of the resource. */
export function expectedOf({ endpoint: { definition, version } }: Route): Expected {
  const { group, version: name } = version;
  return { kind: { group, version: name, kind: version.kind ?? definition.kind }, type: version, definition };
}

/** What the registry is told of who asks. */
export function contextOf({ request, user, warnings, audit, giveWay, times }: RequestState): RequestContext {
  return {
    user,
    signal: request.signal,
    warn: (text) => void warnings.add(text),
    giveWay,
    times,
    annotate: audit === undefined ? undefined : (key, value) => audit.annotate(key, value),
  };
}

/** Returns the options of a registry write that a request asks for. */
export function writeOptionsOf(
  { dryRun, fieldManager }: WriteQuery,
  { request, info: { query } }: RequestState,
): WriteOptions {
  const manager = managerOf(fieldManager, request.header("user-agent"));
  return query.size === 0
    ? { dryRun, fieldManager: manager }
    : { dryRun, fieldManager: manager, sent: sentOptionsOf(query) };
}

/** What the query says of a write, as admission sees it. */
export function sentOptionsOf(query: URLSearchParams): SentOptions {
  const texts = ["fieldManager", "fieldValidation"].flatMap((name) => {
    const value = query.get(name) ?? "";
    return value === "" ? [] : [[name, value] as const];
  });
  return { ...(query.has("dryRun") ? { dryRun: query.getAll("dryRun") } : {}), ...Object.fromEntries(texts) };
}

/** `POST` to a collection. */
export async function create(parts: ServerParts, state: RequestState, route: Route): Promise<HttpResponse> {
  const { endpoint, namespace = "" } = route;
  const { creationRefusal } = endpoint.definition;
  if (creationRefusal !== undefined)
    throw new StatusError({ code: 405, reason: "MethodNotAllowed", message: creationRefusal, details: {} });
  const { query } = state.info;
  const form = parts.negotiator.form(state.request, query, offersOf(route));
  const typed = endpoint.version.semantics === "typed";
  const format = bodyFormat(parts, state.request.header("content-type"), typed);
  const bytes = await readBody(parts, state);
  const write = parseWriteQuery(query, { dialect: parts.dialect, kind: "CreateOptions" });
  const expected = expectedOf(route);
  const decoded = decodeBody(parts, state, { bytes, format, expected, validation: write.fieldValidation });
  const object = decoded instanceof Promise ? await decoded : decoded;
  const { stored } = await parts.registry.create(endpoint, contextOf(state), {
    namespace,
    object,
    options: writeOptionsOf(write, state),
  });
  return objectAnswer(parts, state, route, form, stored, 201);
}

/** `PUT` of one object, or of a subresource that is a view of it. */
export async function update(parts: ServerParts, state: RequestState, route: Route): Promise<HttpResponse> {
  const { endpoint, subresource, namespace = "", name = "" } = route;
  const { query } = state.info;
  const form = parts.negotiator.form(state.request, query, offersOf(route));
  const bytes = await readBody(parts, state);
  const write = parseWriteQuery(query, { dialect: parts.dialect, kind: "UpdateOptions" });
  const typed = endpoint.version.semantics === "typed";
  const format = bodyFormat(parts, state.request.header("content-type"), typed);
  const target = { namespace, name };
  const options = writeOptionsOf(write, state);
  if (subresource?.view === "scale") {
    const { kind, schema } = subresource.scale;
    const expected: Expected = { kind, type: { ...kind, schema }, ofExtension: !typed };
    const scale = await decodeBody(parts, state, { bytes, format, expected, validation: write.fieldValidation });
    const { stored } = await replaceScale(parts, contextOf(state), route, { options, scale });
    return objectAnswer(parts, state, route, form, stored, 200);
  }
  const decoded = decodeBody(parts, state, {
    bytes,
    format,
    expected: expectedOf(route),
    validation: write.fieldValidation,
  });
  const object = decoded instanceof Promise ? await decoded : decoded;
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
