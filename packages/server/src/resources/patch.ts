import { cborToJsonObject, DecodeError, type ReadCached, readCbor, readYamlValue, yamlValueSteps } from "@svc/codec";
import type { HttpResponse } from "@svc/http";
import {
  type ApiObject,
  badRequest,
  formatApiVersion,
  formatKind,
  type JsonValue,
  parseApiVersion,
  StatusError,
  unsupportedMediaType,
} from "@svc/meta";
import {
  applyScale,
  type FieldValidation,
  inSteps,
  isMembers,
  type KindCatalog,
  notOf,
  type Patcher,
  patchedObject,
  patchScale,
  patchSteps,
  readPatch,
  type ScaleTarget,
  type WriteOptions,
} from "@svc/registry";
import type { Form } from "../encode/form.ts";
import type { ResponseDeps } from "../encode/response-deps.ts";
import type { RequestContent, RequestState } from "../request/request-state.ts";
import type { Route } from "../request/route.ts";
import { type Expected, expectedOf, readBody } from "./body.ts";
import { objectResponse } from "./object-response.ts";
import { offersOf } from "./offers.ts";
import { parseWriteQuery, type WriteQuery } from "./query.ts";
import { contextOf, whileAwaited, writeOptionsOf } from "./registry-calls.ts";
import { mayCreate, type WriteDeps } from "./write.ts";

/** The dependencies of patches. */
export interface PatchDeps extends WriteDeps {
  /** Reads applied manifests, which usually differ little from the previous one. */
  readonly readApplied: ReadCached;
  readonly kinds: KindCatalog;
}

const mediaTypes = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
  applyCbor: "application/apply-patch+cbor",
} as const;

type PatchKind = keyof typeof mediaTypes;
type ApplyKind = "apply" | "applyCbor";

function isApply(kind: PatchKind): kind is ApplyKind {
  return kind === "apply" || kind === "applyCbor";
}

/** A patch with its parsed query and body. */
interface PatchRequest {
  readonly route: Route;
  readonly form: Form;
  readonly bytes: Buffer;
  readonly write: WriteQuery;
  readonly options: WriteOptions;
  readonly expected: Expected;
  /** For patches of a scale. */
  readonly scale: ScaleTarget | undefined;
}

/** `PATCH` of one object, or of a subresource that is a view of it. */
export async function patch(deps: PatchDeps, state: RequestState, route: Route): Promise<HttpResponse> {
  const { endpoint, subresource, namespace = "", name = "" } = route;
  const { query } = state.info;
  const { negotiator, dialect } = deps.responses;
  const kind = patchKindOf(deps, state.request, endpoint.version.semantics === "typed");
  const form = negotiator.form(state.request, query, offersOf(route));
  const bytes = await readBody(deps.bodies, state);
  const write = parseWriteQuery(query, { dialect, kind: "PatchOptions", apply: isApply(kind) });
  state.audit?.sent(undefined, () => plainPatch(kind, bytes));
  state.times.event?.("Recorded the audit event");
  const options = writeOptionsOf(write, state);
  const definition = subresource?.view === "scale" ? subresource.scale : undefined;
  const scale = definition === undefined ? undefined : { namespace, name, endpoint, scale: definition };
  const expected: Expected =
    definition === undefined
      ? expectedOf(route)
      : { kind: definition.kind, type: { ...definition.kind, schema: definition.schema } };
  const request = { route, form, bytes, write, options, expected, scale };
  return isApply(kind) ? apply(deps, state, { ...request, kind }) : patchBy(deps, state, { ...request, kind });
}

