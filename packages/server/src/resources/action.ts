import type { Admission, AdmissionRequest } from "@svc/admission";
import type { FieldOwnership } from "@svc/apply";
import type { MaybePromise, Steps } from "@svc/base";
import type { HttpResponse } from "@svc/http";
import { type ApiObject, formatTime } from "@svc/meta";
import { dedupeOwners, inSteps, placeInNamespace, wipeSystemFields } from "@svc/registry";
import type { Form } from "../encode/form.ts";
import type { ResponseDeps } from "../encode/response-deps.ts";
import { contentResponse } from "../encode/responses.ts";
import { serialize } from "../encode/serialize.ts";
import { unstoredContent } from "../encode/unstored.ts";
import type { RequestState } from "../request/request-state.ts";
import type { Route } from "../request/route.ts";
import { type BodyDeps, bodyFormat, decodeBody, type Expected, readBody } from "./body.ts";
import { offersOf } from "./offers.ts";
import { managerOf, parseWriteQuery, type WriteQuery } from "./query.ts";
import { contextOf, expectedOf, sentOptionsOf } from "./write.ts";

/** The body of a request for an action. */
export interface Action<T extends ApiObject = ApiObject> {
  readonly object: T;
  readonly expected: Expected;
  readonly form: Form;
  readonly write: WriteQuery;
  /** The field manager of the body's fields. */
  readonly manager: string;
  /** The request. */
  readonly state: RequestState;
}

/** The dependencies of action handlers. */
export interface ActionDeps {
  readonly admission: Admission;
  readonly ownership: FieldOwnership;
  readonly responses: ResponseDeps;
  readonly bodies: BodyDeps;
}

/** The expected body of an endpoint: of the subresource's kind, or of the resource's. */
function bodyOf(route: Route): Expected {
  const { subresource } = route;
  if (subresource?.view !== "action") return expectedOf(route);
  return { kind: subresource.body, type: { ...subresource.body, schema: subresource.schema, empties: "kept" } };
}

/** Preparation and checks of the body of one action. */
export interface ActionBody<T extends ApiObject = ApiObject> {
  /** Sets defaults, before admission; to set them again changes nothing. @default none */
  readonly prepare?: (object: T) => void;
  /**
   * Checks and completes the object between the mutating and the validating steps.
   * @default no check
   */
  readonly check?: (object: T) => MaybePromise<void>;
}

interface ActionRequest<T extends ApiObject> extends ActionBody<T> {
  readonly route: Route;
}

/**
 * Reads the body of an action, with all that a create checks, admission included.
 * @throws {StatusError}
 */
export async function readAction<T extends ApiObject>(
  deps: ActionDeps,
  state: RequestState,
  { route, prepare, check }: ActionRequest<T>,
): Promise<Action<T>> {
  const { query } = state.info;
  const form = deps.responses.negotiator.form(state.request, query, offersOf(route));
  const format = bodyFormat(deps.bodies, state.request.header("content-type"), true);
  const bytes = await readBody(deps.bodies, state);
  const write = parseWriteQuery(query, { dialect: deps.responses.dialect, kind: "CreateOptions" });
  const body = bodyOf(route);
  const expected =
    prepare === undefined ? body : { ...body, applyDefaults: (object: ApiObject) => prepare(object as T) };
  const { event } = state.times;
  event?.("About to convert to expected version");
  const object = (await decodeBody(deps.bodies, state, {
    bytes,
    format,
    expected,
    validation: write.fieldValidation,
  })) as T;
  event?.("Conversion done");
  if (route.subresource === undefined) wipeSystemFields(object.metadata);
  placeInNamespace(object.metadata, route.namespace ?? "", route.endpoint.definition.namespaced);
  dedupeOwners(object.metadata, contextOf(state));
  const manager = managerOf(write.fieldManager, state.request.header("user-agent"));
  prepare?.(object);
  const action = { object, expected, form, write, manager, state };
  event?.("About to store object in database");
  const tracking = inSteps(state, trackOwner(deps, route, action));
  if (tracking instanceof Promise) await tracking;
  const request = admissionRequest(state, route, action);
  await deps.admission.mutate(request);
  const checked = check?.(object);
  if (checked instanceof Promise) await checked;
  await deps.admission.validate(request);
  return action;
}

/** Actions pass admission like stored objects. */
function admissionRequest(
  state: RequestState,
  { endpoint, namespace = "", name, subresource }: Route,
  { object, expected, write }: Pick<Action, "object" | "expected" | "write">,
): AdmissionRequest {
  const { definition, version } = endpoint;
  const { user, warn, annotate, signal, deadlineMs, times } = contextOf(state);
  const { query } = state.info;
  return {
    operation: "CREATE",
    kind: expected.kind,
    resource: { group: version.group, version: version.version, resource: definition.resource },
    subresource: subresource?.name ?? "",
    namespace,
    name: name ?? object.metadata.name ?? "",
    object,
    oldObject: undefined,
    dryRun: write.dryRun,
    type: { ...endpoint, body: expected.definition === undefined ? expected.type : undefined },
    options: sentOptionsOf(query),
    signal,
    deadlineMs,
    user,
    warn,
    annotate,
    times,
  };
}

/** Sets the field owners in the object itself, as for stored objects. */
function trackOwner({ ownership, responses: { clock } }: ActionDeps, { endpoint }: Route, action: Action): Steps<void> {
  const { object: next, manager, expected } = action;
  // The body of a subresource may be of another kind than the resource's.
  const version = { ...endpoint.version, ...expected.kind, schema: expected.type.schema };
  const now = formatTime(clock.now());
  return ownership.trackSteps({ endpoint: { ...endpoint, version }, live: undefined, next, manager, now });
}

/** A response with an object that is not stored. */
export function actionResponse(
  responses: ResponseDeps,
  { expected, form, state }: Action,
  { object, status = 201 }: { readonly object: ApiObject; readonly status?: number | undefined },
): HttpResponse {
  const { kind, type } = expected;
  const { event } = state.times;
  event?.("Write to database call succeeded", { len: state.bodyBytes ?? 0 });
  event?.("About to write a response");
  const response = serialize(state, form, () =>
    contentResponse(status, unstoredContent(responses, { object, kind, schema: type.schema }, form), form),
  );
  event?.("Writing http response done");
  return response;
}
