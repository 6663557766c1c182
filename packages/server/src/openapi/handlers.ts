import { createHash } from "node:crypto";
import type { MaybePromise, Steps, Turns } from "@svc/base";
import { negotiate, parseAccept } from "@svc/codec";
import type { HttpResponse } from "@svc/http";
import type { Dialect } from "@svc/meta";
import {
  type DocumentOptions,
  openapiV2ProtobufSteps,
  openapiV2Steps,
  openapiV3Documents,
  openapiV3Protobuf,
} from "@svc/openapi";
import {
  createCommonSchemas,
  derivedFrom,
  type JsonObject,
  type ResourceCatalog,
  type Schemas,
  type ServedGroup,
} from "@svc/schema";
import type { OpenApiV3Entry } from "../discovery/extension-groups.ts";
import type { ServedGroups } from "../discovery/served-groups.ts";
import type { PathHandler } from "../request/handlers.ts";
import type { RequestState } from "../request/request-state.ts";
import { type ByteCache, createByteCache } from "./byte-cache.ts";
import { computedInTurns } from "./computed-in-turns.ts";
import { unmetCondition } from "./condition.ts";
import { hashedJsonSteps } from "./json-steps.ts";
import { refusesGzip } from "./refuses-gzip.ts";
import { sharedKindVersionsOfExtensions } from "./shared-kind-versions.ts";

interface OpenApiDeps {
  readonly dialect: Dialect;
  readonly schemas: Schemas;
  readonly catalog: ResourceCatalog;
  readonly groups: ServedGroups;
  readonly turns: Turns;
}

type DocumentForm = "json" | "protobuf";

/** One document; its hash is that of its JSON in either form. */
interface Document {
  readonly hash: string;
  readonly body: (form: DocumentForm) => Buffer;
}

/**
 * The maximum bytes of cached documents of version 3: those of thousands of types would take
 * hundreds of megabytes. The hashes of all documents stay.
 */
const maxCachedBytes = 32 * 1024 * 1024;

const v2Type = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
const v3Type = "application/com.github.proto-openapi.spec.v3.v1.0+protobuf";

/** `/openapi/v2`, `/openapi/v3` and paths below. Documents are created on first use. */
export function openApiPaths(deps: OpenApiDeps): PathHandler {
  const cache = createByteCache(maxCachedBytes);
  const documents = createDocuments(deps, cache);
  const { groups, catalog } = deps;
  const ofExtensions = new WeakMap<JsonObject, () => Document>();
  const extensionDocument = (object: JsonObject): Document => {
    let document = ofExtensions.get(object);
    if (document === undefined) ofExtensions.set(object, (document = v3Document(() => object, cache)));
    return document();
  };
  const index = computedInTurns(deps, function* () {
    const entries = groups.openApiV3();
    const urls = yield* ownUrls(documents());
    for (const [path, entry] of entries) urls.set(path, urlOf(path, entry, extensionDocument));
    return indexOf(urls);
  });
  const v2In = (form: DocumentForm): (() => MaybePromise<Document>) =>
    computedInTurns(deps, function* () {
      const { groups: all } = catalog.snapshot();
      return yield* v2Steps(form, groups, documentOptions(deps, all));
    });
  const v2 = { json: v2In("json"), protobuf: v2In("protobuf") };
  return (state) => {
    const { path } = state.info;
    if (path === "/openapi/v2") {
      const form = formFor(state, v2Type);
      if (form === undefined) return varying(notAcceptable);
      const keepsEncoding = refusesGzip(state.request.header("accept-encoding"));
      return mapped(v2[form](), (document) => ({
        ...varying(documentResponse(state, { document, form, protobufType: v2Type })),
        keepsEncoding,
      }));
    }
    if (path === "/openapi/v3") return mapped(index(), (response) => untagged(state, response));
    if (!path.startsWith("/openapi/v3/")) return undefined;
    const name = path.slice("/openapi/v3/".length);
    const entry = groups.openApiV3().get(name);
    if (entry !== undefined)
      return "handler" in entry ? entry.handler(state) : versionedResponse(state, extensionDocument(entry.document));
    const found = documents().get(name);
    if (found === undefined) return { status: 404, headers: [], body: Buffer.alloc(0) };
    return versionedResponse(state, found());
  };
}

/**
 * The format that a client accepts. Clients spell the protobuf type in two ways; JSON is the
 * default for any type.
 */
function formFor({ request }: RequestState, protobufType: string): DocumentForm | undefined {
  const protobuf = [protobufType, protobufType.replace(".v1.0", "@v1.0")];
  const offers = [
    { mediaType: "application/json", form: "json" as const },
    ...protobuf.map((mediaType) => ({ mediaType, form: "protobuf" as const })),
  ];
  const accept = request.header("accept");
  // A subtype alone is enough here.
  return negotiate(accept?.replace("*/json", "application/json"), offers, () => true)?.offer.form;
}

/** The response when no format is acceptable. */
const notAcceptable: HttpResponse = { status: 406, headers: ["Vary", "Accept"], body: Buffer.alloc(0) };

const nothing: HttpResponse = { status: 200, headers: [], body: Buffer.alloc(0) };

type Documents = ReadonlyMap<string, () => Document>;

/**
 * Documents of version 3 by their path. Those of a group are cached while nothing in it changes.
 */