async function apply(
  deps: PatchDeps,
  state: RequestState,
  { kind, route, form, bytes, write, options, expected, scale }: PatchRequest & { readonly kind: ApplyKind },
): Promise<HttpResponse> {
  const { endpoint, namespace = "", name = "" } = route;
  const textName = `${state.info.path} ${options.fieldManager}`;
  // Texts that are remembered are small.
  const large = state.giveWay === undefined || kind !== "apply" ? undefined : await yamlInTurns(deps.responses, bytes);
  const read = (): ReadValue =>
    large ?? (kind === "apply" ? parseYaml(bytes, (of) => deps.readApplied(of, textName)) : parseCbor(bytes));
  const { fieldValidation: validation, force } = write;
  const { event } = state.times;
  event?.("About to apply patch");
  const parsed = readUnlessAbsent(deps, route, () => readIntent(state, { read, expected, validation }));
  const { intent, merged } = parsed instanceof Promise ? await parsed : parsed;
  const onAdmission = admissionEvent(state);
  if (scale !== undefined) {
    merged();
    const { stored } = await whileAwaited(state, () =>
      applyScale(deps, contextOf(state), { target: scale, options, intent, force, onAdmission }),
    );
    event?.("Object stored in database");
    return objectResponse(deps.responses, state, { route, form, stored });
  }
  const { stored, created } = await whileAwaited(state, () =>
    deps.registry.apply(endpoint, contextOf(state), {
      target: { namespace, name },
      options,
      intent,
      merged,
      onAdmission,
      force,
      mayCreate: () => mayCreate(deps, state),
    }),
  );
  event?.("Object stored in database");
  return objectResponse(deps.responses, state, { route, form, stored, status: created ? 201 : 200 });
}

async function patchBy(
  deps: PatchDeps,
  state: RequestState,
  request: PatchRequest & { readonly kind: Patcher["kind"] },
): Promise<HttpResponse> {
  const { kind, route, form, bytes, write, options, expected, scale } = request;
  const { endpoint, namespace = "", name = "" } = route;
  const { codec } = deps.responses;
  const { fieldValidation: validation } = write;
  // The body is parsed only for an existing object: a missing one is a 404 for any body.
  const readPatcher = (): Patcher => readPatch(kind, bytes, { type: expected.type, validation });
  const warn = (text: string): void => void state.warnings.add(text);
  const patching = { codec, kinds: deps.kinds, expected, validation, warn };
  const { event } = state.times;
  const next = (live: ApiObject): ApiObject => {
    event?.("About to apply patch");
    return patchedObject(patching, readPatcher, live);
  };
  const onAdmission = admissionEvent(state);
  if (scale !== undefined) {
    const { stored } = await whileAwaited(state, () =>
      patchScale(deps, contextOf(state), { target: scale, options, patch: next, onAdmission }),
    );
    event?.("Object stored in database");
    return objectResponse(deps.responses, state, { route, form, stored });
  }
  const { stored } = await whileAwaited(state, () =>
    deps.registry.patch(endpoint, contextOf(state), {
      target: { namespace, name },
      options,
      patch: (live, working) => {
        event?.("About to apply patch");
        return inSteps(working, patchSteps(patching, readPatcher, live));
      },
      onAdmission,
    }),
  );
  event?.("Object stored in database");
  return objectResponse(deps.responses, state, { route, form, stored });
}

/** Where the request is traced, adds the event of a patched object that is about to be admitted. */
function admissionEvent({ times: { event } }: RequestState): (() => void) | undefined {
  return event && (() => event("About to check admission control"));
}

/**
 * Parses the body for a part of an object: a missing object is reported before errors of the body.
 */
function readUnlessAbsent<T>({ registry }: PatchDeps, route: Route, read: () => T): T | Promise<T> {
  const { endpoint, name = "", namespace = "" } = route;
  try {
    return read();
  } catch (error) {
    if (endpoint.subresource === "") throw error;
    return Promise.resolve(registry.get(endpoint, { namespace, name })).then(() => {
      throw error;
    });
  }
}

/** The patch as sent; an invalid one is rejected later. */
function plainPatch(kind: PatchKind, bytes: Buffer): unknown {
  try {
    return (kind === "applyCbor" ? parseCbor(bytes) : parseYaml(bytes)).value;
  } catch {
    return undefined;
  }
}

/** True if a resource accepts patches of a media type. */
export function isPatchType(deps: PatchDeps, contentType: string | undefined, { endpoint }: Route): boolean {
  return findPatchKind(offeredKinds(deps, endpoint.version.semantics === "typed"), contentType) !== undefined;
}

function offeredKinds({ gates }: PatchDeps, typed: boolean): readonly PatchKind[] {
  const isOffered: Partial<Record<PatchKind, boolean>> = {
    strategic: typed,
    applyCbor: gates.enabled("CBORServingAndStorage"),
  };
  return (Object.keys(mediaTypes) as PatchKind[]).filter((kind) => isOffered[kind] ?? true);
}

function findPatchKind(offered: readonly PatchKind[], contentType: string | undefined): PatchKind | undefined {
  const mediaType = (contentType?.split(";", 1)[0] ?? "").trim();
  return offered.find((kind) => mediaTypes[kind] === mediaType);
}

