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
import { parseMediaType } from "@svc/http";
import {
  type ApiObject,
  badRequest,
  type Dialect,
  formatApiVersion,
  type GroupVersionKind,
  parseApiVersion,
  quote,
  unsupportedMediaType,
} from "@svc/meta";
import {
  declaredExtensionType,
  type FieldValidation,
  type KindCatalog,
  notRegistered,
  unknownConversion,
} from "@svc/registry";
import type { FeatureGates, ResourceDefinition } from "@svc/schema";
import type { Negotiator } from "../encode/form.ts";
import { decodedSizeOf, minCountedBytes } from "../overload/decoded-size.ts";
import type { Overload } from "../overload/overload.ts";
import { requestOwner } from "../overload/request-owner.ts";
import type { ServerLimits } from "../request/limits.ts";
import type { RequestState } from "../request/request-state.ts";
import type { Route } from "../request/route.ts";

/** The dependencies for reading bodies. */
export interface BodyDeps {
  readonly dialect: Dialect;
  readonly gates: FeatureGates;
  readonly codec: Codec;
  readonly kinds: KindCatalog;
  readonly negotiator: Pick<Negotiator, "objectTypes">;
  readonly limits: Pick<ServerLimits, "maxBodyBytes">;
  readonly memory: Pick<Overload, "bodyMemory" | "decodedMemory">;
  /** For requests with large bodies. */
  readonly turns: Turns;
}

/** The expected type of a body. */
export interface Expected {
  readonly kind: GroupVersionKind;
  readonly type: ObjectType;
  /** Sets defaults in a decoded body; to set them again changes nothing. @default none */
  readonly applyDefaults?: ((object: ApiObject, gates: FeatureGates) => void) | undefined;
  /** The resource whose other versions are recognized; absent for bodies of other kinds. */
  readonly definition?: ResourceDefinition;
  /**
   * True for a body of an extension type's subresource, which has other error messages.
   * @default false
   */
  readonly ofExtension?: boolean;
}

/** The format of a body. @throws {StatusError} 415 */
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
 * Reads the body, within its bound and the bound of all bodies together, and waits until there is
 * memory for its decoded form. @throws {BodyMemoryError} @throws {StatusError} 429
 */
export async function readBody(deps: BodyDeps, state: RequestState): Promise<Buffer> {
  const { limits, memory, turns } = deps;
  const owner = requestOwner(state);
  state.bodyShare = memory.bodyMemory.share(owner);
  const bytes = await state.request.readBody(limits.maxBodyBytes, state.bodyShare);
  state.bodyBytes = bytes.length;
  state.times.event?.("limitedReadBody succeeded", { len: bytes.length });
  if (bytes.length > largeBodyBytes) state.giveWay = turns.giveWay;
  if (bytes.length > minCountedBytes) {
    const size = decodedSizeOf(bytes, state.request.header("content-type"));
    await state.giveWay?.();
    state.releaseDecoded = await memory.decodedMemory.take(owner, size, state.request.signal);
  }
  return bytes;
}

/** A body as it was read, and the expected type. */
interface BodyInput {
  readonly bytes: Buffer;
  readonly format: Format;
  readonly expected: Expected;
  readonly validation: FieldValidation;
}

/**
 * Decodes bytes as an object of the expected kind. Unknown and repeated fields are rejected,
 * reported, or ignored, as the client requests.
 * @throws {StatusError} 400
 */
export function decodeBody(deps: BodyDeps, state: RequestState, input: BodyInput): MaybePromise<ApiObject> {
  const decoding = new BodyDecoding(deps, state, input);
  return state.giveWay === undefined ? decoding.run() : decoding.runInTurns();
}

/** The decoding of one body: parse, check of the declared kind, decode by the expected type. */
class BodyDecoding {
  readonly #deps: BodyDeps;
  readonly #state: RequestState;
  readonly #input: BodyInput;
  /** The declared kind, which messages name; the expected one until it is known. */
  #declared: GroupVersionKind;

  constructor(deps: BodyDeps, state: RequestState, input: BodyInput) {
    this.#deps = deps;
    this.#state = state;
    this.#input = input;
    this.#declared = input.expected.kind;
  }