function createDocuments(deps: OpenApiDeps, cache: ByteCache): () => Documents {
  const versionsOfExtensions = derivedFrom(deps.catalog, sharedKindVersionsOfExtensions(deps.dialect));
  const ofExtensions = createCommonSchemas(deps.dialect, versionsOfExtensions);
  const v3Of = (described: readonly ServedGroup[]): Documents => {
    const options = {
      ...documentOptions(deps, described),
      extensionStructs: (name: string) => ofExtensions.struct(name),
    };
    return new Map([...openapiV3Documents(options)].map(([path, make]) => [path, v3Document(make, cache)]));
  };
  const ofServer = v3Of([]);
  const byGroup = new WeakMap<ServedGroup, Documents>();
  const ofGroup = (group: ServedGroup): Documents => {
    let documents = byGroup.get(group);
    if (documents === undefined) byGroup.set(group, (documents = v3Of([group])));
    return documents;
  };
  const { groups, catalog } = deps;
  return groups.derive(() => {
    const { groups: all } = catalog.snapshot();
    return new Map([...all.flatMap((group) => [...ofGroup(group)]), ...ofServer]);
  });
}

function documentOptions({ dialect, schemas }: OpenApiDeps, described: readonly ServedGroup[]): DocumentOptions {
  const served = described.flatMap((g) => g.versions.flatMap((v) => [...v.resources.values()]));
  const versions = new Set(served.map(({ version }) => version));
  return {
    dialect,
    definitions: [...new Set(served.map(({ definition }) => definition))],
    structs: (name) => schemas.struct(name),
    serves: (version) => versions.has(version),
  };
}

/** The document of version 2 in one form, of all that is served, with what extensions add. */
function* v2Steps(form: DocumentForm, { openApiV2 }: ServedGroups, options: DocumentOptions): Steps<Document> {
  const document = openApiV2(yield* openapiV2Steps(options));
  const { json, hash } = yield* hashedJsonSteps(document);
  const body = form === "json" ? json : Buffer.from(yield* openapiV2ProtobufSteps(document));
  return { hash, body: () => body };
}

function mapped<T, R>(value: MaybePromise<T>, map: (value: T) => R): MaybePromise<R> {
  return value instanceof Promise ? value.then(map) : map(value);
}

/** A response without a tag, where conditions of the request admit it. */
function untagged(state: RequestState, response: HttpResponse): HttpResponse {
  const unmet = conditionOf(state, "");
  return unmet === undefined ? response : { status: unmet, headers: [], body: Buffer.alloc(0) };
}

function conditionOf({ info, request }: RequestState, etag: string): 304 | 412 | undefined {
  return unmetCondition(info.method ?? "", etag, (name) => request.header(name));
}

/** A document whose forms are created on demand, and again after they were evicted. */
function v3Document(make: () => JsonObject, cache: ByteCache): () => Document {
  const [jsonKey, protobufKey] = [{}, {}];
  const json = (): Buffer => cache.get(jsonKey, () => Buffer.from(JSON.stringify(make())));
  const protobuf = (): Buffer => cache.get(protobufKey, () => Buffer.from(openapiV3Protobuf(make())));
  let document: Document | undefined;
  return () =>
    (document ??= {
      hash: createHash("sha512").update(json()).digest("hex").toUpperCase(),
      body: (form) => (form === "json" ? json() : protobuf()),
    });
}

function versionedUrl(path: string, { hash }: Document): string {
  return `/openapi/v3/${path}?hash=${hash}`;
}

function urlOf(path: string, entry: OpenApiV3Entry, documentOf: (object: JsonObject) => Document): string {
  return "handler" in entry ? entry.serverRelativeUrl : versionedUrl(path, documentOf(entry.document));
}

function* ownUrls(documents: Documents): Steps<Map<string, string>> {
  const urls = new Map<string, string>();
  for (const [path, document] of documents) {
    urls.set(path, versionedUrl(path, document()));
    yield;
  }
  return urls;
}

function indexOf(urls: ReadonlyMap<string, string>): HttpResponse {
  const list = [...urls].sort(([a], [b]) => (a < b ? -1 : 1));
  const paths = Object.fromEntries(list.map(([path, url]) => [path, { serverRelativeURL: url }]));
  const body = Buffer.from(JSON.stringify({ paths }));
  return { status: 200, headers: ["Content-Type", "text/plain; charset=utf-8"], body };
}

/** A URL with the document's hash is immutable; one with another hash redirects to it. */
function versionedResponse(state: RequestState, document: Document): HttpResponse {
  const { query, path } = state.info;
  const requestedHash = query.get("hash") || null;
  if (requestedHash !== null && requestedHash !== document.hash) {
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
  // A header that names no type accepts nothing.
  const accept = state.request.header("accept") ?? "";
  if (accept.trim() !== "" && parseAccept(accept).length === 0) return nothing;
  const form = formFor(state, v3Type);
  if (form === undefined) return notAcceptable;
  const response = documentResponse(state, { document, form, protobufType: v3Type });
  if (requestedHash === null) return response;
  const expires = "Thu, 31 Dec 2037 23:55:55 GMT";
  return { ...response, headers: ["Cache-Control", "public, immutable", "Expires", expires, ...response.headers] };
}

interface DocumentToSend {
  readonly document: Document;
  readonly form: DocumentForm;
  readonly protobufType: string;
}

function documentResponse(state: RequestState, { document, form, protobufType }: DocumentToSend): HttpResponse {
  const { hash, body } = document;
  const etag = `"${hash}"`;
  const headers = ["ETag", etag, "Vary", "Accept"];
  const typed = ["Content-Type", form === "json" ? "application/json" : protobufType, ...headers];
  const unmet = conditionOf(state, etag);
  if (unmet === 304) return { status: 304, headers, body: Buffer.alloc(0) };
  if (unmet === 412) return { status: 412, headers: typed, body: Buffer.alloc(0) };
  return { status: 200, headers: typed, body: body(form) };
}

/** The version 2 document sets Vary even when it is not compressed. */
function varying(answer: HttpResponse): HttpResponse {
  return { ...answer, headers: ["Vary", "Accept-Encoding", ...answer.headers] };
}
