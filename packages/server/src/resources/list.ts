import type { MaybePromise } from "@svc/base";
import type { HttpResponse } from "@svc/http";
import { badRequest, methodNotAllowed, requiredFieldValue } from "@svc/meta";
import {
  type ConvertedSelection,
  convertedSelection,
  type Endpoint,
  type Registry,
  type StoredObject,
} from "@svc/registry";
import type { FeatureGates } from "@svc/schema";
import { type ContinueTokenCodec, itemsOf, type ListAt, type ListResult } from "@svc/watch";
import type { Form } from "../encode/form.ts";
import type { ResponseDeps } from "../encode/response-deps.ts";
import { beginHandling } from "../request/begin-handling.ts";
import type { RequestState } from "../request/request-state.ts";
import type { Route } from "../request/route.ts";
import { fillConvertedCache, selectsAll } from "./converted-cache.ts";
import { listMetaOf, listResponse } from "./list-response.ts";
import { offersOf } from "./offers.ts";
import { checkFields, checkListQuery, type ListQuery, parseListQuery, parseRevision, wrongVersion } from "./query.ts";
import { type WatchDeps, watch } from "./watch.ts";

/** The dependencies of lists and watches. */
export interface ListDeps {
  readonly registry: Registry;
  readonly responses: ResponseDeps;
  readonly gates: FeatureGates;
  readonly continueTokens: ContinueTokenCodec;
  readonly watches: WatchDeps;
}

interface ListRequest {
  readonly route: Route;
  readonly list: ListQuery;
  readonly form: Form;
}

/** `GET` of a collection: a list, or a watch. */
export function listOrWatch(deps: ListDeps, state: RequestState, route: Route): MaybePromise<HttpResponse> {
  const { responses } = deps;
  const { query } = state.info;
  const watching = route.verb === "watch";
  const offers = offersOf(route);
  // The response format is checked before the query, its conversion after it.
  responses.negotiator.checkTakes(state.request, offers);
  const list = parseListQuery(query);
  // Below the old prefix `/watch/`, parameters without `watch` follow the rules of lists.
  checkList(deps, list);
  const form = responses.negotiator.form(state.request, query, offers);
  checkFields(route.endpoint, list.fields);
  if (!watching) return listAll(deps, state, { route, list, form });
  checkWatchable(route);
  return watch(deps.watches, state, {
    route,
    list,
    // A watch is begun before the form of its events is chosen.
    form: () => responses.negotiator.streamForm(state.request, offers),
  });
}

/** Rejects contradictory parameters of a list or watch. @throws {StatusError} 422 */
export function checkList({ responses, gates }: Pick<ListDeps, "responses" | "gates">, list: ListQuery): void {
  checkListQuery(list, {
    metaGroup: responses.dialect.expand("meta.{api}"),
    watchListEnabled: gates.enabled("WatchList"),
  });
}

/** @throws {StatusError} 405 for a resource that is only listed */
export function checkWatchable({ endpoint: { definition, version } }: Route): void {
  if (version.verbs.includes("watch")) return;
  throw methodNotAllowed({ group: version.group, resource: definition.resource, name: "" }, "watch");
}

function listAll(deps: ListDeps, state: RequestState, { route, list, form }: ListRequest): MaybePromise<HttpResponse> {
  const { endpoint, namespace } = route;
  const { trace, event } = state.times;
  beginHandling(state, route);
  event?.("About to List from storage");
  const at = listAtOf(deps, list, route);
  const answer = (result: ListResult<StoredObject>): MaybePromise<HttpResponse> => {
    event?.("Listing from storage done");
    return listResponse(deps.responses, state, {
      route,
      runs: result.slices,
      metadata: listMetaOf(deps, result),
      form,
    });
  };
  const selection = convertedSelection(endpoint, list.fields);
  const readAll = (): MaybePromise<ListResult<StoredObject>> =>
    deps.registry.list(endpoint, {
      namespace: endpoint.definition.namespaced ? namespace : undefined,
      selectors: { labels: list.labels, fields: selection?.cached ?? list.fields },
      at,
      limit: list.limit,
    });
  const read =
    selection === undefined
      ? readAll
      : async () => selectConverted(deps.responses, endpoint, { selection, listed: await readAll() });
  const filled = isFromCache(at, list) ? fillConvertedCache(deps, endpoint) : undefined;
  const readFilled = filled === undefined ? read : () => filled.then(read);
  const result =
    trace === undefined
      ? readFilled()
      : trace("cacher.GetList", { "audit-id": state.auditId, type: endpoint.definition.resource }, readFilled);
  return result instanceof Promise ? result.then(answer) : answer(result);
}

/** True for a list that kube-apiserver answers from a cache of the version, not from its store. */
function isFromCache({ kind }: ListAt, list: ListQuery): boolean {
  if (kind !== "any" && kind !== "notOlderThan" && kind !== "latest") return false;
  return list.limit === undefined || !selectsAll(list);
}

/**
 * Selects by the fields of converted objects. A page of a list with a limit may then hold fewer
 * objects than the limit.
 * @throws {StatusError} 500 where a conversion fails
 */
async function selectConverted(
  { encoderOf }: Pick<ResponseDeps, "encoderOf">,
  endpoint: Endpoint,
  { selection, listed }: { readonly selection: ConvertedSelection; readonly listed: ListResult<StoredObject> },
): Promise<ListResult<StoredObject>> {
  const { slices, ...page } = listed;
  const encoder = encoderOf(endpoint);
  const items = [...itemsOf(slices)];
  await encoder.prepare(items);
  const selected = items.filter((stored) => selection.matches(encoder.read(stored)));
  return {
    ...page,
    remaining: undefined,
    slices: [{ chunk: undefined, items: selected, from: 0, to: selected.length }],
  };
}

/** True for a list that reads one object by its name: its limit chooses no version. */
export function isOfOne({ fields }: ListQuery, { endpoint, namespace }: Route): boolean {
  if ((requiredFieldValue(fields, "metadata.name") ?? "") === "") return false;
  const within = namespace ?? requiredFieldValue(fields, "metadata.namespace") ?? "";
  return within !== "" || !endpoint.definition.namespaced;
}

/** Source: the table of list semantics in the specification. @throws {StatusError} 400 */
export function listAtOf({ continueTokens }: Pick<ListDeps, "continueTokens">, list: ListQuery, route: Route): ListAt {
  const { definition } = route.endpoint;
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
  const ofOne = isOfOne(list, route);
  const fromStore = definition.storage?.readRules === "store" || (ofOne && limit !== undefined && match === "");
  // Only the plain spelling of zero ignores a limit.
  const isPaged = limit !== undefined && resourceVersion !== "0";
  if (revision === 0) return { kind: fromStore || isPaged ? "latest" : "any" };
  if (match === "Exact" || (match === "" && limit !== undefined && !ofOne)) return { kind: "exact", revision };
  return { kind: fromStore ? "reached" : "notOlderThan", revision };
}
