import { createHash } from "node:crypto";
import { parseAccept } from "@svc/codec";
import type { HttpResponse } from "@svc/http";
import type { ResourceCatalog } from "@svc/schema";
import { type Content, contentAnswer, valueContent } from "../encode/answers.ts";
import { createNegotiator, type Form, isPretty, type Negotiator, type Offers, plainObject } from "../encode/form.ts";
import type { StatusParts } from "../encode/status.ts";
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
/** For compatibility, group documents accept media type ranges. */
const grouped: Offers = { ...listed, ranges: true };

/** All groups, their versions and resources in one answer. */
interface Everything {
  readonly content: Content;
  /** The same in each form. */
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
}

/** Makes the handler of `/api`, `/apis` and the groups and versions below them. */
export function createDiscovery({ responses, catalog, groups }: DiscoveryDeps): Discovery {
  const { schemas, dialect } = responses;
  // Of discovery, only resource lists support CBOR.
  const negotiator = createNegotiator(dialect, { cbor: false });
  const group = dialect.expand("apidiscovery.{api}");
  const aggregatedForms: readonly Form[] = [
    { format: "json", contentType: "application/json", as: plainObject, pretty: false },
    { format: "yaml", contentType: "application/yaml", as: plainObject, pretty: false },
    { format: "protobuf", contentType: dialect.protobufMediaType, as: plainObject, pretty: false },
  ];
  const documents = groups.derive(() => new Map<string, Everything>());
  const coreGroups = (): readonly AggregatedGroup[] => {
    const core = catalog.snapshot().group("");
    return core === undefined ? [] : [{ name: "", versions: aggregatedVersions(core) }];
  };

  const everything = (which: "core" | "named"): Everything => {
    const known = documents().get(which);
    if (known !== undefined) return known;
    const { kind, ...rest } = aggregatedList(which === "core" ? coreGroups() : groups.aggregated());
    const root = { kind, apiVersion: `${group}/v2` };
    const json = Buffer.from(JSON.stringify({ ...root, ...rest }));
    const content = valueContent(responses, rest, {
      type: { schema: schemas.struct(`apidiscovery/v2.${kind}`) },
      root,
    });
    const made: Everything = {
      content: { ...content, json: () => json },
      etag: `"${createHash("sha512").update(json).digest("hex").toUpperCase()}"`,
      answers: new Map(),
    };
    documents().set(which, made);
    return made;
  };

  /** The aggregated form, if any clause requests it. */
  const aggregatedForm = ({ request, info }: RequestState): Form | undefined => {
    for (const { type, subtype, parameters } of parseAccept(request.header("accept") ?? "")) {
      const { g, v, as } = parameters;
      if (g !== group || v !== "v2" || as !== "APIGroupDiscoveryList") continue;
      const form = aggregatedForms.find(({ contentType }) => contentType === `${type}/${subtype}`);
      if (form !== undefined) return isPretty(request, info.query) ? { ...form, pretty: true } : form;
    }
    return undefined;
  };

  const aggregate = (state: RequestState, which: "core" | "named", form: Form): HttpResponse => {
    const { content, etag, answers } = everything(which);
    const caching = ["ETag", etag, "Vary", "Accept", "Cache-Control", "public"];
    if (state.request.header("if-none-match") === etag) return { status: 304, headers: caching, body: Buffer.alloc(0) };
    const key = `${form.format} ${form.pretty}`;
    let answer = answers.get(key);
    if (answer === undefined) {
      const contentType = `${form.contentType};g=${group};v=v2;as=APIGroupDiscoveryList`;
      const { body } = contentAnswer(200, content, form);
      answer = { status: 200, headers: ["Content-Type", contentType, ...caching], body };
      answers.set(key, answer);
    }
    return answer;
  };

  const plain = (state: RequestState, document: object, offers: Offers = listed): HttpResponse => {
    // Lists of the core group name no version of themselves.
    const { kind, apiVersion } = document as { readonly kind: string; readonly apiVersion?: string };
    const type = { schema: schemas.struct(`meta/v1.${kind}`) };
    const content = valueContent(responses, document, {
      type,
      root: apiVersion === undefined ? { kind } : { kind, apiVersion },
    });
    const by = kind === "APIResourceList" ? responses.negotiator : negotiator;
    return contentAnswer(200, content, by.form(state.request, state.info.query, offers));
  };

  return (state) => {
    const { request, info } = state;
    const [root, first, second, ...more] = segmentsOf(info.path);
    const read = info.method === "GET";
    if (root === "api") {
      if (first === undefined) {
        const form = aggregatedForm(state);
        if (form !== undefined) return aggregate(state, "core", form);
        if (!read) throw methodNotServed();
        return plain(state, coreVersions(catalog.snapshot(), request.host));
      }
      const version = catalog.snapshot().version("", first);
      if (version === undefined || second !== undefined) throw notServed();
      if (!read) throw methodNotServed();
      return plain(state, resourceList(version));
    }
    if (first === undefined) {
      const form = info.path.endsWith("/") ? undefined : aggregatedForm(state);
      return form === undefined ? plain(state, groupList(groups.plain()), grouped) : aggregate(state, "named", form);
    }
    if (second === undefined) {
      if (!read && info.path.endsWith("//")) throw methodNotServed();
      const named = groups.plain().find(({ name }) => name === first);
      return named === undefined ? undefined : plain(state, groupDocument(named), grouped);
    }
    if (catalog.snapshot().group(first) === undefined) return undefined;
    const version = catalog.snapshot().version(first, second);
    // Groups of extension types say nothing of versions that they do not have.
    if (version === undefined && isExtensionGroup(catalog.snapshot(), first)) return undefined;
    if (version === undefined || more.length > 0) throw notServed();
    if (!read) throw methodNotServed();
    return plain(state, resourceList(version));
  };
}

/** Trailing slashes are ignored, but directly after `/apis` only one is allowed. */
function segmentsOf(path: string): readonly string[] {
  const segments = path.split("/").slice(1);
  if (segments.at(-1) === "") segments.pop();
  const least = segments[0] === "apis" ? 2 : 1;
  while (segments.length > least && segments.at(-1) === "") segments.pop();
  return segments;
}
