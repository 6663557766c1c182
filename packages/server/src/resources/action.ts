import type { Admission, AdmissionRequest } from "@svc/admission";
import type { FieldOwnership } from "@svc/apply";
import type { MaybePromise, Steps } from "@svc/base";
import type { HttpResponse } from "@svc/http";
import { type ApiObject, formatTime, type Status } from "@svc/meta";
import { dedupeOwners, inSteps, placeInNamespace, wipeSystemFields } from "@svc/registry";
import type { Form } from "../encode/form.ts";
import type { ResponseDeps } from "../encode/response-deps.ts";
import { contentResponse } from "../encode/responses.ts";
import { serialize, withWrittenEvent } from "../encode/serialize.ts";
import { unstoredContent } from "../encode/unstored.ts";
import type { RequestState } from "../request/request-state.ts";
import type { Route } from "../request/route.ts";
import { type BodyDeps, bodyFormat, decodeBody, type Expected, expectedOf, readBody } from "./body.ts";
import { writtenStatus } from "./object-response.ts";
import { offersOf } from "./offers.ts";
import { managerOf, parseWriteQuery, type WriteQuery } from "./query.ts";
import { contextOf, sentOptionsOf, storing } from "./registry-calls.ts";

/** The admitted body of a request for an action. */
interface Action<T extends ApiObject> {
  readonly object: T;
  readonly write: WriteQuery;
}

/** The outcome of an action: an object that is not stored, or a status with its HTTP code. */
type ActionResult = { readonly object: ApiObject } | { readonly status: Status };

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

/** The parts of one action. */
export interface ActionSteps<T extends ApiObject = ApiObject> {
  /** Sets defaults, before admission; to set them again changes nothing. @default none */
  readonly prepare?: (object: T) => void;
  /**
   * Checks and completes the object between the mutating and the validating steps.
   * @default no check
   */
  readonly check?: (object: T) => MaybePromise<void>;
  /** Carries out the action. */
  readonly act: (action: Action<T>) => MaybePromise<ActionResult>;
}

interface ActionRequest<T extends ApiObject> extends ActionSteps<T> {
  readonly route: Route;
}

/**
 * Carries out an action and responds with its result. Reads the body with all that a create checks,
 * admission included.
 * @throws {StatusError}
 */
export async function performAction<T extends ApiObject>(
  deps: ActionDeps,
  state: RequestState,
  request: ActionRequest<T>,
): Promise<HttpResponse> {
  const { form, ...body } = await readAction(deps, state, request);
  const { check, act, route } = request;
  const { object, write } = body;
  const result = await storing(state, async () => {
    await admit(deps, state, { route, body, check });
    return act({ object, write });
  });
  return actionResponse(deps.responses, state, { result, expected: body.expected, form });
}

/** The body of an action as it was read. */
interface ReadBody<T extends ApiObject> extends Action<T> {
  readonly expected: Expected;
  readonly form: Form;
  /** The field manager of the body's fields. */
  readonly manager: string;
}

/** Reads the body of an action. @throws {StatusError} */
async function readAction<T extends ApiObject>(
  deps: ActionDeps,
  state: RequestState,
  { route, prepare }: ActionRequest<T>,
): Promise<ReadBody<T>> {
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
  return { object, expected, form, write, manager };
}

interface Admitted<T extends ApiObject> {
  readonly check: ActionSteps<T>["check"] | undefined;
  readonly route: Route;
  readonly body: Omit<ReadBody<T>, "form">;
}

/** Passes the body of an action through admission. @throws {StatusError} for a rejected one */
async function admit<T extends ApiObject>(
  deps: ActionDeps,
  state: RequestState,
  { route, body, check }: Admitted<T>,
): Promise<void> {
  const tracking = inSteps(state, trackOwner(deps, route, body));
  if (tracking instanceof Promise) await tracking;
  const request = admissionRequest(state, route, body);
  await deps.admission.mutate(request);
  const checked = check?.(body.object);
  if (checked instanceof Promise) await checked;
  await deps.admission.validate(request);
}

type AnyBody = Omit<ReadBody<ApiObject>, "form">;

/** Actions pass admission like stored objects. */
function admissionRequest(
  state: RequestState,
  { endpoint, namespace = "", name, subresource }: Route,
  { object, expected, write }: AnyBody,
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
function trackOwner({ ownership, responses: { clock } }: ActionDeps, { endpoint }: Route, body: AnyBody): Steps<void> {
  const { object: next, manager, expected } = body;
  // The body of a subresource may be of another kind than the resource's.
  const version = { ...endpoint.version, ...expected.kind, schema: expected.type.schema };
  const now = formatTime(clock.now());
  return ownership.trackSteps({ endpoint: { ...endpoint, version }, live: undefined, next, manager, now });
}

interface ShownResult extends Pick<ReadBody<ApiObject>, "expected" | "form"> {
  readonly result: ActionResult;
}

function actionResponse(
  responses: ResponseDeps,
  state: RequestState,
  { result, expected: { kind, type }, form }: ShownResult,
): MaybePromise<HttpResponse> {
  if ("status" in result) return writtenStatus(responses, state, { status: result.status, form });
  const { event } = state.times;
  const { object } = result;
  event?.("About to write a response");
  const response = serialize(state, form, () =>
    contentResponse(201, unstoredContent(responses, { object, kind, schema: type.schema }, form), form),
  );
  return withWrittenEvent(response, state.times);
}
