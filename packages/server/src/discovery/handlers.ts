import { createHash } from "node:crypto";
import { parseAccept } from "@svc/codec";
import { contentAnswer, valueContent } from "../encode/answers.ts";
import { createNegotiator, type Negotiator, type Offers } from "../encode/form.ts";
import type { StatusParts } from "../encode/status.ts";
import type { Answer } from "../http/exchange.ts";
import type { RequestState } from "../request-state.ts";
import { methodNotServed, notServed } from "../resources/endpoint.ts";
import type { Serving } from "../serving.ts";
import { aggregated, coreVersions, groupDocument, groupList, resourceList } from "./documents.ts";

const listed: Offers = { of: "typed", shapes: "object" };
/** Groups and what is in them have always been answered to whoever takes anything of the kind. */
const grouped: Offers = { ...listed, ranges: true };

/** Answers the paths that say what is served; undefined for a group that is not. */
export type Discovery = (state: RequestState) => Answer | undefined;

/** @param serving read at each request: extension types come and go */
export function createDiscovery(
  parts: StatusParts & { readonly negotiator: Negotiator },
  serving: () => Serving,
): Discovery {
  const { schemas, dialect } = parts;
  // Of what is found out here, only resources are told in CBOR.
  const negotiator = createNegotiator(dialect, { cbor: false });
  const group = dialect.expand("apidiscovery.{api}");
  let cached: { readonly of: Serving; readonly answers: Map<string, Answer> } | undefined;

  const aggregatedAnswer = (which: "core" | "named"): Answer => {
    const current = serving();
    if (cached?.of !== current) cached = { of: current, answers: new Map() };
    const known = cached.answers.get(which);
    if (known !== undefined) return known;
    const { kind, ...rest } = aggregated(current, which) as { kind: string };
    const body = Buffer.from(`${JSON.stringify({ kind, apiVersion: `${group}/v2`, ...rest })}\n`);
    const etag = `"${createHash("sha512").update(body).digest("hex").toUpperCase()}"`;
    const headers = [
      "Content-Type",
      `application/json;g=${group};v=v2;as=APIGroupDiscoveryList`,
      "ETag",
      etag,
      "Vary",
      "Accept",
      "Cache-Control",
      "public",
    ];
    const answer: Answer = { status: 200, headers, body };
    cached.answers.set(which, answer);
    return answer;
  };

  /** Whether any clause asks for everything at once. */
  const wantsAggregated = ({ request }: RequestState): boolean =>
    parseAccept(request.header("accept") ?? "").some(
      ({ type, subtype, parameters: { g, v, as } }) =>
        type === "application" && subtype === "json" && g === group && v === "v2" && as === "APIGroupDiscoveryList",
    );

  const aggregate = (state: RequestState, which: "core" | "named"): Answer => {
    const answer = aggregatedAnswer(which);
    const etag = answer.headers[answer.headers.indexOf("ETag") + 1];
    if (etag !== undefined && state.request.header("if-none-match") === etag)
      return { status: 304, headers: answer.headers.slice(2), body: Buffer.alloc(0) };
    return answer;
  };

  const plain = (state: RequestState, document: object, offers: Offers = listed): Answer => {
    // Lists of the core group name no version of themselves.
    const { kind, apiVersion } = document as { readonly kind: string; readonly apiVersion?: string };
    const type = { schema: schemas.struct(`meta/v1.${kind}`) };
    const content = valueContent(parts, document, {
      type,
      root: apiVersion === undefined ? { kind } : { kind, apiVersion },
    });
    const by = kind === "APIResourceList" ? parts.negotiator : negotiator;
    return contentAnswer(200, content, by.form(state.request, state.info.query, offers));
  };

  return (state) => {
    const { request, info } = state;
    const [root, first, second, ...more] = segmentsOf(info.path);
    const read = request.method === "GET";
    if (root === "api") {
      if (first === undefined) {
        if (wantsAggregated(state)) return aggregate(state, "core");
        if (!read) throw methodNotServed();
        return plain(state, coreVersions(serving(), request.host));
      }
      const version = serving().version("", first);
      if (version === undefined || second !== undefined) throw notServed();
      if (!read) throw methodNotServed();
      return plain(state, resourceList(version));
    }
    if (first === undefined) {
      return wantsAggregated(state) && !info.path.endsWith("/")
        ? aggregate(state, "named")
        : plain(state, groupList(serving()), grouped);
    }
    const named = serving().groups.find((g) => g.group === first && first !== "");
    if (named === undefined) return undefined;
    if (second === undefined) return plain(state, groupDocument(named), grouped);
    const version = serving().version(first, second);
    if (version === undefined || more.length > 0) throw notServed();
    if (!read) throw methodNotServed();
    return plain(state, resourceList(version));
  };
}

/** Slashes at the end say nothing, but right behind `/apis` there can be one at most. */
function segmentsOf(path: string): readonly string[] {
  const segments = path.split("/").slice(1);
  if (segments.at(-1) === "") segments.pop();
  const least = segments[0] === "apis" ? 2 : 1;
  while (segments.length > least && segments.at(-1) === "") segments.pop();
  return segments;
}