  run(): ApiObject {
    try {
      const body = finishSteps(parseSteps(this.#deps, this.#input));
      const other = this.#checkKind(body);
      if (other !== undefined) throw this.#refuseKind(other.type && body.decode(other.type));
      return this.#accept(body.decode(this.#acceptedType()));
    } catch (error) {
      throw this.#undecodable(error);
    }
  }

  async runInTurns(): Promise<ApiObject> {
    const { turns } = this.#deps;
    try {
      const body = await turns.run(parseSteps(this.#deps, this.#input));
      await turns.giveWay();
      const other = this.#checkKind(body);
      if (other !== undefined) throw this.#refuseKind(other.type && (await turns.run(body.decodeSteps(other.type))));
      return this.#accept(await turns.run(body.decodeSteps(this.#acceptedType())));
    } catch (error) {
      throw this.#undecodable(error);
    }
  }

  /**
   * The declared kind where it is not the expected one.
   * @throws {StatusError} 400 @throws {DecodeError} where an extension object names no kind
   */
  #checkKind(body: Body): OtherKind | undefined {
    const { bytes, format, expected } = this.#input;
    const { kind } = expected;
    const isExtension = expected.type.semantics === "structural";
    if (isExtension) checkNamesKind(body, bytes, format);
    this.#declared = isExtension
      ? declaredKind({ ...body, ...body.exact }, { group: "", version: "", kind: kind.kind })
      : declaredKind(body, kind);
    const declared = currentKind(this.#deps, this.#declared);
    if (declared.version === "" && (!isExtension || format === "cbor"))
      throw badRequest(
        `${declared.kind} in version "" cannot be handled as a ${kind.kind}: ${versionMissing(bytes, format)}`,
      );
    const isVersion = declared.group === kind.group && declared.version === kind.version;
    if (isVersion && (declared.kind === kind.kind || isExtension)) return undefined;
    return { type: isExtension ? declaredExtensionType(expected, declared) : typeOf(this.#deps, declared) };
  }

  /** The type of an accepted body. The kind of extension objects is checked by validation. */
  #acceptedType(): ObjectType {
    const { expected } = this.#input;
    return expected.type.semantics === "structural" ? declaredExtensionType(expected, this.#declared) : expected.type;
  }

  /**
   * The error for a body of another kind. The body was decoded as that kind, whose own errors come
   * first; unknown fields count only where the expected kind has the declared version, too, and in
   * extension types.
   */
  #refuseKind(decoded: Decoded | undefined): unknown {
    const { expected } = this.#input;
    const declared = this.#declared;
    const { strictErrors } = decoded ?? noErrors;
    const isExtension = expected.type.semantics === "structural";
    if (isExtension && decoded !== undefined) this.#checkSpelling(decoded);
    const counts =
      isExtension || this.#deps.kinds.findCompiledIn(formatApiVersion(declared), declared.kind) === expected.definition;
    if (counts) {
      this.#checkStrict(strictErrors);
      this.#warn(strictErrors);
    }
    return wrongKind(this.#deps, expected, declared);
  }

  /** @throws {StatusError} 400 for unknown and repeated fields, where the client asks for it */
  #checkStrict(strictErrors: readonly string[]): void {
    const { expected, validation } = this.#input;
    if (validation !== "Strict" || strictErrors.length === 0) return;
    if (expected.ofExtension === true) throw wrongKind(this.#deps, expected, this.#declared);
    const { kind, version } = this.#declared;
    throw badRequest(strictErrorMessage(strictErrors, { kind, version, expectedKind: kind }));
  }

  #warn(strictErrors: readonly string[]): void {
    if (this.#input.validation === "Warn") for (const text of strictErrors) this.#state.warnings.add(text);
  }

  /** @throws {StatusError} 400 */
  #accept({ object, strictErrors }: Decoded): ApiObject {
    const { kind, applyDefaults } = this.#input.expected;
    const { audit } = this.#state;
    const { codec, gates } = this.#deps;
    if (this.#input.expected.type.semantics === "structural") this.#checkSpelling({ object, strictErrors });
    this.#checkStrict(strictErrors);
    const declared = currentKind(this.#deps, this.#declared);
    const isKind = declared.kind === kind.kind;
    audit?.sent(object, () => {
      if (isKind) applyDefaults?.(object, gates);
      return JSON.parse(codec.encodeJson(object, this.#acceptedType(), typeMetaOf(declared)).toString("utf8"));
    });
    this.#warn(strictErrors);
    return object;
  }

  /**
   * The type of a body is read ignoring the case of its fields; objects of extension types must
   * spell them exactly. @throws {StatusError} 400 @throws {DecodeError}
   */
  #checkSpelling({ object: { kind, apiVersion = "" }, strictErrors }: Decoded): void {
    const { bytes, format, expected, validation } = this.#input;
    checkNamesKind(kind === undefined ? {} : { kind }, bytes, format);
    if (apiVersion !== "") return;
    // The original names the version of what a strict decoder found, and fails.
    if (validation === "Strict" && strictErrors.length > 0)
      throw badRequest("Object 'apiVersion' is missing in 'object has no apiVersion field'");
    this.#warn(strictErrors);
    throw wrongKind(this.#deps, expected, { ...this.#declared, group: "", version: "" });
  }

  #undecodable(error: unknown): unknown {
    if (!(error instanceof DecodeError)) return error;
    const { expected } = this.#input;
    if (expected.ofExtension === true) return wrongKind(this.#deps, expected, this.#declared);
    return badRequest(decodeErrorMessage(error, this.#context()), error);
  }

  #context(): Parameters<typeof decodeErrorMessage>[1] {
    const { bytes, expected } = this.#input;
    const { kind, version } = this.#declared;
    return { bytes, expectedKind: expected.kind.kind, kind, version };
  }
}

const noErrors: Pick<Decoded, "strictErrors"> = { strictErrors: [] };

/** A declared kind that is not the expected one. */
interface OtherKind {
  /** Undefined where no compiled-in resource has the kind. */
  readonly type: ObjectType | undefined;
}

function typeOf({ kinds }: BodyDeps, kind: GroupVersionKind): ObjectType | undefined {
  const found = kinds.findCompiledIn(formatApiVersion(kind), kind.kind);
  if (found === undefined || found === "other") return undefined;
  const version = found.versions.find((v) => v.group === kind.group && v.version === kind.version);
  return version?.semantics === "typed" ? version : undefined;
}

/** Bodies of subresources may have older versions. */
function currentKind({ kinds }: BodyDeps, declared: GroupVersionKind): GroupVersionKind {
  return kinds.findFormerBody(formatApiVersion(declared), declared.kind) ?? declared;
}

/**
 * The declared kind of a body. Omitted parts are as expected; a version may still be empty when
 * another group is named.
 */
export function declaredKind(body: Pick<Body, "apiVersion" | "kind">, expected: GroupVersionKind): GroupVersionKind {
  const { group, version } = parseApiVersion(body.apiVersion ?? "") ?? { group: "", version: "" };
  const kind = body.kind === undefined || body.kind === "" ? expected.kind : body.kind;
  return version === "" && (group === "" || group === expected.group)
    ? { ...expected, kind }
    : { group, version, kind };
}

export function versionMissing(bytes: Buffer, format: Format): string {
  return `Object 'apiVersion' is missing in '${shownBody(bytes, format)}'`;
}

function shownBody(bytes: Buffer, format: Format): string {
  return format === "cbor" ? diagnoseCbor(bytes) : decodeUtf8(bytes);
}

function typeMetaOf(kind: GroupVersionKind): { readonly kind: string; readonly apiVersion: string } {
  return { kind: kind.kind, apiVersion: formatApiVersion(kind) };
}

interface ParsedBody extends Pick<BodyInput, "bytes" | "format"> {
  /** @default any compiled-in type */
  readonly expected?: Pick<Expected, "type">;
}

/**
 * Parses a body. A step ends where other requests may have their turn.
 * @throws {DecodeError} of stage `type`; of stage `object` for an extension type in CBOR
 */
export function* parseSteps(
  { codec, dialect }: BodyDeps,
  { bytes, format, expected }: ParsedBody,
): Generator<void, Body> {
  switch (format) {
    case "yaml":
      return yield* codec.yamlSteps(bytes);
    case "protobuf":
      return codec.parseProtobuf(bytes, dialect.protobufMagic);
    case "cbor":
      return codec.parseCbor(bytes, expected?.type.semantics);
    default:
      return yield* codec.jsonSteps(bytes);
  }
}

/** Objects of extension types must name their kind. @throws {DecodeError} of stage `type` */
function checkNamesKind({ kind = "" }: Pick<Body, "kind">, bytes: Buffer, format: Format): void {
  if (kind !== "") return;
  throw new DecodeError("type", `Object 'Kind' is missing in '${shownBody(bytes, format)}'`);
}

function wrongKind(
  { kinds }: BodyDeps,
  { kind, type, definition, ofExtension = false }: Expected,
  declared: GroupVersionKind,
): unknown {
  if (ofExtension) {
    const name = `${kind.version}.${kind.kind}`;
    return badRequest(`no kind is registered for the type ${name} in scheme "pkg/runtime/scheme.go:110"`);
  }
  const meta = { apiVersion: formatApiVersion(declared), kind: declared.kind };
  const found = kinds.findCompiledIn(meta.apiVersion, meta.kind);
  const isOtherVersion = type.semantics === "structural" || (found !== undefined && found === definition);
  if (isOtherVersion) {
    return badRequest(
      `the API version in the data (${meta.apiVersion}) does not match the expected API version (${formatApiVersion(kind)})`,
    );
  }
  const why = found === undefined ? notRegistered(meta) : unknownConversion(meta, type);
  return badRequest(
    `${declared.kind} in version ${quote(declared.version)} cannot be handled as a ${kind.kind}: ${why}`,
  );
}

/** The kind that bodies of an endpoint have: that of the resource. */
export function expectedOf({ endpoint: { definition, version } }: Route): Expected {
  const { group, version: name } = version;
  const { applyDefaults } = version;
  return {
    kind: { group, version: name, kind: version.kind ?? definition.kind },
    type: version,
    definition,
    applyDefaults,
  };
}
