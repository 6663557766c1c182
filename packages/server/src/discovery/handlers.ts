import { createHash } from "node:crypto";
import { parseAccept } from "@svc/codec";
import type { HttpResponse } from "@svc/http";
import type { Counter } from "@svc/metrics";
import type { ResourceCatalog } from "@svc/schema";
import { createNegotiator, type Form, isPretty, type Negotiator, type Offers, plainObject } from "../encode/form.ts";
import type { StatusParts } from "../encode/response-deps.ts";
import { type Content, contentResponse, valueContent } from "../encode/responses.ts";
import { serialize } from "../encode/serialize.ts";
import type { RequestState } from "../request/request-state.ts";
import { isExtensionGroup, methodNotServed, notServed } from "../request/route.ts";
import {
  aggregatedList,
  aggregatedVersions,
  coreVersions,
  groupDocument,
  groupList,
  resourceList,
} from "./documents.ts";
import type { AggregatedGroup } from "./extension-groups.ts";
import type { ServedGroups } from "./served-groups.ts";

const listed: Offers = { of: "typed", shapes: "object" };
/** For compatibility, documents of groups and versions of extension types accept media ranges. */
const grouped: Offers = { ...listed, ranges: true };

/** All groups, their versions and resources in one document. */
interface Everything {
  readonly content: Content;
  /** The document in each form. */
  readonly etag: string;
  /** By format, and whether it is indented. */
  readonly answers: Map<string, HttpResponse>;
}

/** Responds to discovery paths; undefined for an unknown group. */
export type Discovery = (state: RequestState) => HttpResponse | undefined;

interface DiscoveryDeps {
  readonly responses: StatusParts & { readonly negotiator: Negotiator };
  readonly catalog: ResourceCatalog;
  readonly groups: ServedGroups;
  /** `host:port` of the server; undefined for that of each request. */
  readonly externalAddress: string | undefined;
  /** Counts how often an aggregated document was made. */
  readonly aggregations: Counter;
}

/** Makes the handler of `/api`, `/apis` and the groups and versions below them. */
export function createDiscovery(deps: DiscoveryDeps): Discovery {
  const { catalog, groups, externalAddress } = deps;
  const documents = new DiscoveryDocuments(deps);
  // The original serves the document of this group alone in the way of resource lists.
  const registrationGroup = deps.responses.dialect.expand("apiregistration.{api}");
  const ofCore = (state: RequestState, [name, ...more]: readonly string[]): HttpResponse => {
    const { request, info } = state;
    if (name === undefined) {
      if (info.method !== "GET") throw methodNotServed();
      const aggregated = documents.aggregated(state, "core");
      if (aggregated !== undefined) return aggregated;
      return documents.plain(state, coreVersions(catalog.snapshot(), externalAddress ?? request.host));
    }
    const version = catalog.snapshot().version("", name);
    if (version === undefined || more.length > 0) throw notServed();
    if (info.method !== "GET") throw methodNotServed();
    return documents.plain(state, resourceList(version));
  };
  const ofGroups = (state: RequestState, segments: readonly string[]): HttpResponse | undefined => {
    const { path, method } = state.info;
    const [group, name, ...more] = segments;
    if (group === undefined) {
      const aggregated = path.endsWith("/") ? undefined : documents.aggregated(state, "named");
      return aggregated ?? documents.plain(state, groupList(groups.plain()), grouped);
    }
    if (name === undefined) {
      const isRegistration = group === registrationGroup;
      if (method !== "GET" && (isRegistration || path.endsWith("//"))) throw methodNotServed();
      const named = groups.plain().find((served) => served.name === group);
      if (named === undefined) return undefined;
      return documents.plain(state, groupDocument(named), isRegistration ? listed : grouped);
    }
    if (catalog.snapshot().group(group) === undefined) return undefined;
    const version = catalog.snapshot().version(group, name);
    // There is no document for a version that a group of extension types does not have.
    if (version === undefined && isExtensionGroup(catalog.snapshot(), group)) return undefined;
    if (version === undefined || more.length > 0) throw notServed();
    if (method !== "GET") throw methodNotServed();
    return documents.plain(state, resourceList(version), version.isOfExtensions ? grouped : listed);
  };
  return (state) => {
    const [root, ...segments] = segmentsOf(state.info.path);
    return root === "api" ? ofCore(state, segments) : ofGroups(state, segments);
  };
}

type Which = "core" | "named";

