import type { MaybePromise } from "@svc/base";
import type { HttpResponse } from "@svc/http";
import { type ApiObject, badRequest, internalError, plainError, type Status } from "@svc/meta";
import { type StoredObject, scaleOf } from "@svc/registry";
import type { ScaleDefinition } from "@svc/schema";
import type { Form } from "../encode/form.ts";
import type { ObjectEncoder } from "../encode/object-encoder.ts";
import type { ResponseDeps } from "../encode/response-deps.ts";
import { type Content, contentResponse, jsonResponse } from "../encode/responses.ts";
import { serialize, withWrittenEvent } from "../encode/serialize.ts";
import { statusResponse } from "../encode/status.ts";
import { includeObjectOf } from "../encode/table.ts";
import { notAList } from "../encode/wrong-partial.ts";
import type { RequestState } from "../request/request-state.ts";
import type { Route } from "../request/route.ts";
import { scaleResponse } from "./scale.ts";

interface ShownObject {
  readonly route: Route;
  readonly form: Form;
  readonly stored: StoredObject;
  /** @default 200 */
  readonly status?: number;
}

/** A response with the status of a deletion or an action. */
export function writtenStatus(
  deps: ResponseDeps,
  state: RequestState,
  { status, form }: { readonly status: Status; readonly form: Form },
): MaybePromise<HttpResponse> {
  state.times.event?.("About to write a response");
  const response = serialize(state, form, () => statusResponse(deps, status, form));
  return withWrittenEvent(response, state.times);
}

/** A response with one object, or a subresource of it, in the requested format. */
export function objectResponse(
  deps: ResponseDeps,
  state: RequestState,
  { route: { endpoint, subresource }, form, stored, status = 200 }: ShownObject,
): MaybePromise<HttpResponse> {
  const encoder = deps.encoderOf(endpoint);
  const write = (): HttpResponse => {
    if (subresource?.view === "scale") {
      // The paths of an extension type are those of its version.
      const object = endpoint.version.semantics === "structural" ? encoder.read(stored) : stored.object;
      return writtenScale(deps, state, { definition: subresource.scale, object, endpoint, form, status });
    }
    return serialize(state, form, () =>
      writtenObject(encoder, { clock: deps.clock, endpoint, state, form, stored, status }),
    );
  };
  state.times.event?.("About to write a response");
  const pending = encoder.prepare([stored]);
  const response = pending === undefined ? write() : pending.then(write);
  return withWrittenEvent(response, state.times);
}

interface WrittenScale {
  readonly definition: ScaleDefinition;
  readonly object: ApiObject;
  readonly endpoint: Route["endpoint"];
  readonly form: Form;
  readonly status: number;
}

/** @throws {StatusError} 500 for a read of an object without the field that is scaled */
function writtenScale(
  deps: ResponseDeps,
  state: RequestState,
  { definition, object, endpoint, form, status }: WrittenScale,
): HttpResponse {
  const isRead = state.info.verb === "get";
  const mistyped = definition.mistyped?.(object);
  if (mistyped !== undefined) throw isRead ? plainError(mistyped) : badRequest(mistyped);
  const problem = isRead ? definition.problem?.(object) : undefined;
  if (problem !== undefined) throw internalError(problem);
  const include = form.as.kind === "table" ? includeObjectOf(state.info.query) : "Metadata";
  return serialize(state, form, () =>
    scaleResponse(deps, { scale: scaleOf(object, definition), definition, endpoint, include, status }, form),
  );
}

interface WrittenObject {
  readonly endpoint: Route["endpoint"];
  readonly state: RequestState;
  readonly form: Form;
  readonly stored: StoredObject;
  readonly status: number;
  readonly clock: ResponseDeps["clock"];
}

function writtenObject(
  encoder: ObjectEncoder,
  { clock, endpoint, state, form, stored, status }: WrittenObject,
): HttpResponse {
  const { as } = form;
  if (as.kind === "table") {
    const include = includeObjectOf(state.info.query);
    const { resourceVersion } = stored.object.metadata;
    const metadata = resourceVersion === undefined ? {} : { resourceVersion };
    const nowMs = clock.now();
    return jsonResponse(status, encoder.table([stored], { version: as.version, metadata, include, nowMs }), form);
  }
  if (as.kind === "partial" && as.list)
    throw notAList({ kind: endpoint.definition.kind, schema: endpoint.version.schema });
  const asPartial = as.kind === "partial" ? as.version : undefined;
  const content: Content = {
    json: () => (asPartial === undefined ? encoder.json.parts(stored) : encoder.json.object(stored, asPartial)),
    protobuf: () => encoder.protobuf.object(stored, asPartial),
    cbor: () => encoder.cbor.object(stored, asPartial),
  };
  return contentResponse(status, content, form);
}
