import type { MaybePromise } from "@svc/base";
import type { HttpResponse } from "@svc/http";
import {
  badRequest,
  createFieldSelector,
  everyField,
  everyLabel,
  type FieldSelector,
  internalError,
  type ListMeta,
  methodNotAllowed,
  plainError,
  quote,
  requiredFieldValue,
} from "@svc/meta";
import type { GetAt, StoredObject } from "@svc/registry";
import { scaleOf } from "@svc/registry";
import { itemsOf, type ListAt, type ListResult, type Slice, type WatchFrom } from "@svc/watch";
import { type Content, contentAnswer, jsonAnswer } from "../encode/answers.ts";
import type { Form, Offers } from "../encode/form.ts";
import type { ObjectEncoder } from "../encode/object-encoder.ts";
import { includeObjectOf } from "../encode/table.ts";
import { aList, notAList } from "../encode/wrong-partial.ts";
import type { ServerParts } from "../parts.ts";
import type { RequestState } from "../request-state.ts";
import type { Route } from "./endpoint.ts";
import { encodeInTurns, objectsPerTurn } from "./long-list.ts";
import { notListed } from "./not-listed.ts";
import { boolean, checkListQuery, type ListQuery, parseListQuery, parseRevision } from "./query.ts";
import { scaleAnswer } from "./scale.ts";
import { streamWatch } from "./watch-stream.ts";

/**
 * What the answers of a resource can be written as. What is not stored has no tables, and few
 * subresources have.
 */
export function offersOf({ endpoint, subresource, name, verb }: Route): Offers {
  const shown =
    subresource === undefined
      ? endpoint.version.verbs.includes("get")
      : subresource.name === "status" || subresource.view === "scale";
  return {
    of: endpoint.version.semantics === "typed" ? "typed" : "extension",
    shapes: shown ? "table" : "metadata",
    streams: name === undefined && (verb === "list" || verb === "watch"),
  };
}

/** `GET` of one object. */
export function getOne(parts: ServerParts, state: RequestState, route: Route): MaybePromise<HttpResponse> {
  const { endpoint, namespace = "", name = "" } = route;
  const { query } = state.info;
  const form = parts.negotiator.form(state.request, query, offersOf(route));
  if (boolean(query, "export"))
    throw badRequest("the export parameter, deprecated since v1.14, is no longer supported");
  const at = getAtOf(query.get("resourceVersion") ?? "");
  const answer = (stored: StoredObject): MaybePromise<HttpResponse> =>
    objectAnswer(parts, state, route, form, stored, 200);
  const found = parts.registry.get(endpoint, { namespace, name }, at);
  return found instanceof Promise ? found.then(answer) : answer(found);
}

function getAtOf(resourceVersion: string): GetAt {
  if (resourceVersion === "") return { kind: "latest" };
  const parsed = parseRevision(resourceVersion);
  if (!parsed.ok) throw plainError(wrongVersion(resourceVersion, parsed.why));
  return parsed.revision === 0 ? { kind: "any" } : { kind: "notOlderThan", revision: parsed.revision };
}

function wrongVersion(resourceVersion: string, why: string): string {
  return `resourceVersion: Invalid value: ${quote(resourceVersion)}: ${why}`;
}

/** One object, or what a subresource shows of it, in the form that was asked for. */
export function objectAnswer(
  parts: ServerParts,
  state: RequestState,
  { endpoint, subresource }: Route,
  form: Form,
  stored: StoredObject,
  status: number,
): MaybePromise<HttpResponse> {
  const nowMs = parts.clock.now();
  if (subresource?.view === "scale") {
    const { scale } = subresource;
    const problem = scale.problem?.(stored.object);
    if (problem !== undefined) throw internalError(problem);
    return scaleAnswer(parts, { scale: scaleOf(stored.object, scale), definition: scale, endpoint }, form, status);
  }
  const encoder = parts.encoderOf(endpoint);
  const write = (): HttpResponse => writtenObject(encoder, { endpoint, state, form, stored, status, nowMs });
  const pending = encoder.prepare([stored]);
  return pending === undefined ? write() : pending.then(write);
}

interface WrittenObject {
  readonly endpoint: Route["endpoint"];
  readonly state: RequestState;
  readonly form: Form;
  readonly stored: StoredObject;
  readonly status: number;
  readonly nowMs: number;
}

