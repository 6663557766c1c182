import { type AcceptClause, type Format, namesOne, negotiate } from "@svc/codec";
import { type Dialect, notAcceptable, StatusError } from "@svc/meta";
import type { RequestContent } from "../request/request-state.ts";

/** The representation of an object: itself, its metadata, or a table. */
export type As =
  | { readonly kind: "object" }
  | { readonly kind: "table"; readonly version: "v1" | "v1beta1" }
  | { readonly kind: "partial"; readonly version: "v1" | "v1beta1"; readonly list: boolean };

/** The negotiated representation of a response. */
export interface Form {
  readonly format: Format;
  readonly contentType: string;
  readonly as: As;
  readonly pretty: boolean;
}

/** The formats that an endpoint supports. */
export interface Offers {
  /** Objects of compiled-in types, or of extension types, which have no messages. */
  readonly of: "typed" | "extension";
  /** The representations of responses: only objects, also metadata, or also tables. */
  readonly shapes: "object" | "metadata" | "table";
  /** Accepts ranges such as `application/*`. @default false */
  readonly ranges?: boolean;
  /** True for an endpoint that also streams; errors mention that. @default false */
  readonly streams?: boolean;
  /** Types that the endpoint writes itself, in addition to objects. @default none */
  readonly besides?: readonly string[];
}

/** The representation that a request accepts. */
interface AcceptedForm {
  readonly accept: string | undefined;
  readonly offers: Offers;
  readonly streaming: boolean;
  readonly pretty: boolean;
}

interface Offer {
  readonly format: Format;
  readonly mediaType: string;
}

export const plainObject: As = { kind: "object" };

/** Negotiates for one server. */
export interface Negotiator {
  /** @throws {StatusError} 406 */
  form(request: RequestContent, query: URLSearchParams, offers: Offers): Form;
  /** @throws {StatusError} 406 */
  streamForm(request: RequestContent, offers: Offers): Form;
  /** True if the endpoint has any representation that the client accepts. */
  takes(request: RequestContent, offers: Offers): boolean;
  /** @throws {StatusError} 406 where `takes` is false */
  checkTakes(request: RequestContent, offers: Offers): void;
  /** For content that is only available as JSON. @throws {StatusError} 406 */
  jsonForm(request: RequestContent): void;
  /** The format of an error; undefined if the client accepts none. */
  errorForm(request: RequestContent, query: URLSearchParams): Form | undefined;
  /** Every media type of objects, as errors list them. */
  readonly objectTypes: readonly string[];
}

const maxRemembered = 512;

export function createNegotiator(dialect: Dialect, gates: { readonly cbor: boolean }): Negotiator {
  return new RememberingNegotiator(dialect, gates);
}

class RememberingNegotiator implements Negotiator {
  readonly #metaGroup: string;
  readonly #json: Offer = { format: "json", mediaType: "application/json" };
  readonly #yaml: Offer = { format: "yaml", mediaType: "application/yaml" };
  readonly #protobuf: Offer;
  readonly #cbor: Offer = { format: "cbor", mediaType: "application/cbor" };
  readonly #remembered = new Map<string, Form | StatusError>();
  readonly #ofObjects: readonly Offer[];
  readonly objectTypes: readonly string[];
  /** YAML has no streaming format that clients support. */
  readonly #streamed: Offer[];
  readonly #streamTypes: string[];

