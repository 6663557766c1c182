import { cborToJsonObject, DecodeError, readCbor, readYamlValue, yamlValueSteps } from "@svc/codec";
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
import { inSteps } from "@svc/registry";
import type { ServerParts } from "../parts.ts";
import type { RequestState } from "../request-state.ts";
import { type Expected, readBody } from "./body.ts";
import type { Route } from "./endpoint.ts";
import { patchedObject, patchSteps } from "./patched-object.ts";
import { isMembers, notOf, type Patcher, readPatch } from "./patcher.ts";
import { type FieldValidation, parseWriteQuery } from "./query.ts";
import { objectAnswer, offersOf } from "./read.ts";
import { applyScale, patchScale } from "./scale-write.ts";
import { contextOf, expectedOf, mayCreate, writeOptionsOf } from "./write.ts";

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

/** `PATCH` of one object, or of a subresource that is a view of it. */
export async function patch(parts: ServerParts, state: RequestState, route: Route): Promise<HttpResponse> {
  const { endpoint, subresource, namespace = "", name = "" } = route;
  const { query } = state.info;
  const kind = patchKindOf(parts, state.request.header("content-type"), endpoint.version.semantics === "typed");
  const form = parts.negotiator.form(state.request, query, offersOf(route));
  const bytes = await readBody(parts, state);
  state.audit?.sent(undefined, () => plainPatch(kind, bytes));
  const write = parseWriteQuery(query, {
    dialect: parts.dialect,
    kind: "PatchOptions",
    apply: isApply(kind),
  });
  const options = writeOptionsOf(write, state);
  const target = { namespace, name };
  const isScale = subresource?.view === "scale";
  const expected: Expected = isScale
    ? { kind: subresource.scale.kind, type: { ...subresource.scale.kind, schema: subresource.scale.schema } }
    : expectedOf(route);
  if (isApply(kind)) {
    const name = `${state.info.path} ${options.fieldManager}`;
    // Texts that are remembered are small.
    const large = state.giveWay === undefined || kind !== "apply" ? undefined : await yamlInTurns(parts, bytes);
    const read = (): ReadValue =>
      large ?? (kind === "apply" ? parseYaml(bytes, (of) => parts.readApplied(of, name)) : parseCbor(bytes));
    const wanted = whereThere(parts, route, () =>
      readIntent(state, { read, expected, validation: write.fieldValidation }),
    );
    const { intent, merged } = wanted instanceof Promise ? await wanted : wanted;
    if (isScale) {
      merged();
      const { stored } = await applyScale(parts, contextOf(state), route, { options, intent, force: write.force });
      return objectAnswer(parts, state, route, form, stored, 200);
    }
    const result = await parts.registry.apply(endpoint, contextOf(state), {
      target,
      options,
      intent,
      merged,
      force: write.force,
      mayCreate: () => mayCreate(parts, state, route),
    });
    return objectAnswer(parts, state, route, form, result.stored, result.created ? 201 : 200);
  }
  // A body is read only once there is something to patch: an absent object is a 404 whatever the
  // body.
  const { fieldValidation: validation } = write;
  const readPatcher = (): Patcher => readPatch(kind, bytes, { type: expected.type, validation });
  const patching = { parts, state, expected, validation };
  const next = (live: ApiObject): ApiObject => patchedObject(patching, readPatcher, live);
  if (isScale) {
    const { stored } = await patchScale(parts, contextOf(state), route, { options, patch: next });
    return objectAnswer(parts, state, route, form, stored, 200);
  }
  const { stored } = await parts.registry.patch(endpoint, contextOf(state), {
    target,
    options,
    patch: (live, working) => inSteps(working, patchSteps(patching, readPatcher, live)),
  });
  return objectAnswer(parts, state, route, form, stored, 200);
}

/**
 * Reads what is meant for a part of an object: where there is no object, that is told before what
 * is wrong with the body.
 */
