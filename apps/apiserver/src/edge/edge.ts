import { compileRegex } from "@svc/base/regex";
import type { HttpResponse } from "@svc/http";
import { mapResponse, type PlacedStage, type ServerExtension, type Stage } from "@svc/server";
import type { EdgeFlags } from "../command-line/edge-flags.ts";

type EdgeOptions = Pick<EdgeFlags, "corsAllowedOrigins" | "strictTransportSecurityDirectives">;

/** The extension that sets the response headers for browsers. */
export function edge({ corsAllowedOrigins, strictTransportSecurityDirectives }: EdgeOptions): ServerExtension {
  const stages: readonly Stage[] = [
    ...(strictTransportSecurityDirectives.length > 0 ? [strictTransportStage(strictTransportSecurityDirectives)] : []),
    ...(corsAllowedOrigins.length > 0 ? [corsStage(corsAllowedOrigins)] : []),
  ];
  const placed = stages.map((stage): PlacedStage => ({ after: "parsing", stage }));
  return { name: "edge", stages: () => placed };
}

function withHeaders(response: HttpResponse, headers: readonly string[]): HttpResponse {
  return { ...response, headers: [...response.headers, ...headers] };
}

/** Source: RFC 6797. */
function strictTransportStage(directives: readonly string[]): Stage {
  const headers = ["Strict-Transport-Security", directives.join("; ")];
  return (state, next) => mapResponse(next(state), (response) => withHeaders(response, headers));
}

/** The methods and headers that pages of an allowed origin may use. */
const corsHeaders = [
  ...["Access-Control-Allow-Methods", "POST, GET, OPTIONS, PUT, DELETE, PATCH"],
  "Access-Control-Allow-Headers",
  "Content-Type, Content-Length, Accept-Encoding, X-CSRF-Token, Authorization, X-Requested-With, If-Modified-Since",
  ...["Access-Control-Expose-Headers", "Date"],
  ...["Access-Control-Allow-Credentials", "true"],
];
/** Longer ones are no origins: the name of a host has at most 253 characters. */
const maxOriginLength = 512;

/** Source: the CORS protocol of the Fetch standard. */
function corsStage(patterns: readonly string[]): Stage {
  const regexes = patterns.map((pattern) => compileRegex(pattern));
  // Origins are short, and the expressions are the administrator's: there is nothing to count.
  const isAllowed = (origin: string): boolean =>
    origin.length <= maxOriginLength && regexes.some((regex) => regex.test(origin, () => undefined));
  return (state, next) => {
    const origin = state.request.header("origin");
    if (origin === undefined || !isAllowed(origin)) return next(state);
    const headers = ["Access-Control-Allow-Origin", origin, ...corsHeaders];
    // A browser sends the preflight request without credentials.
    if (state.info.method === "OPTIONS") return { status: 204, headers, body: Buffer.alloc(0) };
    return mapResponse(next(state), (response) => withHeaders(response, headers));
  };
}
