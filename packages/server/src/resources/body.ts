import { finishSteps, type MaybePromise, type Turns } from "@svc/base";
import {
  type Body,
  type Codec,
  type Decoded,
  DecodeError,
  decodeErrorMessage,
  decodeUtf8,
  diagnoseCbor,
  type Format,
  type ObjectType,
  strictErrorMessage,
} from "@svc/codec";
import { type BodyMemory, parseMediaType } from "@svc/http";
import {
  type ApiObject,
  badRequest,
  type Dialect,
  formatApiVersion,
  type GroupVersionKind,
  invalid,
  invalidObject,
  parseApiVersion,
  quote,
  type StatusError,
  unsupportedMediaType,
} from "@svc/meta";
import { type FieldValidation, type KindCatalog, notRegistered, unknownConversion } from "@svc/registry";
import type { FeatureGates, ResourceDefinition } from "@svc/schema";
import type { Negotiator } from "../encode/form.ts";
import { requestOwner } from "../overload/request-owner.ts";
import type { ServerLimits } from "../request/limits.ts";
import type { RequestState } from "../request/request-state.ts";

/** The dependencies for reading bodies. */
export interface BodyDeps {
  readonly dialect: Dialect;
  readonly gates: FeatureGates;
  readonly codec: Codec;
  readonly kinds: KindCatalog;
  readonly negotiator: Pick<Negotiator, "objectTypes">;
  readonly limits: Pick<ServerLimits, "maxBodyBytes">;
  readonly bodyMemory: BodyMemory;
  /** For requests with large bodies. */
  readonly turns: Turns;
}

/** The expected type of a body. */
export interface Expected {
  readonly kind: GroupVersionKind;
  readonly type: ObjectType;
  /** The resource whose other versions are recognized; absent for bodies of other kinds. */
  readonly definition?: ResourceDefinition;
  /**
   * True for a body of an extension type's subresource, which has other error messages.
   * @default false
   */
  readonly ofExtension?: boolean;
}

/** How a body is written. @throws {StatusError} 415 */
export function bodyFormat(
  { dialect, gates, negotiator }: BodyDeps,
  contentType: string | undefined,
  typed: boolean,
): Format {
  if (contentType === undefined || contentType === "") return "json";
  switch (parseMediaType(contentType)) {
    case "application/json":
      return "json";
    case "application/yaml":
      return "yaml";
    case dialect.protobufMediaType:
      if (typed) return "protobuf";
      break;
    case "application/cbor":
      if (gates.enabled("CBORServingAndStorage")) return "cbor";
      break;
    default:
      break;
  }
  throw unsupportedMediaType(negotiator.objectTypes);
}

/**
 * The work of requests with larger bodies is done in turns: that of smaller ones takes less than
 * one.
 */
const largeBodyBytes = 64 * 1024;

/**
 * Reads the body, within its bound and the bound of all bodies together. @throws {BodyMemoryError}
 */
export async function readBody({ limits, bodyMemory, turns }: BodyDeps, state: RequestState): Promise<Buffer> {
  state.bodyShare = bodyMemory.share(requestOwner(state));
  const bytes = await state.request.readBody(limits.maxBodyBytes, state.bodyShare);
  state.bodyBytes = bytes.length;
  if (bytes.length > largeBodyBytes) state.giveWay = turns.giveWay;
  return bytes;
}

/**
 * Decodes bytes as an object of the expected kind. Unknown and repeated fields are rejected,
 * reported, or ignored, as the client requests.
 * @throws {StatusError} 400
 */
export function decodeBody(deps: BodyDeps, state: RequestState, input: BodyInput): MaybePromise<ApiObject> {
  if (state.giveWay !== undefined) return decodeInTurns(deps, state, input);
  const { bytes, format } = input;
  let body: Body;
  try {
    body = parseBody(deps, bytes, format);
  } catch (error) {
    throw unparsable(error, input);
  }
  const check = checkKind(deps, input, body);
  try {
    return decoded(deps, state, input, check, body.decode(input.expected.type));
  } catch (error) {
    throw undecodable(error, check.context);
  }
}

interface BodyInput {
  readonly bytes: Buffer;
  readonly format: Format;
  readonly expected: Expected;
  readonly validation: FieldValidation;
}

async function decodeInTurns(deps: BodyDeps, state: RequestState, input: BodyInput): Promise<ApiObject> {
  const { bytes, format } = input;
  let body: Body;
  try {
    body = await deps.turns.run(parseSteps(deps, bytes, format));
  } catch (error) {
    throw unparsable(error, input);
  }
  const check = checkKind(deps, input, body);
  try {
    return decoded(deps, state, input, check, await deps.turns.run(body.decodeSteps(input.expected.type)));
  } catch (error) {
    throw undecodable(error, check.context);
  }
}

function unparsable(error: unknown, { bytes, expected: { kind } }: BodyInput): unknown {
  return undecodable(error, { bytes, expectedKind: kind.kind, kind: kind.kind, version: kind.version });
}

/** The declared kind of a body, which matches the expected one. */
interface KindCheck {
  readonly says: GroupVersionKind;
  readonly context: Context;
}

