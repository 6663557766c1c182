import { type AcceptClause, type Format, namesOne, negotiate } from "@svc/codec";
import { type Dialect, notAcceptable, StatusError } from "@svc/meta";
import type { RequestContent } from "../request/request-state.ts";

/** The representation of an object: itself, its metadata, or a table. */
export type As =
  | { readonly kind: "object" }
  | { readonly kind: "table"; readonly version: "v1" | "v1beta1" }
  | { readonly kind: "partial"; readonly version: "v1" | "v1beta1"; readonly list: boolean };

/** How an answer is written. */
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
  /** Whether a range such as `application/*` is accepted. @default false */
  readonly ranges?: boolean;
  /** Whether the endpoint also streams, which errors mention. @default false */
  readonly streams?: boolean;
  /** Types that the endpoint writes itself, in addition to objects. @default none */
  readonly besides?: readonly string[];
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
  /** Whether an endpoint writes anything that the client takes, whatever becomes of the request. */
  takes(request: RequestContent, offers: Offers): boolean;
  /** @throws {StatusError} 406 where `takes` is false */
  checkTakes(request: RequestContent, offers: Offers): void;
  /** For what is only JSON. @throws {StatusError} 406 */
  jsonForm(request: RequestContent): void;
  /** The format of an error: the requested one, else indented JSON. */
  errorForm(request: RequestContent, query: URLSearchParams): Form;
  /** Every media type of objects, as errors list them. */
  readonly objectTypes: readonly string[];
}

const maxRemembered = 512;

export function createNegotiator(dialect: Dialect, gates: { readonly cbor: boolean }): Negotiator {
  const metaGroup = dialect.expand("meta.{api}");
  const json: Offer = { format: "json", mediaType: "application/json" };
  const yaml: Offer = { format: "yaml", mediaType: "application/yaml" };
  const protobuf: Offer = { format: "protobuf", mediaType: dialect.protobufMediaType };
  const cbor: Offer = { format: "cbor", mediaType: "application/cbor" };
  const remembered = new Map<string, Form | StatusError>();

  /** Clients send few different headers, over and over. */
  const remember = (key: string, make: () => Form | StatusError): Form => {
    let known = remembered.get(key);
    if (known === undefined) {
      known = make();
      if (remembered.size >= maxRemembered) remembered.clear();
      remembered.set(key, known);
    }
    if (known instanceof StatusError) throw known;
    return known;
  };

  const ofObjects: readonly Offer[] = [json, yaml, protobuf, ...(gates.cbor ? [cbor] : [])];
  const objectTypes = ofObjects.map(({ mediaType }) => mediaType);
  /** YAML has no streaming format that clients support. */
  const streamed = ofObjects.filter((offer) => offer !== yaml);
  const streamTypes = streamed.map((offer) => (offer === cbor ? cborSequence : `${offer.mediaType};stream=watch`));

  const producedBy = (offers: Offers): readonly string[] => [
    ...(offers.besides ?? []),
    ...objectTypes,
    ...(offers.streams === true ? streamTypes : []),
  ];
  // Compiled-in types negotiate by media type before an encoder is selected.
  const takes = (accept: string | undefined, offers: Offers): boolean =>
    offers.of !== "typed" || offers.ranges === true || namesOne(accept, producedBy(offers).map(withoutParameters));

  const choose = (
    accept: string | undefined,
    offers: Offers,
    streaming: boolean,
    pretty: boolean,
  ): Form | StatusError => {
    if (!takes(accept, offers)) return noRepresentation(producedBy(offers));
    const find = (among: readonly Offer[]): ReturnType<typeof negotiate<Offer>> => {
      return negotiate(accept, among, (clause, { format }) => fits(clause, format, offers, metaGroup));
    };
    let found = find(ofObjects);
    if (found === undefined) return notAcceptable(objectTypes);
    if (streaming && !streamed.includes(found.offer)) found = undefined;
    if (found === undefined) return notAcceptable(streamTypes);
    const { offer, clause } = found;
    const as = asOf(clause, metaGroup);
    const wantsPretty = pretty || clause.parameters["pretty"] === "1";
    return { format: offer.format, contentType: offer.mediaType, as: as ?? plainObject, pretty: wantsPretty };
  };

  return {
    form: (request, query, offers) => {
      const accept = request.header("accept");
      const pretty = isPretty(request, query);
      const key = `${offers.of}${offers.shapes}${offers.ranges}${offers.streams}${offers.besides}${pretty} ${accept ?? ""}`;
      return remember(key, () => choose(accept, offers, false, pretty));
    },
    streamForm: (request, offers) => {
      const accept = request.header("accept");
      const key = `stream${offers.of}${offers.shapes} ${accept ?? ""}`;
      return remember(key, () => choose(accept, offers, true, false));
    },
    takes: (request, offers) => takes(request.header("accept"), offers),
    checkTakes(request, offers) {
      if (!takes(request.header("accept"), offers)) throw noRepresentation(producedBy(offers));
    },
    jsonForm: (request) => {
      if (!namesOne(request.header("accept"), [json.mediaType])) throw noRepresentation([json.mediaType]);
    },
    errorForm: (request, query) => {
      const offers: Offers = { of: "typed", shapes: "object" };
      const accept = request.header("accept");
      const pretty = isPretty(request, query);
      const fitting = (clause: AcceptClause, { format }: Offer): boolean => fits(clause, format, offers, metaGroup);
      const found = negotiate(accept, ofObjects, fitting);
      if (found === undefined) return { format: "json", contentType: json.mediaType, as: plainObject, pretty: true };
      const { format, mediaType } = found.offer;
      const wantsPretty = pretty || found.clause.parameters["pretty"] === "1";
      return { format, contentType: mediaType, as: plainObject, pretty: wantsPretty };
    },
    objectTypes,
  };
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

function fits(clause: AcceptClause, format: Format, { of, shapes }: Offers, metaGroup: string): boolean {
  const { stream = "" } = clause.parameters;
  if (stream !== "" && (stream !== "watch" || format === "yaml")) return false;
  const wanted = asOf(clause, metaGroup);
  if (wanted === undefined) return false;
  // Extension types have no messages, but their metadata has.
  if (of !== "typed" && format === "protobuf" && wanted.kind !== "partial") return false;
  if (wanted.kind === "object") return true;
  if (wanted.kind === "partial") return shapes !== "object";
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
  const asked = query.get("pretty") ?? "";
  if (asked !== "") return trueTexts.has(asked);
  const agent = request.header("user-agent") ?? "";
  return agent.startsWith("curl") || agent.startsWith("Wget") || agent.startsWith("Mozilla/5.0");
}

const trueTexts: ReadonlySet<string> = new Set(["1", "t", "T", "true", "True", "TRUE"]);
