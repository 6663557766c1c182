import { type AcceptClause, type Format, namesOne, negotiate } from "@svc/codec";
import { type Dialect, notAcceptable, StatusError } from "@svc/meta";
import type { HttpRequest } from "../http/exchange.ts";

/** What an object is turned into before it is written. */
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

/** What an endpoint can write. */
export interface Offers {
  /** Without protobuf: extension types have none. */
  readonly protobuf: boolean;
  readonly cbor: boolean;
  /** What answers can be turned into: nothing else, partial objects, or these and tables. */
  readonly shapes: "object" | "metadata" | "table";
  /** Whether a range such as `application/*` is enough to be answered. @default false */
  readonly ranges?: boolean;
}

interface Offer {
  readonly format: Format;
  readonly mediaType: string;
}

const plainObject: As = { kind: "object" };

/** Negotiates for one server. */
export interface Negotiator {
  /** @throws {StatusError} 406 */
  form(request: HttpRequest, query: URLSearchParams, offers: Offers): Form;
  /** @throws {StatusError} 406 */
  streamForm(request: HttpRequest, offers: Offers): Form;
  /** For what is only JSON. @throws {StatusError} 406 */
  jsonForm(request: HttpRequest): void;
  /** The form of an error: that which was asked for, else JSON in lines. */
  errorForm(request: HttpRequest, query: URLSearchParams): Form;
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

  const offersOf = (offers: Offers, streaming: boolean): readonly Offer[] => [
    json,
    ...(streaming ? [] : [yaml]),
    ...(offers.protobuf ? [protobuf] : []),
    ...(offers.cbor && gates.cbor ? [cbor] : []),
  ];

  const choose = (
    accept: string | undefined,
    offers: Offers,
    streaming: boolean,
    pretty: boolean,
  ): Form | StatusError => {
    const known = mediaTypesOf(offersOf(offers, false));
    const streams = mediaTypesOf(offersOf(offers, true)).map((type) => `${type};stream=watch`);
    if (offers.ranges !== true && !namesOne(accept, known)) return noRepresentation([...known, ...streams]);
    const list = offersOf(offers, streaming);
    const found = negotiate(accept, list, (clause, { format }) => fits(clause, format, offers, metaGroup));
    if (found !== undefined) {
      const { offer, clause } = found;
      const as = asOf(clause, metaGroup);
      const wantsPretty = pretty || clause.parameters["pretty"] === "1";
      return { format: offer.format, contentType: offer.mediaType, as: as ?? plainObject, pretty: wantsPretty };
    }
    return notAcceptable(streaming ? streams : known);
  };

  return {
    form: (request, query, offers) => {
      const accept = request.header("accept");
      const pretty = isPretty(request, query);
      const key = `${offers.protobuf}${offers.cbor}${offers.shapes}${offers.ranges}${pretty} ${accept ?? ""}`;
      return remember(key, () => choose(accept, offers, false, pretty));
    },
    streamForm: (request, offers) => {
      const accept = request.header("accept");
      const key = `stream${offers.protobuf}${offers.cbor}${offers.shapes} ${accept ?? ""}`;
      return remember(key, () => choose(accept, offers, true, false));
    },
    jsonForm: (request) => {
      if (!namesOne(request.header("accept"), [json.mediaType])) throw noRepresentation([json.mediaType]);
    },
    errorForm: (request, query) => {
      const offers: Offers = { protobuf: true, cbor: true, shapes: "object" };
      const accept = request.header("accept");
      const pretty = isPretty(request, query);
      const fitting = (clause: AcceptClause, { format }: Offer): boolean => fits(clause, format, offers, metaGroup);
      const found = negotiate(accept, offersOf(offers, false), fitting);
      if (found === undefined) return { format: "json", contentType: json.mediaType, as: plainObject, pretty: true };
      const { format, mediaType } = found.offer;
      const wantsPretty = pretty || found.clause.parameters["pretty"] === "1";
      return { format, contentType: mediaType, as: plainObject, pretty: wantsPretty };
    },
  };
}

function mediaTypesOf(offers: readonly Offer[]): readonly string[] {
  return offers.map(({ mediaType }) => mediaType);
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

function fits(clause: AcceptClause, format: Format, { shapes }: Offers, metaGroup: string): boolean {
  const { stream = "" } = clause.parameters;
  if (stream !== "" && (stream !== "watch" || format === "yaml")) return false;
  const wanted = asOf(clause, metaGroup);
  if (wanted === undefined) return false;
  if (wanted.kind === "object") return true;
  return wanted.kind === "table" ? shapes === "table" && format !== "protobuf" : shapes !== "object";
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

/** People get lines: when they ask for them, and when their programs look as if they read. */
function isPretty(request: HttpRequest, query: URLSearchParams): boolean {
  const asked = query.get("pretty") ?? "";
  if (asked !== "") return trueTexts.has(asked);
  const agent = request.header("user-agent") ?? "";
  return agent.startsWith("curl") || agent.startsWith("Wget") || agent.startsWith("Mozilla/5.0");
}

const trueTexts: ReadonlySet<string> = new Set(["1", "t", "T", "true", "True", "TRUE"]);
