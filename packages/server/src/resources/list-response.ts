import type { MaybePromise } from "@svc/base";
import type { HttpResponse } from "@svc/http";
import type { ListMeta } from "@svc/meta";
import type { StoredObject } from "@svc/registry";
import { type ContinueTokenCodec, itemsOf, type ListResult, type Slice } from "@svc/watch";
import type { Form } from "../encode/form.ts";
import type { ObjectEncoder } from "../encode/object-encoder.ts";
import type { ResponseDeps } from "../encode/response-deps.ts";
import { type Content, contentResponse, jsonResponse, longJsonResponse } from "../encode/responses.ts";
import { serialize, withWrittenEvent } from "../encode/serialize.ts";
import { includeObjectOf } from "../encode/table.ts";
import { TurnBytes } from "../encode/turn-bytes.ts";
import { aList } from "../encode/wrong-partial.ts";
import type { RequestState } from "../request/request-state.ts";
import type { Route } from "../request/route.ts";
import { encodeInTurns } from "./long-list.ts";

interface ShownList {
  readonly route: Route;
  readonly runs: readonly Slice<StoredObject>[];
  readonly metadata: ListMeta;
  readonly form: Form;
  /** Whether a trace has the number of the objects. @default true */
  readonly isCounted?: boolean;
}

/** A response with several objects, in the requested format. */
export function listResponse(
  deps: ResponseDeps,
  state: RequestState,
  { route: { endpoint }, isCounted = true, ...list }: ShownList,
): MaybePromise<HttpResponse> {
  const encoder = deps.encoderOf(endpoint);
  const write = (): MaybePromise<HttpResponse> =>
    serialize(state, list.form, () => writtenList(deps, encoder, { endpoint, state, ...list }));
  const pending = endpoint.version.conversion?.fromStorageAll && encoder.prepare([...itemsOf(list.runs)]);
  const response = pending === undefined ? write() : pending.then(write);
  const { times } = state;
  if (times.event === undefined) return response;
  const count = list.runs.reduce((sum, { from, to }) => sum + to - from, 0);
  return withWrittenEvent(response, times, isCounted ? { count } : {});
}

interface WrittenList {
  readonly endpoint: Route["endpoint"];
  readonly state: RequestState;
  readonly runs: readonly Slice<StoredObject>[];
  readonly metadata: ListMeta;
  readonly form: Form;
}

function writtenList(
  deps: ResponseDeps,
  encoder: ObjectEncoder,
  { endpoint, state, runs, metadata, form }: WrittenList,
): MaybePromise<HttpResponse> {
  const { as } = form;
  if (as.kind === "table") {
    const include = includeObjectOf(state.info.query);
    const nowMs = deps.clock.now();
    const options = { version: as.version, metadata, include, nowMs };
    const items = [...itemsOf(runs)];
    if (!TurnBytes.exceeds(items)) return jsonResponse(200, encoder.table(items, options), form);
    return deps.turns.run(encoder.tableSteps(items, options)).then((table) => longJsonResponse(deps, table, form));
  }
  if (as.kind === "partial" && !as.list) {
    throw aList({ kind: endpoint.definition.listKind, schema: endpoint.version.schema });
  }
  const asPartial = as.kind === "partial" ? as.version : undefined;
  // Lists of extension types have an empty continue token at their end.
  const isWhole = asPartial === undefined && endpoint.version.semantics === "structural";
  const listMeta = isWhole ? { continue: "", ...metadata } : metadata;
  const content: Content = {
    json: () => encoder.json.list(runs, listMeta, asPartial),
    protobuf: () => encoder.protobuf.list(runs, listMeta, asPartial),
    cbor: () => encoder.cbor.list(runs, listMeta, asPartial),
  };
  const write = (): MaybePromise<HttpResponse> =>
    form.format === "json" || form.format === "yaml"
      ? longJsonResponse(deps, content.json(), form)
      : contentResponse(200, content, form);
  const kept = asPartial === undefined ? encodeInTurns(deps, encoder, { form, runs }) : undefined;
  return kept === undefined ? write() : kept.then(write);
}

/** The metadata of a list. */
export function listMetaOf(
  { continueTokens }: { readonly continueTokens: ContinueTokenCodec },
  result: Omit<ListResult<StoredObject>, "slices">,
): ListMeta {
  return {
    resourceVersion: String(result.revision),
    ...(result.continue === undefined ? {} : { continue: continueTokens.encode(result.continue) }),
    ...(result.remaining === undefined ? {} : { remainingItemCount: result.remaining }),
  };
}