  constructor(dialect: Dialect, gates: { readonly cbor: boolean }) {
    this.#metaGroup = dialect.expand("meta.{api}");
    this.#protobuf = { format: "protobuf", mediaType: dialect.protobufMediaType };
    this.#ofObjects = [this.#json, this.#yaml, this.#protobuf, ...(gates.cbor ? [this.#cbor] : [])];
    this.objectTypes = this.#ofObjects.map(({ mediaType }) => mediaType);
    this.#streamed = this.#ofObjects.filter((offer) => offer !== this.#yaml);
    this.#streamTypes = this.#streamed.map((offer) =>
      offer === this.#cbor ? cborSequence : `${offer.mediaType};stream=watch`,
    );
  }

  form(request: RequestContent, query: URLSearchParams, offers: Offers): Form {
    const accept = request.header("accept");
    const pretty = isPretty(request, query);
    const key = `${offers.of}${offers.shapes}${offers.ranges}${offers.streams}${offers.besides}${pretty} ${accept ?? ""}`;
    return this.#remember(key, () => this.#choose({ accept, offers, streaming: false, pretty }));
  }

  streamForm(request: RequestContent, offers: Offers): Form {
    const accept = request.header("accept");
    const key = `stream${offers.of}${offers.shapes} ${accept ?? ""}`;
    return this.#remember(key, () => this.#choose({ accept, offers, streaming: true, pretty: false }));
  }

  takes(request: RequestContent, offers: Offers): boolean {
    return this.#takes(request.header("accept"), offers);
  }

  checkTakes(request: RequestContent, offers: Offers): void {
    if (!this.#takes(request.header("accept"), offers)) throw noRepresentation(this.#producedBy(offers));
  }

  jsonForm(request: RequestContent): void {
    if (!namesOne(request.header("accept"), [this.#json.mediaType])) throw noRepresentation([this.#json.mediaType]);
  }

  errorForm(request: RequestContent, query: URLSearchParams): Form | undefined {
    const offers: Offers = { of: "typed", shapes: "object" };
    const accept = request.header("accept");
    const pretty = isPretty(request, query);
    const fitting = (clause: AcceptClause, { format }: Offer): boolean => this.#fits(clause, format, offers);
    const found = negotiate(accept, this.#ofObjects, fitting);
    if (found === undefined) return undefined;
    const { format, mediaType } = found.offer;
    const wantsPretty = pretty || found.clause.parameters["pretty"] === "1";
    return { format, contentType: mediaType, as: plainObject, pretty: wantsPretty };
  }

  #fits(clause: AcceptClause, format: Format, offers: Offers): boolean {
    const { stream = "" } = clause.parameters;
    if (stream !== "" && (stream !== "watch" || format === "yaml")) return false;
    const requested = asOf(clause, this.#metaGroup);
    return requested !== undefined && fits(requested, format, offers);
  }

  /** Clients send few different headers, over and over. */
  #remember(key: string, make: () => Form | StatusError): Form {
    let cached = this.#remembered.get(key);
    if (cached === undefined) {
      cached = make();
      if (this.#remembered.size >= maxRemembered) this.#remembered.clear();
      this.#remembered.set(key, cached);
    }
    if (cached instanceof StatusError) throw cached;
    return cached;
  }

  #producedBy(offers: Offers): readonly string[] {
    return [...(offers.besides ?? []), ...this.objectTypes, ...(offers.streams === true ? this.#streamTypes : [])];
  }

  // Compiled-in types negotiate by media type before an encoder is selected.
  #takes(accept: string | undefined, offers: Offers): boolean {
    return (
      offers.of !== "typed" ||
      offers.ranges === true ||
      namesOne(accept, this.#producedBy(offers).map(withoutParameters))
    );
  }

  #choose({ accept, offers, streaming, pretty }: AcceptedForm): Form | StatusError {
    if (!this.#takes(accept, offers)) return noRepresentation(this.#producedBy(offers));
    const find = (among: readonly Offer[]): ReturnType<typeof negotiate<Offer>> => {
      return negotiate(accept, among, (clause, { format }) => this.#fits(clause, format, offers));
    };
    let found = find(this.#ofObjects);
    if (found === undefined) return notAcceptable(this.objectTypes);
    if (streaming && !this.#streamed.includes(found.offer)) found = undefined;
    if (found === undefined) return notAcceptable(this.#streamTypes);
    const { offer, clause } = found;
    const as = asOf(clause, this.#metaGroup);
    const wantsPretty = pretty || clause.parameters["pretty"] === "1";
    return { format: offer.format, contentType: offer.mediaType, as: as ?? plainObject, pretty: wantsPretty };
  }
}

/** A sequence of CBOR data items. */
export const cborSequence = "application/cbor-seq";

function withoutParameters(mediaType: string): string {
  return mediaType.split(";", 1)[0] ?? mediaType;
}

/** No clause names a type that any endpoint writes. */
function noRepresentation(mediaTypes: readonly string[]): StatusError {
  return new StatusError({
    code: 406,
    reason: "NotAcceptable",
    message: `406: Not Acceptable\n\nAvailable representations: ${mediaTypes.join(", ")}`,
    details: {},
  });
}

function fits(requested: As, format: Format, { of, shapes }: Offers): boolean {
  // Extension types have no messages, but their metadata has.
  if (of !== "typed" && format === "protobuf" && requested.kind !== "partial") return false;
  if (requested.kind === "object") return true;
  if (requested.kind === "partial") return shapes !== "object";
  return shapes === "table" && format !== "protobuf" && format !== "cbor";
}

function asOf({ parameters: { as = "", v = "", g = "" } }: AcceptClause, metaGroup: string): As | undefined {
  if (as === "" && v === "" && g === "") return plainObject;
  if (g !== metaGroup) return undefined;
  if (as === "Table" && (v === "v1" || v === "v1beta1")) return { kind: "table", version: v };
  if (v !== "v1" && v !== "v1beta1") return undefined;
  if (as === "PartialObjectMetadata") return { kind: "partial", version: v, list: false };
  if (as === "PartialObjectMetadataList") return { kind: "partial", version: v, list: true };
  return undefined;
}

/** Output is indented on request, and for programs that display it. */
export function isPretty(request: RequestContent, query: URLSearchParams): boolean {
  const parameter = query.get("pretty") ?? "";
  if (parameter !== "") return trueTexts.has(parameter);
  const agent = request.header("user-agent") ?? "";
  return agent.startsWith("curl") || agent.startsWith("Wget") || agent.startsWith("Mozilla/5.0");
}

const trueTexts: ReadonlySet<string> = new Set(["1", "t", "T", "true", "True", "TRUE"]);
