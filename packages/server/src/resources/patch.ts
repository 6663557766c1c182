import { type JsonPatchOperation, jsonPatch, mergePatch, PatchFailedError, PatchTooLargeError } from "@svc/apply";
import {
  DecodeError,
  keepValue,
  type ObjectType,
  parseExact,
  readYaml,
  sortedJson,
  strictErrorMessage,
} from "@svc/codec";
import {
  type ApiObject,
  badRequest,
  formatApiVersion,
  invalid,
  invalidObject,
  type JsonValue,
  requestTooLarge,
  StatusError,
  unsupportedMediaType,
} from "@svc/meta";
import type { Answer } from "../http/exchange.ts";
import type { ServerParts } from "../parts.ts";
import type { RequestState } from "../request-state.ts";
import { type Expected, readBody } from "./body.ts";
import type { Route } from "./endpoint.ts";
import { notOf, type Patcher } from "./patcher.ts";
import { type FieldValidation, parseWriteQuery } from "./query.ts";
import { objectAnswer, offersOf } from "./read.ts";
import { applyScale, patchScale } from "./scale-write.ts";
import { strategicPatcher } from "./strategic-patch.ts";
import { contextOf, expectedOf, mayCreate, writeOptionsOf } from "./write.ts";

const mediaTypes = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
} as const;

type PatchKind = keyof typeof mediaTypes;

/** `PATCH` of one object, or of a subresource that is a view of it. */
export async function patch(parts: ServerParts, state: RequestState, route: Route): Promise<Answer> {
  const { endpoint, subresource, namespace = "", name = "" } = route;
  const { query } = state.info;
  const kind = patchKindOf(state.request.header("content-type"), endpoint.version.semantics === "typed");
  const form = parts.negotiator.form(state.request, query, offersOf(route));
  const bytes = await readBody(parts, state);
  const write = parseWriteQuery(query, {
    metaGroup: parts.dialect.expand("meta.{api}"),
    kind: "PatchOptions",
    apply: kind === "apply",
  });
  const options = writeOptionsOf(write, state);
  const target = { namespace, name };
  const isScale = subresource?.view === "scale";
  const expected: Expected = isScale
    ? { kind: subresource.scale.kind, type: { ...subresource.scale.kind, schema: subresource.scale.schema } }
    : expectedOf(route);
  if (kind === "apply") {
    const intent = readIntent(state, bytes, expected, write.fieldValidation);
    if (isScale) {
      const { stored } = await applyScale(parts, contextOf(state), route, { options, intent, force: write.force });
      return objectAnswer(parts, state, route, form, stored, 200);
    }
    const result = await parts.registry.apply(endpoint, contextOf(state), {
      target,
      options,
      intent,
      force: write.force,
      mayCreate: () => mayCreate(parts, state, route),
    });
    return objectAnswer(parts, state, route, form, result.stored, result.created ? 201 : 200);
  }
  const context: PatchContext = { parts, state, expected, validation: write.fieldValidation };
  let patcher: Patcher | undefined;
  const next = (live: ApiObject): ApiObject => {
    // A body is read only once there is something to patch: an absent object is a 404 whatever the body.
    patcher ??= patcherOf(kind, bytes, expected.type);
    return patched(context, kind, patcher, live);
  };
  if (isScale) {
    const { stored } = await patchScale(parts, contextOf(state), route, { options, patch: next });
    return objectAnswer(parts, state, route, form, stored, 200);
  }
  const { stored } = await parts.registry.patch(endpoint, contextOf(state), { target, options, patch: next });
  return objectAnswer(parts, state, route, form, stored, 200);
}

