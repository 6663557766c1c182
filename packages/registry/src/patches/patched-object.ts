import { PatchFailedError, PatchTooLargeError } from "@svc/apply";
import { finishSteps, type Steps } from "@svc/base";
import { type Codec, type Decoded, DecodeError, type ObjectType, strictErrorMessage } from "@svc/codec";
import {
  type ApiObject,
  copyJson,
  formatApiVersion,
  type GroupVersionKind,
  internalError,
  invalid,
  invalidObject,
  type JsonValue,
  type ObjectMeta,
  parseApiVersion,
  requestTooLarge,
  StatusError,
} from "@svc/meta";
import { convertObject, type ResourceDefinition } from "@svc/schema";
import type { FieldValidation } from "../context.ts";
import { declaredExtensionType } from "../declared-extension-type.ts";
import {
  internalTypeName,
  type KindCatalog,
  notRegistered,
  notRegisteredInGroup,
  unknownConversion,
} from "../kinds.ts";
import { isMembers, type Patcher } from "./patcher.ts";
import { inTextOrder } from "./text-order.ts";

/** The kind of the object that is patched. */
export interface PatchedType {
  readonly kind: GroupVersionKind;
  readonly type: ObjectType;
  /** The resource whose other versions a patch may name. */
  readonly definition?: ResourceDefinition;
}

/** Options for applying patches, with the receiver of their warnings. */
export interface PatchContext {
  readonly codec: Codec;
  readonly kinds: KindCatalog;
  readonly expected: PatchedType;
  readonly validation: FieldValidation;
  readonly warn: (text: string) => void;
}

/**
 * Applies a patch to a live object, which is not changed.
 * @param readPatcher reads the patch anew: the object takes over values of the patch
 * @throws {StatusError}
 */
export function patchedObject(context: PatchContext, readPatcher: () => Patcher, live: ApiObject): ApiObject {
  return finishSteps(patchSteps(context, readPatcher, live));
}

/** The same in steps. */
export function* patchSteps(context: PatchContext, readPatcher: () => Patcher, live: ApiObject): Steps<ApiObject> {
  const { codec, expected, validation, warn } = context;
  const { kind, type } = expected;
  const before = (): JsonValue => codec.valueOf(live, type, { kind: kind.kind, apiVersion: formatApiVersion(kind) });
  const first = readPatcher();
  yield;
  const plain = plainlyPatched(context, first, first.kind === "merge" ? mergeable(live, kind) : before());
  if (plain !== undefined) return plain;
  yield;
  const patcher = readPatcher();
  yield;
  // The original holds extension objects as maps, whose text has all members in order.
  const start = type.semantics === "structural" ? inTextOrder(before(), "all") : before();
  const after = inTextOrder(applied(patcher, start), patcher.opens?.());
  yield;
  const wrong = (why: string): StatusError => wrongResult(patcher.shown ?? textOf(after), why);
  try {
    const { object, strictErrors: ofResult } = yield* decodePatched(context, patcher, after);
    // Without text, there is no written order.
    const strictErrors = [...patcher.strictErrors, ...(patcher.kind === "strategic" ? ofResult.toSorted() : ofResult)];
    if (strictErrors.length > 0 && validation === "Strict") {
      const message = strictErrorMessage(strictErrors, { ...kind, expectedKind: kind.kind });
      throw wrong(message.slice(message.indexOf("strict decoding error")));
    }
    if (validation !== "Ignore") for (const text of strictErrors) warn(text);
    if (type.semantics === "structural" && isMembers(after)) checkIdentity(after, kind);
    return object;
  } catch (error) {
    if (error instanceof DecodeError) throw wrong(patcher.kind === "strategic" ? error.ofValue : error.message);
    throw error;
  }
}

/**
 * Null members are absent in the object, as in a merge patch, so a copy is enough. Managers are
 * shared.
 */
function mergeable(live: ApiObject, kind: GroupVersionKind): JsonValue {
  const { metadata, ...rest } = live;
  const { managedFields, ...own } = metadata;
  const copy = copyJson(own) as ObjectMeta;
  if (managedFields !== undefined && managedFields.length > 0) copy.managedFields = managedFields;
  const object = { ...copyJson(rest), kind: kind.kind, apiVersion: formatApiVersion(kind), metadata: copy };
  return object as unknown as JsonValue;
}

/**
 * The usual case: nothing is odd about the patch, nor about its result.
 * @throws {StatusError} for a patch that fails
 */
function plainlyPatched(
  { codec, expected: { kind, type } }: PatchContext,
  patcher: Patcher,
  before: JsonValue,
): ApiObject | undefined {
  if (patcher.strictErrors.length > 0) return undefined;
  const after = applied(patcher, before);
  if (!isMembers(after) || after["kind"] !== kind.kind || after["apiVersion"] !== formatApiVersion(kind))
    return undefined;
  return codec.takeValue(after, type);
}

