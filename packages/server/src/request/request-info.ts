import { quote } from "@svc/base";
import { parseFieldSelector, parseLabelSelector, pathSegment, requiredFieldValue } from "@svc/meta";
import { parseIntegerParameter } from "./integer-parameter.ts";

/**
 * The target of a request, parsed once from its method, path and query. Authorization, audit,
 * metrics and the handlers all use this value, so that the authorized operation is the executed
 * one.
 */
export interface RequestInfo {
  /** Undefined for an unknown method, or one in another case. */
  readonly method: Method | undefined;
  /** As the client wrote it. */
  readonly sentMethod: string;
  /** The path and the query as they were sent, for messages and records. */
  readonly target: string;
  readonly isResource: boolean;
  /**
   * The legacy path prefix before the resource, which is also the verb: `/api/v1/watch/…`,
   * `/api/v1/proxy/…`.
   */
  readonly prefix: "watch" | "proxy" | undefined;
  /** Decoded, as it was sent. */
  readonly path: string;
  /**
   * `get`, `list`, `watch`, `create`, …; empty for a method without a verb; for other paths the
   * method in lower case.
   */
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly namespace: string;
  /**
   * True when the resource is below a namespace in the path. A namespace itself is in its own, but
   * not below it.
   */
  readonly belowNamespace: boolean;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
  /** The segments after the version and the namespace. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

/** A path that is none: bad escapes. */
export class BadPathError extends Error {
  override readonly name = "BadPathError";
}

/** A path with a prefix but without a resource. */
export class NoRequestError extends Error {
  override readonly name = "NoRequestError";
}

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS" | "TRACE" | "CONNECT";

const methods: ReadonlySet<string> = new Set<Method>([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "CONNECT",
]);

function isMethod(text: string): text is Method {
  return methods.has(text);
}

/** The verbs of methods below a group version. */
const methodVerbs: ReadonlyMap<Method | undefined, string> = new Map<Method, string>([
  ["GET", "get"],
  ["HEAD", "get"],
  ["POST", "create"],
  ["PUT", "update"],
  ["PATCH", "patch"],
  ["DELETE", "delete"],
]);

/** Segments below a namespace that are subresources of it, not resources in it. */
const namespaceSubresources = new Set(["status", "finalize"]);

/** @throws {BadPathError} @throws {NoRequestError} */
export function parseRequestInfo(methodText: string, target: string): RequestInfo {
  const method = isMethod(methodText) ? methodText : undefined;
  const mark = target.indexOf("?");
  const path = decode(mark < 0 ? target : target.slice(0, mark));
  const query = mark < 0 ? noQuery : parseQuery(target.slice(mark + 1));
  const segments = split(path);
  const [root, group = ""] = segments;
  const sent = { method, sentMethod: methodText, target };
  if (root === "api" && segments.length >= 3) return resourceInfo({ ...sent, path, query, group: "", segments, at: 1 });
  if (root === "apis" && segments.length >= 4) return resourceInfo({ ...sent, path, query, group, segments, at: 2 });
  return {
    ...sent,
    isResource: false,
    prefix: undefined,
    path,
    verb: methodText.toLowerCase(),
    group: "",
    version: "",
    namespace: "",
    belowNamespace: false,
    resource: "",
    subresource: "",
    name: "",
    parts: none,
    query,
  };
}

const none: readonly string[] = [];
/** Most requests have none. */
const noQuery = new URLSearchParams();

interface ResourcePath extends Pick<RequestInfo, "method" | "sentMethod" | "target"> {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly group: string;
  readonly segments: readonly string[];
  /** The index of the version in the path. */
  readonly at: number;
}

function resourceInfo({ method, sentMethod, target, path, query, group, segments, at }: ResourcePath): RequestInfo {
  let first = at + 1;
  const word = segments[first];
  const prefix = word === "watch" || word === "proxy" ? word : undefined;
  if (prefix !== undefined) first++;
  if (prefix !== undefined && segments.length === first)
    throw new NoRequestError(`unable to determine kind and namespace from url, ${target}`);
  let namespace = "";
  let belowNamespace = false;
  if (segments[first] === "namespaces" && segments.length > first + 1) {
    namespace = segments[first + 1] ?? "";
    belowNamespace = segments.length > first + 2 && !namespaceSubresources.has(segments[first + 2] ?? "");
    if (belowNamespace) first += 2;
  }
  const parts = segments.slice(first);
  const [resource = "", name = "", subresource = ""] = parts;
  const verb = prefix ?? methodVerbs.get(method) ?? "";
  const isCollection = name === "";
  return {
    method,
    sentMethod,
    target,
    isResource: true,
    prefix,
    path,
    verb: isCollection ? collectionVerb(verb, query) : verb,
    group,
    version: segments[at] ?? "",
    namespace,
    belowNamespace,
    resource,
    subresource: prefix === "proxy" ? "" : subresource,
    name: isCollection && verb === "get" ? nameFromSelector(query) : name,
    parts,
    query,
  };
}

function collectionVerb(verb: string, query: URLSearchParams): string {
  if (verb === "delete") return "deletecollection";
  if (verb !== "get") return verb;
  return isTrue(query.get("watch")) ? "watch" : "list";
}

/** A list that can only mean one object is authorized as a request for that object. */
function nameFromSelector(query: URLSearchParams): string {
  const text = query.get("fieldSelector");
  if (text === null || text === "") return "";
  const parsed = parseFieldSelector(text);
  const name = parsed.ok ? (requiredFieldValue(parsed.selector, "metadata.name") ?? "") : "";
  return name !== "" && pathSegment(name).length === 0 && isListQuery(query) ? name : "";
}

/** True when the other parameters of a list can be parsed; otherwise none of them counts. */
function isListQuery(query: URLSearchParams): boolean {
  const isInteger = (name: string): boolean => {
    const text = query.get(name);
    return text === null || parseIntegerParameter(text).ok;
  };
  return isInteger("limit") && isInteger("timeoutSeconds") && parseLabelSelector(query.get("labelSelector") ?? "").ok;
}

/** Booleans of a query: every value is true except `false` and `0`. */
export function isTrue(value: string | null): boolean {
  if (value === null) return false;
  const text = value.toLowerCase();
  return text !== "false" && text !== "0";
}

/**
 * Parameters with invalid escapes are dropped, as are those with a semicolon, a legacy separator.
 */
function parseQuery(text: string): URLSearchParams {
  if (!/[%;?]/.test(text)) return new URLSearchParams(text);
  const sound = text.split("&").filter((part) => !/;|%(?![0-9A-Fa-f]{2})/.test(part));
  // A leading question mark would be read as the beginning of the query.
  return new URLSearchParams(`&${sound.join("&")}`);
}

function decode(path: string): string {
  if (!path.includes("%")) return path;
  try {
    return decodeURIComponent(path);
  } catch (cause) {
    if (/%(?![0-9A-Fa-f]{2})/.test(path)) throw new BadPathError(`invalid URL escape in ${quote(path)}`, { cause });
    // The escapes are valid but not UTF-8: such a name is legal, and matches no object.
    const bytes = path.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    return Buffer.from(bytes, "latin1").toString("utf8");
  }
}

/** Leading and trailing slashes are ignored. */
function split(path: string): string[] {
  let [from, to] = [0, path.length];
  while (from < to && path[from] === "/") from++;
  while (to > from && path[to - 1] === "/") to--;
  const segments: string[] = [];
  // `String.split` is a call out of compiled code.
  for (let end = 0; from < to; from = end + 1) {
    const slash = path.indexOf("/", from);
    end = slash < 0 || slash > to ? to : slash;
    segments.push(path.slice(from, end));
  }
  return segments;
}