/** Serves discovery documents in the requested form. */
class DiscoveryDocuments {
  readonly #deps: DiscoveryDeps;
  // Only the resource lists of built-in types support CBOR.
  readonly #negotiator: Negotiator;
  readonly #group: string;
  readonly #aggregatedForms: readonly Form[];
  readonly #known: () => Map<string, Everything>;

  constructor(deps: DiscoveryDeps) {
    const { dialect } = deps.responses;
    this.#deps = deps;
    this.#negotiator = createNegotiator(dialect, { cbor: false });
    this.#group = dialect.expand("apidiscovery.{api}");
    this.#aggregatedForms = [
      { format: "json", contentType: "application/json", as: plainObject, pretty: false },
      { format: "yaml", contentType: "application/yaml", as: plainObject, pretty: false },
      { format: "protobuf", contentType: dialect.protobufMediaType, as: plainObject, pretty: false },
    ];
    this.#known = deps.groups.derive(() => new Map<string, Everything>());
  }

  plain(state: RequestState, document: object, offers: Offers = listed): HttpResponse {
    const { responses } = this.#deps;
    const { request, info } = state;
    // Lists of the core group name no version of themselves.
    const { kind, apiVersion } = document as { readonly kind: string; readonly apiVersion?: string };
    const type = { schema: responses.schemas.struct(`meta/v1.${kind}`) };
    const content = valueContent(responses, document, {
      type,
      root: apiVersion === undefined ? { kind } : { kind, apiVersion },
    });
    const by = kind === "APIResourceList" && offers === listed ? responses.negotiator : this.#negotiator;
    const form = by.form(request, info.query, offers);
    return serialize(state, form, () => contentResponse(200, content, form));
  }

  /** The aggregated document; undefined if the request does not accept it. */
  aggregated(state: RequestState, which: Which): HttpResponse | undefined {
    const form = this.#aggregatedForm(state);
    if (form === undefined) return undefined;
    const { content, etag, answers } = this.#everything(which);
    const caching = ["ETag", etag, "Vary", "Accept", "Cache-Control", "public"];
    if (state.request.header("if-none-match") === etag) return { status: 304, headers: caching, body: Buffer.alloc(0) };
    const key = `${form.format} ${form.pretty}`;
    const contentType = `${form.contentType};g=${this.#group};v=v2;as=APIGroupDiscoveryList`;
    return serialize(state, { contentType }, () => {
      let answer = answers.get(key);
      if (answer === undefined) {
        const { body } = contentResponse(200, content, form);
        answer = { status: 200, headers: ["Content-Type", contentType, ...caching], body };
        answers.set(key, answer);
      }
      return answer;
    });
  }

  /** The aggregated form, if any clause requests it. */
  #aggregatedForm({ request, info }: RequestState): Form | undefined {
    for (const { type, subtype, parameters } of parseAccept(request.header("accept") ?? "")) {
      const { g, v, as } = parameters;
      if (g !== this.#group || v !== "v2" || as !== "APIGroupDiscoveryList") continue;
      const form = this.#aggregatedForms.find(({ contentType }) => contentType === `${type}/${subtype}`);
      if (form !== undefined) return isPretty(request, info.query) ? { ...form, pretty: true } : form;
    }
    return undefined;
  }

  #everything(which: Which): Everything {
    const cached = this.#known().get(which);
    if (cached !== undefined) return cached;
    const { responses, groups } = this.#deps;
    const { kind, ...rest } = aggregatedList(which === "core" ? this.#coreGroups() : groups.aggregated());
    const root = { kind, apiVersion: `${this.#group}/v2` };
    const json = Buffer.from(JSON.stringify({ ...root, ...rest }));
    const content = valueContent(responses, rest, {
      type: { schema: responses.schemas.struct(`apidiscovery/v2.${kind}`) },
      root,
    });
    const everything: Everything = {
      content: { ...content, json: () => json },
      etag: `"${createHash("sha512").update(json).digest("hex").toUpperCase()}"`,
      answers: new Map(),
    };
    this.#known().set(which, everything);
    this.#deps.aggregations.add();
    return everything;
  }

  #coreGroups(): readonly AggregatedGroup[] {
    const core = this.#deps.catalog.snapshot().group("");
    return core === undefined ? [] : [{ name: "", versions: aggregatedVersions(core) }];
  }
}

/** Trailing slashes are ignored, but directly after `/apis` only one is allowed. */
function segmentsOf(path: string): readonly string[] {
  const segments = path.split("/").slice(1);
  if (segments.at(-1) === "") segments.pop();
  const least = segments[0] === "apis" ? 2 : 1;
  while (segments.length > least && segments.at(-1) === "") segments.pop();
  return segments;
}