function writtenObject(
  encoder: ObjectEncoder,
  { endpoint, state, form, stored, status, nowMs }: WrittenObject,
): HttpResponse {
  const { as } = form;
  if (as.kind === "table") {
    const include = includeObjectOf(state.info.query);
    const { resourceVersion } = stored.object.metadata;
    const metadata = resourceVersion === undefined ? {} : { resourceVersion };
    return jsonAnswer(status, encoder.table([stored], { version: as.version, metadata, include, nowMs }), form);
  }
  if (as.kind === "partial" && as.list)
    throw notAList({ kind: endpoint.definition.kind, schema: endpoint.version.schema });
  const asPartial = as.kind === "partial" ? as.version : undefined;
  const content: Content = {
    json: () => (asPartial === undefined ? encoder.json.parts(stored) : encoder.json.object(stored, asPartial)),
    protobuf: () => encoder.protobuf.object(stored, asPartial),
    cbor: () => encoder.cbor.object(stored, asPartial),
  };
  return contentAnswer(status, content, form);
}

/** `GET` of a collection: a list, or a watch. */
export function listOrWatch(parts: ServerParts, state: RequestState, route: Route): MaybePromise<HttpResponse> {
  const { query } = state.info;
  const watching = route.verb === "watch";
  const offers = offersOf(route);
  const form = watching
    ? parts.negotiator.streamForm(state.request, offers)
    : parts.negotiator.form(state.request, query, offers);
  const list = parseListQuery(query);
  checkList(parts, { ...list, watch: watching });
  if (watching) checkWatchable(route);
  return watching ? watch(parts, state, route, list, form) : listAll(parts, state, route, list, form);
}

/** What does not go together in the query of a list or a watch. @throws {StatusError} 422 */
export function checkList({ dialect, gates }: ServerParts, list: ListQuery): void {
  checkListQuery(list, { metaGroup: dialect.expand("meta.{api}"), watchListEnabled: gates.enabled("WatchList") });
}

/** @throws {StatusError} 405 for a resource that is only listed */
export function checkWatchable({ endpoint: { definition, version } }: Route): void {
  if (version.verbs.includes("watch")) return;
  throw methodNotAllowed({ group: version.group, resource: definition.resource, name: "" }, "watch");
}

function listAll(
  parts: ServerParts,
  state: RequestState,
  route: Route,
  list: ListQuery,
  form: Form,
): MaybePromise<HttpResponse> {
  const { endpoint, namespace } = route;
  const at = listAtOf(parts, list);
  const answer = (result: ListResult<StoredObject>): MaybePromise<HttpResponse> =>
    listAnswer(parts, state, route, { runs: result.slices, metadata: listMetaOf(parts, result), form });
  const result = parts.registry.list(endpoint, {
    namespace: endpoint.definition.namespaced ? namespace : undefined,
    selectors: { labels: list.labels, fields: list.fields },
    at,
    limit: list.limit,
  });
  return result instanceof Promise ? result.then(answer) : answer(result);
}

/** Several objects, in the form that was asked for. */
export function listAnswer(
  parts: ServerParts,
  state: RequestState,
  { endpoint }: Route,
  list: { readonly runs: readonly Slice<StoredObject>[]; readonly metadata: ListMeta; readonly form: Form },
): MaybePromise<HttpResponse> {
  const encoder = parts.encoderOf(endpoint);
  const write = (): MaybePromise<HttpResponse> => writtenList(parts, encoder, { endpoint, state, ...list });
  const pending = endpoint.version.conversion?.fromStorageAll && encoder.prepare([...itemsOf(list.runs)]);
  return pending === undefined ? write() : pending.then(write, (error) => notListed(endpoint, error));
}

interface WrittenList {
  readonly endpoint: Route["endpoint"];
  readonly state: RequestState;
  readonly runs: readonly Slice<StoredObject>[];
  readonly metadata: ListMeta;
  readonly form: Form;
}