/** @throws {StatusError} 400 */
function checkKind(deps: BodyDeps, input: BodyInput, body: Body): KindCheck {
  const { bytes, format, expected } = input;
  const { type, kind } = expected;
  try {
    if (type.semantics === "structural") checkNamesKind(body, bytes, format);
  } catch (error) {
    throw unparsable(error, input);
  }
  const isExtension = type.semantics === "structural";
  const says = meantKind(deps, declaredKind(body, isExtension ? { group: "", version: "", kind: kind.kind } : kind));
  const context = { bytes, expectedKind: kind.kind, kind: says.kind, version: says.version };
  if (says.version === "" && !isExtension)
    throw badRequest(`${says.kind} in version "" cannot be handled as a ${kind.kind}: ${versionMissing(bytes)}`);
  const isVersion = says.group === kind.group && says.version === kind.version;
  if (!isVersion || (says.kind !== kind.kind && !isExtension))
    throw wrongKind(deps, expected, { apiVersion: formatApiVersion(says), kind: says.kind }, context);
  return { says, context };
}

/** @throws {StatusError} 400 */
function decoded(
  deps: BodyDeps,
  state: RequestState,
  { expected: { type, kind }, validation }: BodyInput,
  { says, context }: KindCheck,
  { object, strictErrors }: Decoded,
): ApiObject {
  state.audit?.sent(object, () => JSON.parse(deps.codec.encodeJson(object, type, typeMetaOf(kind)).toString("utf8")));
  if (says.kind !== kind.kind) throw wrongExtensionKind(kind, says.kind, object);
  if (strictErrors.length > 0 && validation !== "Ignore") {
    if (validation === "Strict") throw badRequest(strictErrorMessage(strictErrors, context));
    for (const text of strictErrors) state.warnings.add(text);
  }
  return object;
}

/** Bodies of subresources may be named by versions of old. */
function meantKind({ kinds }: BodyDeps, says: GroupVersionKind): GroupVersionKind {
  return kinds.findFormerBody(formatApiVersion(says), says.kind) ?? says;
}

/**
 * The declared kind of a body. Omitted parts are as expected; a version may still be empty when
 * another group is named.
 */
export function declaredKind(body: Body, expected: GroupVersionKind): GroupVersionKind {
  const { group, version } = parseApiVersion(body.apiVersion ?? "") ?? { group: "", version: "" };
  const kind = body.kind === undefined || body.kind === "" ? expected.kind : body.kind;
  return version === "" && (group === "" || group === expected.group)
    ? { ...expected, kind }
    : { group, version, kind };
}

export function versionMissing(bytes: Buffer): string {
  return `Object 'apiVersion' is missing in '${bytes.toString("utf8")}'`;
}

function typeMetaOf(kind: GroupVersionKind): { readonly kind: string; readonly apiVersion: string } {
  return { kind: kind.kind, apiVersion: formatApiVersion(kind) };
}

/** @throws {DecodeError} of stage `type` */
export function parseBody({ codec, dialect }: BodyDeps, bytes: Buffer, format: Format): Body {
  switch (format) {
    case "yaml":
      return finishSteps(codec.yamlSteps(bytes));
    case "protobuf":
      return codec.parseProtobuf(bytes, dialect.protobufMagic);
    case "cbor":
      return codec.parseCbor(bytes);
    default:
      return codec.parseJson(bytes);
  }
}

/**
 * The same in steps; a step ends where other requests may have their turn.
 * @throws {DecodeError} of stage `type`
 */
export function* parseSteps(deps: BodyDeps, bytes: Buffer, format: Format): Generator<void, Body> {
  const body = format === "yaml" ? yield* deps.codec.yamlSteps(bytes) : parseBody(deps, bytes, format);
  yield;
  return body;
}

/** Objects of extension types must name their kind. @throws {DecodeError} of stage `type` */
function checkNamesKind({ kind = "" }: Body, bytes: Buffer, format: Format): void {
  if (kind !== "") return;
  const shown = format === "cbor" ? diagnoseCbor(bytes) : decodeUtf8(bytes);
  throw new DecodeError("type", `Object 'Kind' is missing in '${shown}'`);
}

type Context = Parameters<typeof decodeErrorMessage>[1];

function undecodable(error: unknown, context: Context): unknown {
  return error instanceof DecodeError ? badRequest(decodeErrorMessage(error, context), error) : error;
}

/** In extension types the kind is a plain field. */
function wrongExtensionKind({ group, kind }: GroupVersionKind, given: string, { metadata }: ApiObject): StatusError {
  return invalidObject({ group, kind: given, name: metadata.name ?? "" }, [invalid("kind", given, `must be ${kind}`)]);
}

function wrongKind(
  { kinds }: BodyDeps,
  { kind, type, definition, ofExtension = false }: Expected,
  says: { readonly apiVersion: string; readonly kind: string },
  { version, expectedKind }: Context,
): unknown {
  if (ofExtension) {
    const name = `${kind.version}.${kind.kind}`;
    return badRequest(`no kind is registered for the type ${name} in scheme "pkg/runtime/scheme.go:110"`);
  }
  const found = kinds.find(says.apiVersion, says.kind);
  const isOtherVersion = type.semantics === "structural" || (found !== undefined && found === definition);
  if (isOtherVersion) {
    return badRequest(
      `the API version in the data (${says.apiVersion}) does not match the expected API version (${formatApiVersion(kind)})`,
    );
  }
  const why = found === undefined ? notRegistered(says) : unknownConversion(says, type);
  return badRequest(`${says.kind} in version ${quote(version)} cannot be handled as a ${expectedKind}: ${why}`);
}
