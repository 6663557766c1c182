import { createHash } from "node:crypto";
import { negotiate } from "@svc/codec";
import { type DocumentOptions, openapiV2Document, openapiV3Documents } from "@svc/schema";
import type { PathHandler } from "../dispatch.ts";
import type { Answer } from "../http/exchange.ts";
import type { ServerParts } from "../parts.ts";
import type { RequestState } from "../request-state.ts";
import type { Serving } from "../serving.ts";

interface Document {
  readonly body: Buffer;
  readonly hash: string;
}

/** `/openapi/v2`, `/openapi/v3` and what is below. Documents are made when they are first asked for. */
export function openApiPaths(parts: ServerParts): PathHandler {
  let current: Documents | undefined;
  const documents = (): Documents => {
    if (current?.of !== parts.serving) current = createDocuments(parts);
    return current;
  };
  return (state) => {
    const { path } = state.info;
    if (path === "/openapi/v2") return takesJson(state) ? answerDocument(state, documents().v2()) : notTaken;
    if (path === "/openapi/v3") return index(documents().v3);
    if (!path.startsWith("/openapi/v3/")) return undefined;
    const found = documents().v3.get(path.slice("/openapi/v3/".length));
    if (found === undefined) return { status: 404, headers: [], body: Buffer.alloc(0) };
    return takesJson(state) ? answerVersioned(state, found()) : notTaken;
  };
}

function takesJson({ request }: RequestState): boolean {
  return negotiate(request.header("accept"), [{ mediaType: "application/json" }], () => true) !== undefined;
}

/** For who takes no document that there is. */
const notTaken: Answer = { status: 406, headers: [], body: Buffer.alloc(0) };

interface Documents {
  readonly of: Serving;
  readonly v2: () => Document;
  readonly v3: ReadonlyMap<string, () => Document>;
}

function createDocuments({ dialect, schemas, serving }: ServerParts): Documents {
  const served = new Set(
    serving.groups.flatMap((g) => g.versions.flatMap((v) => [...v.resources.values()])).map((r) => r.version),
  );
  const options: DocumentOptions = {
    dialect,
    definitions: serving.definitions,
    structs: (name) => schemas.struct(name),
    serves: (version) => served.has(version),
  };
  const v3 = [...openapiV3Documents(options)].map(([path, make]) => [path, once(make)] as const);
  return { of: serving, v2: once(() => openapiV2Document(options)), v3: new Map(v3) };
}

function once(make: () => object): () => Document {
  let made: Document | undefined;
  return () => {
    if (made === undefined) {
      const body = Buffer.from(JSON.stringify(make()));
      made = { body, hash: createHash("sha512").update(body).digest("hex").toUpperCase() };
    }
    return made;
  };
}

function index(paths: ReadonlyMap<string, () => Document>): Answer {
  const entries = [...paths].sort(([a], [b]) => (a < b ? -1 : 1));
  const list = entries.map(([path, document]) => [
    path,
    { serverRelativeURL: `/openapi/v3/${path}?hash=${document().hash}` },
  ]);
  const body = Buffer.from(JSON.stringify({ paths: Object.fromEntries(list) }));
  return { status: 200, headers: ["Content-Type", "text/plain; charset=utf-8"], body };
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