function writtenList(
  parts: ServerParts,
  encoder: ObjectEncoder,
  { endpoint, state, runs, metadata, form }: WrittenList,
): MaybePromise<HttpResponse> {
  const { as } = form;
  if (as.kind === "table") {
    const include = includeObjectOf(state.info.query);
    const nowMs = parts.clock.now();
    const options = { version: as.version, metadata, include, nowMs };
    const items = [...itemsOf(runs)];
    if (items.length <= objectsPerTurn) return jsonAnswer(200, encoder.table(items, options), form);
    return parts.turns.run(encoder.tableSteps(items, options)).then((table) => jsonAnswer(200, table, form));
  }
  if (as.kind === "partial" && !as.list) {
    throw aList({ kind: endpoint.definition.listKind, schema: endpoint.version.schema });
  }
  const asPartial = as.kind === "partial" ? as.version : undefined;
  // Lists of extension types also say that they are at their end.
  const isWhole = asPartial === undefined && endpoint.version.semantics === "structural";
  const listMeta = isWhole ? { continue: "", ...metadata } : metadata;
  const content: Content = {
    json: () => encoder.json.list(runs, listMeta, asPartial),
    protobuf: () => encoder.protobuf.list(runs, listMeta, asPartial),
    cbor: () => encoder.cbor.list(runs, listMeta, asPartial),
  };
  const write = (): HttpResponse => contentAnswer(200, content, form);
  const kept = asPartial === undefined ? encodeInTurns(parts, encoder, { form, runs }) : undefined;
  return kept === undefined ? write() : kept.then(write);
}

/** What a list says of itself. */
export function listMetaOf(
  { continueTokens }: ServerParts,
  result: Omit<ListResult<StoredObject>, "slices">,
): ListMeta {
  return {
    resourceVersion: String(result.revision),
    ...(result.continue === undefined ? {} : { continue: continueTokens.encode(result.continue) }),
    ...(result.remaining === undefined ? {} : { remainingItemCount: result.remaining }),
  };
}

/** Source: the table of list semantics in the specification. @throws {StatusError} 400 */
export function listAtOf({ continueTokens }: ServerParts, list: ListQuery): ListAt {
  const { resourceVersion, resourceVersionMatch: match, limit } = list;
  if (list.continue !== "") {
    const token = continueTokens.decode(list.continue);
    if (resourceVersion !== "" && resourceVersion !== "0")
      throw badRequest("specifying resource version is not allowed when using continue");
    return { kind: "continue", token, encode: continueTokens.encode };
  }
  if (resourceVersion === "") return { kind: "latest" };
  const parsed = parseRevision(resourceVersion);
  if (!parsed.ok) throw badRequest(`invalid resource version: ${wrongVersion(resourceVersion, parsed.why)}`);
  const { revision } = parsed;
  if (revision === 0) return { kind: "any" };
  if (match === "Exact" || (match === "" && limit !== undefined)) return { kind: "exact", revision };
  return { kind: "notOlderThan", revision };
}

function watch(
  parts: ServerParts,
  state: RequestState,
  route: Route,
  list: ListQuery,
  form: Form,
): MaybePromise<HttpResponse> {
  const { endpoint, namespace, name } = route;
  const fields = name === undefined ? list.fields : onlyNamed(list.fields, name);
  const seconds = list.timeoutSeconds ?? 0;
  const { minWatchSeconds } = parts.limits;
  const timeoutMs = (seconds > 0 ? seconds : minWatchSeconds * (1 + parts.random())) * 1000;
  return streamWatch(parts, state, {
    endpoint,
    form,
    include: form.as.kind === "table" ? includeObjectOf(state.info.query) : "Metadata",
    input: {
      namespace: endpoint.definition.namespaced ? namespace : undefined,
      selectors: { labels: list.labels ?? everyLabel, fields: fields ?? everyField },
      from: watchFromOf(list),
      bookmarks: list.allowWatchBookmarks,
      timeoutMs,
    },
  });
}

/** The watch of one object is a watch of the collection that sees nothing else. */
function onlyNamed(fields: FieldSelector, name: string): FieldSelector {
  if (fields.requirements.length > 0 && requiredFieldValue(fields, "metadata.name") !== name)
    throw badRequest("fieldSelector metadata.name doesn't match requested name");
  return createFieldSelector([{ field: "metadata.name", op: "=", value: name }]);
}

/** Source: the table of watch semantics in the specification. */
function watchFromOf({ resourceVersion, sendInitialEvents }: ListQuery): WatchFrom {
  let revision = 0;
  if (resourceVersion !== "") {
    const parsed = parseRevision(resourceVersion);
    if (!parsed.ok) {
      throw plainError(wrongVersion(resourceVersion, parsed.why));
    }
    revision = parsed.revision;
  }
  if (sendInitialEvents === true)
    return { kind: "initialEvents", revision: resourceVersion === "" ? undefined : revision };
  if (sendInitialEvents === false && revision === 0) return { kind: "latest" };
  if (resourceVersion === "") return { kind: "latest" };
  return revision === 0 ? { kind: "any" } : { kind: "after", revision };
}