/** @throws {StatusError} 415 */
function patchKindOf(contentType: string | undefined, typed: boolean): PatchKind {
  const given = (contentType?.split(";")[0] ?? "").trim();
  const offered = (Object.keys(mediaTypes) as PatchKind[]).filter((kind) => typed || kind !== "strategic");
  const found = offered.find((kind) => mediaTypes[kind] === given);
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

/** What a manager wants, as it was written. @throws {StatusError} 400 for what is no object of the endpoint's type */
function readIntent(state: RequestState, bytes: Buffer, { kind }: Expected, validation: FieldValidation): ApiObject {
  const { value, duplicates } = parseYaml(bytes);
  if (duplicates.length > 0 && validation !== "Ignore") {
    if (validation === "Strict")
      throw badRequest(
        `error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n${duplicates.map((d) => `  ${d}`).join("\n")}`,
      );
    for (const text of duplicates) state.warnings.add(text);
  }
  if (!isMembers(value ?? {})) throw badRequest(`error decoding YAML: ${notOf(value, "map[string]interface {}")}`);
  const { apiVersion = "", kind: name = "", metadata } = (value ?? {}) as Readonly<Record<string, JsonValue>>;
  if (apiVersion !== formatApiVersion(kind) || name !== kind.kind)
    throw badRequest(`invalid object type: ${typeText({ apiVersion: String(apiVersion), kind: String(name) })}`);
  return { ...(value as object), metadata: isMembers(metadata ?? {}) ? (metadata ?? {}) : {} } as ApiObject;
}

/** @throws {StatusError} 400 */
function parseYaml(bytes: Buffer): { readonly value: JsonValue; readonly duplicates: readonly string[] } {
  try {
    const { value, duplicates } = readYaml(bytes);
    return { value: keepValue(value), duplicates };
  } catch (error) {
    if (error instanceof DecodeError)
      throw badRequest(`error decoding YAML: error converting YAML to JSON: ${error.message}`, error);
    throw error;
  }
}

function typeText({ apiVersion = "", kind = "" }: { readonly apiVersion?: string; readonly kind?: string }): string {
  return `${apiVersion.includes("/") ? apiVersion : `/${apiVersion === "" ? "" : ` ${apiVersion}`.trim()}`}, Kind=${kind}`;
}

function patcherOf(kind: Exclude<PatchKind, "apply">, bytes: Buffer, type: ObjectType): Patcher {
  if (kind === "strategic") return strategicPatcher(parsePatch(bytes, ""), type);
  const value = parsePatch(bytes, "error decoding patch: ");
  if (kind === "merge") {
    if (value === null) throw badRequest("Invalid JSON Patch");
    if (!isMembers(value)) throw badRequest(`error decoding patch: ${notOf(value, "map[string]interface {}")}`);
    return (live) => mergePatch(live, value);
  }
  if (value === null) return (live) => live;
  if (!Array.isArray(value)) throw badRequest(`error decoding patch: ${notOf(value, "[]handlers.jsonPatchOp")}`);
  const odd = value.find((op: JsonValue) => !isMembers(op) && op !== null) as JsonValue | undefined;
  if (odd !== undefined) throw badRequest(`error decoding patch: ${notOf(odd, "handlers.jsonPatchOp")}`);
  const operations = value as readonly JsonPatchOperation[];
  return (live) => jsonPatch(live, operations);
}

/** @throws {StatusError} 400 */
function parsePatch(bytes: Buffer, before: string): JsonValue {
  try {
    return keepValue(parseExact(bytes));
  } catch (error) {
    if (error instanceof DecodeError) throw badRequest(before + error.message, error);
    throw error;
  }
}

interface PatchContext {
  readonly parts: ServerParts;
  readonly state: RequestState;
  readonly expected: Expected;
  readonly validation: FieldValidation;
}

/** The object that a patch makes of a live one. @throws {StatusError} */
function patched(context: PatchContext, kind: PatchKind, patcher: Patcher, live: ApiObject): ApiObject {
  const { parts, state, expected, validation } = context;
  const root = { kind: expected.kind.kind, apiVersion: formatApiVersion(expected.kind) };
  const before = keepValue(parseExact(parts.codec.encodeJson(live, expected.type, root)));
  const after = applied(patcher, before);
  try {
    const { object, strictErrors } = decodePatched(parts, expected, kind, root, after);
    if (strictErrors.length > 0 && validation !== "Ignore") {
      const { kind: name, version } = expected.kind;
      if (validation === "Strict") {
        const message = strictErrorMessage(strictErrors, { kind: name, version, expectedKind: name });
        throw wrongResult(after, message.slice(message.indexOf("strict decoding error")));
      }
      for (const text of strictErrors) state.warnings.add(text);
    }
    return object;
  } catch (error) {
    if (error instanceof DecodeError) throw wrongResult(after, error.message);
    throw error;
  }
}

function decodePatched(
  parts: ServerParts,
  { type, kind: expected }: Expected,
  kind: PatchKind,
  root: { readonly kind: string; readonly apiVersion: string },
  after: JsonValue,
): { readonly object: ApiObject; readonly strictErrors: readonly string[] } {
  if (!isMembers(after)) {
    throw new DecodeError(
      "type",
      `couldn't get version/kind; json parse error: ${notOf(after, 'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }')}`,
    );
  }
  const says = { kind: after["kind"] ?? root.kind, apiVersion: after["apiVersion"] ?? root.apiVersion };
  if (kind !== "strategic" && (says.kind !== root.kind || says.apiVersion !== root.apiVersion)) {
    throw new DecodeError(
      "object",
      `no kind ${JSON.stringify(says.kind)} is registered for version ${JSON.stringify(says.apiVersion)} in scheme "pkg/runtime/scheme.go:110"`,
    );
  }
  return parts.codec.decodeValue({ ...after, kind: expected.kind, apiVersion: root.apiVersion }, type);
}

function applied(patcher: Patcher, before: JsonValue): JsonValue {
  try {
    return patcher(before);
  } catch (error) {
    if (error instanceof PatchTooLargeError) throw requestTooLarge(error.message);
    if (!(error instanceof PatchFailedError)) throw error;
    throw new StatusError({
      code: 422,
      reason: "Invalid",
      message: "the server rejected our request due to an error in our request",
      details: {},
      cause: error,
    });
  }
}

function wrongResult(after: JsonValue, why: string): StatusError {
  return invalidObject({ group: "", kind: "", name: "" }, [invalid("patch", shownValue(after), why)]);
}

/** The patched object as the error shows it: its own members sorted, those within as they are. */
function shownValue(value: JsonValue): string {
  if (!isMembers(value)) return sortedJson(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${textOf(value[name] as JsonValue)}`).join(",")}}`;
}

function textOf(value: JsonValue): string {
  return JSON.stringify(value, (_, v: unknown) => (typeof v === "bigint" ? Number(v) : v));
}

function isMembers(value: JsonValue): value is Readonly<Record<string, JsonValue>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