function whereThere<T>({ registry }: ServerParts, route: Route, read: () => T): T | Promise<T> {
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

/** As it was sent; what cannot be read is refused later. */
function plainPatch(kind: PatchKind, bytes: Buffer): unknown {
  try {
    return (kind === "applyCbor" ? parseCbor(bytes) : parseYaml(bytes)).value;
  } catch {
    return undefined;
  }
}

/** Whether a patch of a resource may be of a media type. */
export function isPatchType(parts: ServerParts, contentType: string | undefined, { endpoint }: Route): boolean {
  return findPatchKind(offeredKinds(parts, endpoint.version.semantics === "typed"), contentType) !== undefined;
}

function offeredKinds({ gates }: ServerParts, typed: boolean): readonly PatchKind[] {
  const isOffered: Partial<Record<PatchKind, boolean>> = {
    strategic: typed,
    applyCbor: gates.enabled("CBORServingAndStorage"),
  };
  return (Object.keys(mediaTypes) as PatchKind[]).filter((kind) => isOffered[kind] ?? true);
}

function findPatchKind(offered: readonly PatchKind[], contentType: string | undefined): PatchKind | undefined {
  const given = (contentType?.split(";", 1)[0] ?? "").trim();
  return offered.find((kind) => mediaTypes[kind] === given);
}

/** @throws {StatusError} 415 */
function patchKindOf(parts: ServerParts, contentType: string | undefined, typed: boolean): PatchKind {
  const offered = offeredKinds(parts, typed);
  const found = findPatchKind(offered, contentType);
  if (found === undefined && typed) {
    throw new StatusError({
      code: 415,
      reason: "UnsupportedMediaType",
      message: "415: Unsupported Media Type",
      details: {},
    });
  }
  if (found === undefined) throw unsupportedMediaType(offered.map((kind) => mediaTypes[kind]));
  return found;
}

interface Intent {
  readonly read: () => ReadValue;
  readonly expected: Expected;
  readonly validation: FieldValidation;
}

/**
 * What a manager wants, as it was written.
 * @throws {StatusError} 400 for what is no object of the endpoint's type
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
    merged: () => tellDuplicates(state, duplicates, validation),
  };
}

interface ReadIntent {
  readonly intent: ApiObject;
  /** What is told of the text, once what it says could be merged. @throws {StatusError} 400 */
  readonly merged: () => void;
}

function tellDuplicates(state: RequestState, duplicates: readonly string[], validation: FieldValidation): void {
  if (duplicates.length === 0 || validation === "Ignore") return;
  if (validation === "Strict")
    throw badRequest(
      `error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n${duplicates.map((d) => `  ${d}`).join("\n")}`,
    );
  for (const text of duplicates) state.warnings.add(text);
}

type ReadValue = ReturnType<typeof readYamlValue>;

/** @throws {StatusError} 400 */
async function yamlInTurns({ turns }: ServerParts, bytes: Buffer): Promise<ReadValue> {
  try {
    return await turns.run(yamlValueSteps(bytes));
  } catch (error) {
    throw notYaml(error);
  }
}

/** @throws {StatusError} 400 */
function parseYaml(bytes: Buffer, read: (bytes: Buffer) => ReadValue = readYamlValue): ReadValue {
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

/** @throws {StatusError} 400, which says YAML whatever the format */
function parseCbor(bytes: Buffer): ReadValue {
  try {
    return { value: cborToJsonObject(readCbor(bytes)), duplicates: [] };
  } catch (error) {
    if (error instanceof DecodeError) throw badRequest(`error decoding YAML: ${error.message}`, error);
    throw error;
  }
}

/** What is no text counts as none, and text that is no version leaves nothing to say. */
function typeText(apiVersion: JsonValue, kind: JsonValue): string {
  const version = parseApiVersion(typeof apiVersion === "string" ? apiVersion : "");
  return formatKind({ group: "", version: "", ...version, kind: version && typeof kind === "string" ? kind : "" });
}