/** @throws {StatusError} 415 */
function patchKindOf(deps: PatchDeps, request: RequestContent, typed: boolean): PatchKind {
  const offered = offeredKinds(deps, typed);
  const found = findPatchKind(offered, request.header("content-type"));
  if (found === undefined && typed) throw noPatchType(request.header("content-length"));
  if (found === undefined) throw unsupportedMediaType(offered.map((kind) => mediaTypes[kind]));
  return found;
}

/** The error of a route, which knows from the length only whether a request has a body. */
function noPatchType(length: string | undefined): StatusError {
  const offered = "\n\nAvailable representations: ";
  return length === "0"
    ? new StatusError({ code: 406, reason: "NotAcceptable", message: `406: Not Acceptable${offered}`, details: {} })
    : new StatusError({
        code: 415,
        reason: "UnsupportedMediaType",
        message: `415: Unsupported Media Type${length === undefined ? offered : ""}`,
        details: {},
      });
}

interface Intent {
  readonly read: () => ReadValue;
  readonly expected: Expected;
  readonly validation: FieldValidation;
}

/**
 * The manager's intent as written.
 * @throws {StatusError} 400 for a value that is no object of the endpoint's type
 */
function readIntent(state: RequestState, { read, expected, validation }: Intent): ReadIntent {
  const { kind } = expected;
  const { value, duplicates } = read();
  if (!isMembers(value ?? {}))
    throw badRequest(
      `error decoding YAML: error unmarshaling JSON: while decoding JSON: ${notOf(value, "map[string]interface {}")}`,
    );
  const { apiVersion = "", kind: name = "", metadata } = (value ?? {}) as Readonly<Record<string, JsonValue>>;
  if (apiVersion !== formatApiVersion(kind) || name !== kind.kind)
    throw badRequest(`invalid object type: ${typeText(apiVersion, name)}`);
  return {
    intent: { ...(value as object), metadata: metadata ?? {} } as ApiObject,
    merged: () => reportDuplicates(state, duplicates, validation),
  };
}

interface ReadIntent {
  readonly intent: ApiObject;
  /** Reports errors of the text, after a successful merge. @throws {StatusError} 400 */
  readonly merged: () => void;
}

function reportDuplicates(state: RequestState, duplicates: readonly string[], validation: FieldValidation): void {
  if (duplicates.length === 0 || validation === "Ignore") return;
  if (validation === "Strict")
    throw badRequest(
      `error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n${duplicates.map((d) => `  ${d}`).join("\n")}`,
    );
  for (const text of duplicates) state.warnings.add(text);
}

type ReadValue = ReturnType<typeof readYamlValue>;

const readFirst = (bytes: Buffer): ReadValue => readYamlValue(bytes, { documents: "first" });

/** @throws {StatusError} 400 */
async function yamlInTurns({ turns }: ResponseDeps, bytes: Buffer): Promise<ReadValue> {
  try {
    return await turns.run(yamlValueSteps(bytes, { documents: "first" }));
  } catch (error) {
    throw notYaml(error);
  }
}

/** @throws {StatusError} 400 */
function parseYaml(bytes: Buffer, read: (bytes: Buffer) => ReadValue = readFirst): ReadValue {
  try {
    return read(bytes);
  } catch (error) {
    throw notYaml(error);
  }
}

function notYaml(error: unknown): unknown {
  if (!(error instanceof DecodeError)) return error;
  return badRequest(`error decoding YAML: error converting YAML to JSON: ${error.message}`, error);
}

/** @throws {StatusError} 400, whose message mentions YAML for any format */
function parseCbor(bytes: Buffer): ReadValue {
  try {
    return { value: cborToJsonObject(readCbor(bytes)), duplicates: [] };
  } catch (error) {
    if (error instanceof DecodeError) throw badRequest(`error decoding YAML: ${error.message}`, error);
    throw error;
  }
}

/** Anything but a string counts as absent, and a malformed version makes the text empty. */
function typeText(apiVersion: JsonValue, kind: JsonValue): string {
  const version = parseApiVersion(typeof apiVersion === "string" ? apiVersion : "");
  return formatKind({ group: "", version: "", ...version, kind: version && typeof kind === "string" ? kind : "" });
}
