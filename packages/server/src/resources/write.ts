import type { FieldOwnership } from "@svc/apply";
import type { Authorizer } from "@svc/authz";
import type { HttpResponse } from "@svc/http";
import { StatusError } from "@svc/meta";
import { checkIdentity, checkScalePlace, placeInNamespace, type Registry, replaceScale } from "@svc/registry";
import type { FeatureGates } from "@svc/schema";
import type { ResponseDeps } from "../encode/response-deps.ts";
import type { RequestState } from "../request/request-state.ts";
import type { Route } from "../request/route.ts";
import { authorize } from "../stages/authorize.ts";
import { type BodyDeps, bodyFormat, decodeBody, type Expected, expectedOf, readBody } from "./body.ts";
import { objectResponse } from "./object-response.ts";
import { offersOf } from "./offers.ts";
import { parseWriteQuery } from "./query.ts";
import { contextOf, storing, writeOptionsOf } from "./registry-calls.ts";

/** The dependencies of creates and updates. */
export interface WriteDeps {
  readonly registry: Registry;
  readonly responses: ResponseDeps;
  readonly bodies: BodyDeps;
  readonly authorizer: Authorizer;
  readonly gates: FeatureGates;
  readonly ownership: FieldOwnership;
}

/** `POST` to a collection. */
export async function create(deps: WriteDeps, state: RequestState, route: Route): Promise<HttpResponse> {
  const { endpoint, namespace = "" } = route;
  const { creationRefusal } = endpoint.definition;
  if (creationRefusal !== undefined) {
    const details = { group: endpoint.version.group, kind: endpoint.definition.resource };
    throw new StatusError({ code: 405, reason: "MethodNotAllowed", message: creationRefusal, details });
  }
  const { query } = state.info;
  const form = deps.responses.negotiator.form(state.request, query, offersOf(route));
  const typed = endpoint.version.semantics === "typed";
  const format = bodyFormat(deps.bodies, state.request.header("content-type"), typed);
  const bytes = await readBody(deps.bodies, state);
  const write = parseWriteQuery(query, { dialect: deps.responses.dialect, kind: "CreateOptions" });
  const expected = expectedOf(route);
  const { event } = state.times;
  event?.("About to convert to expected version");
  const decoded = decodeBody(deps.bodies, state, { bytes, format, expected, validation: write.fieldValidation });
  const object = decoded instanceof Promise ? await decoded : decoded;
  event?.("Conversion done");
  const { stored } = await storing(
    state,
    () =>
      deps.registry.create(endpoint, contextOf(state), { namespace, object, options: writeOptionsOf(write, state) }),
    () => placeInNamespace(object.metadata, namespace, endpoint.definition.namespaced),
  );
  return objectResponse(deps.responses, state, { route, form, stored, status: 201 });
}

/** `PUT` of one object, or of a subresource that is a view of it. */
export async function update(deps: WriteDeps, state: RequestState, route: Route): Promise<HttpResponse> {
  const { endpoint, subresource, namespace = "", name = "" } = route;
  const { query } = state.info;
  const form = deps.responses.negotiator.form(state.request, query, offersOf(route));
  const bytes = await readBody(deps.bodies, state);
  const write = parseWriteQuery(query, { dialect: deps.responses.dialect, kind: "UpdateOptions" });
  const typed = endpoint.version.semantics === "typed";
  const format = bodyFormat(deps.bodies, state.request.header("content-type"), typed);
  const target = { namespace, name };
  const options = writeOptionsOf(write, state);
  const { event } = state.times;
  event?.("About to convert to expected version");
  if (subresource?.view === "scale") {
    const { kind, schema } = subresource.scale;
    const expected: Expected = { kind, type: { ...kind, schema }, ofExtension: !typed };
    const scale = await decodeBody(deps.bodies, state, { bytes, format, expected, validation: write.fieldValidation });
    event?.("Conversion done");
    const place = { ...target, endpoint, scale: subresource.scale };
    const { stored } = await storing(
      state,
      () => replaceScale(deps, contextOf(state), { target: place, options, scale }),
      () => checkScalePlace(scale, target),
    );
    return objectResponse(deps.responses, state, { route, form, stored, status: 200 });
  }
  const decoded = decodeBody(deps.bodies, state, {
    bytes,
    format,
    expected: expectedOf(route),
    validation: write.fieldValidation,
  });
  const object = decoded instanceof Promise ? await decoded : decoded;
  event?.("Conversion done");
  const { stored, created } = await storing(
    state,
    () =>
      deps.registry.update(endpoint, contextOf(state), {
        target,
        object,
        options,
        mayCreate: () => mayCreate(deps, state),
      }),
    () => checkIdentity(object, target, endpoint.definition.namespaced),
  );
  return objectResponse(deps.responses, state, { route, form, stored, status: created ? 201 : 200 });
}

/** A client that may update but not create cannot create by an update. @throws {StatusError} 403 */
export function mayCreate(deps: WriteDeps, state: RequestState): void | Promise<void> {
  return authorize(deps, { ...state, info: { ...state.info, verb: "create" } });
}
