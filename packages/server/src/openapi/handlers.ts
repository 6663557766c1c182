import { createHash } from "node:crypto";
import type { PathHandler } from "../dispatch.ts";
import type { Answer } from "../http/exchange.ts";
import type { ServerParts } from "../parts.ts";
import type { RequestState } from "../request-state.ts";
import { methodNotServed } from "../resources/endpoint.ts";
import type { Serving } from "../serving.ts";
import { openApiV2, openApiV3 } from "./documents.ts";

interface Document {
  readonly body: Buffer;
  readonly hash: string;
}

/** `/openapi/v2`, `/openapi/v3` and what is below. Documents are made when they are first asked for. */
export function openApiPaths(parts: ServerParts): PathHandler {
  let documents = new Map<string, Document>();
  let of: Serving | undefined;
  const document = (key: string, make: () => object): Document => {
    if (of !== parts.serving) documents = new Map();
    of = parts.serving;
    let known = documents.get(key);
    if (known === undefined) {
      const body = Buffer.from(JSON.stringify(make()));
      known = { body, hash: createHash("sha512").update(body).digest("hex").toUpperCase() };
      documents.set(key, known);
    }
    return known;
  };
  const byPath = (): ReadonlyMap<string, () => Document> => {
    const found = new Map<string, () => Document>();
    for (const { versions } of parts.serving.groups) {
      for (const served of versions) {
        const path = served.group === "" ? `api/${served.version}` : `apis/${served.group}/${served.version}`;
        found.set(path, () => document(path, () => openApiV3(parts, served)));
      }
    }
    return found;
  };
  return (state) => {
    const { path } = state.info;
    if (path === "/openapi/v2")
      return answerDocument(
        state,
        document("v2", () => openApiV2(parts, parts.serving)),
      );
    if (path === "/openapi/v3" || path === "/openapi/v3/") return index(byPath());
    if (!path.startsWith("/openapi/v3/")) return undefined;
    const found = byPath().get(path.slice("/openapi/v3/".length));
    if (found === undefined) return { status: 404, headers: [], body: Buffer.alloc(0) };
    if (state.request.method !== "GET" && state.request.method !== "HEAD") throw methodNotServed();
    return answerVersioned(state, found());
  };
}

function index(paths: ReadonlyMap<string, () => Document>): Answer {
  const entries = [...paths].sort(([a], [b]) => (a < b ? -1 : 1));
  const list = entries.map(([path, document]) => [
    path,
    { serverRelativeURL: `/openapi/v3/${path}?hash=${document().hash}` },
  ]);
  const body = Buffer.from(JSON.stringify({ paths: Object.fromEntries(list) }));
  return { status: 200, headers: ["Content-Type", "application/json"], body };
}

/** An address with the document's hash never changes what it answers; one with another hash leads there. */
function answerVersioned(state: RequestState, document: Document): Answer {
  const { query, path } = state.info;
  const asked = query.get("hash");
  if (asked !== null && asked !== document.hash) {
    return {
      status: 301,
      headers: [
        "Content-Type",
        "application/json",
        "ETag",
        `"${document.hash}"`,
        "Location",
        `${path}?hash=${document.hash}`,
        "Vary",
        "Accept",
      ],
      body: Buffer.alloc(0),
    };
  }
  const answer = answerDocument(state, document);
  if (asked === null) return answer;
  const expires = "Thu, 31 Dec 2037 23:55:55 GMT";
  return { ...answer, headers: ["Cache-Control", "public, immutable", "Expires", expires, ...answer.headers] };
}

function answerDocument({ request }: RequestState, { body, hash }: Document): Answer {
  const etag = `"${hash}"`;
  const headers = ["Content-Type", "application/json", "ETag", etag, "Vary", "Accept"];
  if (request.header("if-none-match") === etag)
    return { status: 304, headers: headers.slice(2), body: Buffer.alloc(0) };
  return { status: 200, headers, body };
}