/** @throws {DecodeError} for a result that is no object of the kind */
function* decodePatched(
  { codec, kinds, expected: patched }: PatchContext,
  { kind }: Patcher,
  after: JsonValue,
): Steps<Decoded> {
  const { type, kind: expected, definition } = patched;
  const version = formatApiVersion(expected);
  if (kind === "strategic" && isMembers(after)) {
    // The kind in the value is ignored if it is a string.
    const declared = { kind: textOr(after["kind"], expected.kind), apiVersion: textOr(after["apiVersion"], version) };
    return codec.decodeValue({ ...after, ...declared }, type);
  }
  if (type.semantics === "structural" && isMembers(after)) {
    const body = codec.parseValue(after);
    return yield* body.decodeSteps(declaredExtensionType(patched, declaredKind(after)));
  }
  const body = codec.parseValue(after);
  const { apiVersion = "", kind: namedKind = "" } = body;
  const declared = { apiVersion, kind: namedKind === "" ? expected.kind : namedKind };
  if (apiVersion === "") {
    if (declared.kind !== expected.kind)
      throw new DecodeError("object", noSuchKind(kinds, declared.kind, { type, kind: expected }));
    return withoutVersion(after);
  }
  if (declared.apiVersion === version && declared.kind === expected.kind) return yield* body.decodeSteps(type);
  const found = kinds.find(declared.apiVersion, declared.kind);
  if (found === undefined) throw new DecodeError("object", notRegistered(declared));
  const other = found === "other" ? undefined : found.versions.find((v) => formatApiVersion(v) === declared.apiVersion);
  // A version that is not served any more is read as its successor.
  if (found === definition && other === undefined) return yield* body.decodeSteps(type);
  const decoded = other === undefined ? undefined : body.decode(other);
  if (found !== definition || decoded === undefined || other === undefined)
    throw new DecodeError("object", unknownConversion(declared, type));
  const own = definition.versions.find((v) => formatApiVersion(v) === version);
  return { ...decoded, object: convertObject(decoded.object, { from: other, to: own }) };
}

/**
 * The kind of an extension object.
 * @throws {DecodeError} for an object without a kind
 * @throws {StatusError} for one without a version
 */
function declaredKind(after: Readonly<Record<string, JsonValue>>): GroupVersionKind {
  const kind = textIn(after, "kind");
  const apiVersion = textIn(after, "apiVersion");
  if (kind === "") throw new DecodeError("object", `Object 'Kind' is missing in '${textOf(after)}'`);
  if (apiVersion === "") throw internalError("Object 'apiVersion' is missing in 'object has no apiVersion field'");
  return { ...(parseApiVersion(apiVersion) ?? { group: "", version: "" }), kind };
}

/** In extension types, kind and version are plain fields. @throws {StatusError} */
function checkIdentity(after: Readonly<Record<string, JsonValue>>, { group, version, kind }: GroupVersionKind): void {
  const sentKind = textIn(after, "kind");
  const apiVersion = textIn(after, "apiVersion");
  const expected = formatApiVersion({ group, version });
  const errors = [
    ...(sentKind === kind ? [] : [invalid("kind", sentKind, `must be ${kind}`)]),
    ...(apiVersion === expected ? [] : [invalid("apiVersion", apiVersion, `must be ${expected}`)]),
  ];
  if (errors.length === 0) return;
  const { metadata = null } = after;
  const name = isMembers(metadata) ? textIn(metadata, "name") : "";
  throw invalidObject({ group: parseApiVersion(apiVersion)?.group ?? "", kind: sentKind, name }, errors);
}

/** A text among the members of an object; empty where there is none. */
function textIn(members: Readonly<Record<string, JsonValue>>, name: string): string {
  const value = members[name];
  return typeof value === "string" ? value : "";
}

function textOr(value: JsonValue | undefined, text: string): JsonValue {
  return value === undefined || value === null || typeof value === "string" ? text : value;
}

/**
 * Without a version there are no known fields, and without a name it can't be the requested object.
 */
function withoutVersion(after: JsonValue): Decoded {
  const names = isMembers(after) ? Object.keys(after) : [];
  const unknown = names.filter((name) => name !== "kind" && name !== "apiVersion");
  return { object: { metadata: {} }, strictErrors: unknown.map((name) => `unknown field "${name}"`) };
}

/** The error for an object of another kind without a version. */
function noSuchKind(kinds: KindCatalog, declared: string, { type, kind }: Pick<PatchedType, "type" | "kind">): string {
  if (kinds.find(formatApiVersion(kind), declared) === undefined) return notRegisteredInGroup(kind.group, declared);
  const name = internalTypeName(type.schema);
  return `converting (${name.slice(0, name.indexOf("."))}.${declared}) to (${name}): unknown conversion`;
}

/** @throws {StatusError} 413, 422 */
function applied({ patch }: Patcher, before: JsonValue): JsonValue {
  try {
    return patch(before);
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

function wrongResult(shown: string, why: string): StatusError {
  return invalidObject({ group: "", kind: "", name: "" }, [invalid("patch", shown, why)]);
}

/** The patched object as errors show it. */
function textOf(value: JsonValue): string {
  return JSON.stringify(value, (_, v: unknown) => (typeof v === "bigint" ? Number(v) : v));
}
