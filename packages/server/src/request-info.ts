import { parseFieldSelector, pathSegment, requiredFieldValue } from "@svc/meta";

/** What a request asks, read from its method, path and query alone: what authorization and audit go by. */
export interface RequestInfo {
  readonly isResource: boolean;
  /** Decoded, as it was sent. */
  readonly path: string;
  /** `get`, `list`, `watch`, `create`, …; of other paths the method in lower case. */
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly namespace: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
  /** What follows the version and the namespace, by segments. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

/** A path that is none: bad escapes. */
export class BadPathError extends Error {
  override readonly name = "BadPathError";
}

const methodVerbs: Readonly<Record<string, string>> = {
  POST: "create",
  GET: "get",
  HEAD: "get",
  PUT: "update",
  PATCH: "patch",
  DELETE: "delete",
};

/** Segments below a namespace that are its own, and no resource in it. */
const namespaceSubresources = new Set(["status", "finalize"]);

/** @throws {BadPathError} */
export function parseRequestInfo(method: string, target: string): RequestInfo {
  const mark = target.indexOf("?");
  const path = decode(mark < 0 ? target : target.slice(0, mark));
  const query = parseQuery(mark < 0 ? "" : target.slice(mark + 1));
  const none = {
    path,
    query,
    group: "",
    version: "",
    namespace: "",
    resource: "",
    subresource: "",
    name: "",
    parts: [],
  };
  const nonResource: RequestInfo = { ...none, isResource: false, verb: method.toLowerCase() };
  const segments = split(path);
  if (segments.length < 3) return nonResource;
  const [root = "", ...below] = segments;
  if (root === "api") return resourceInfo(method, { ...none, group: "" }, below);
  if (root !== "apis" || below.length < 3) return nonResource;
  const [group = "", ...rest] = below;
  return resourceInfo(method, { ...none, group }, rest);
}

function resourceInfo(
  method: string,
  base: Omit<RequestInfo, "isResource" | "verb">,
  [version = "", ...segments]: readonly string[],
): RequestInfo {
  let rest: readonly string[] = segments;
  let verb = methodVerbs[method] ?? "";
  // Paths of old: /api/v1/watch/… is a watch, /api/v1/proxy/… a connection.
  const special = rest[0] === "watch" || rest[0] === "proxy" ? rest[0] : undefined;
  if (special !== undefined) {
    verb = special;
    rest = rest.slice(1);
  }
  let namespace = "";
  if (rest[0] === "namespaces" && rest.length > 1) {
    namespace = rest[1] ?? "";
    if (rest.length > 2 && !namespaceSubresources.has(rest[2] ?? "")) rest = rest.slice(2);
  }
  const [resource = "", name = "", subresource = ""] = rest;
  const info = {
    ...base,
    isResource: true,
    version,
    namespace,
    resource,
    parts: rest,
    subresource: special === undefined ? subresource : "",
  };
  if (name !== "") return { ...info, verb, name };
  const named = nameFromSelector(base.query);
  if (verb === "get") return { ...info, verb: isTrue(base.query.get("watch")) ? "watch" : "list", name: named };
  if (verb === "watch") return { ...info, verb, name: named };
  return verb === "delete" ? { ...info, verb: "deletecollection", name: named } : { ...info, verb, name };
}

/** A list that can only mean one object is authorized as a request for that object. */
function nameFromSelector(query: URLSearchParams): string {
  const text = query.get("fieldSelector");
  if (text === null || text === "") return "";
  const parsed = parseFieldSelector(text);
  const name = parsed.ok ? (requiredFieldValue(parsed.selector, "metadata.name") ?? "") : "";
  return pathSegment(name).length === 0 ? name : "";
}

/** Booleans of a query: everything that is given is true but `false` and `0`. */
export function isTrue(value: string | null): boolean {
  if (value === null) return false;
  const text = value.toLowerCase();
  return text !== "false" && text !== "0";
}

/** Parameters that are badly escaped are none, and neither are those with a semicolon, which once divided them. */
function parseQuery(text: string): URLSearchParams {
  if (!/[%;?]/.test(text)) return new URLSearchParams(text);
  const sound = text.split("&").filter((part) => !/;|%(?![0-9A-Fa-f]{2})/.test(part));
  // A leading question mark would be taken for the beginning of the query.
  return new URLSearchParams(`&${sound.join("&")}`);
}

function decode(path: string): string {
  if (!path.includes("%")) return path;
  try {
    return decodeURIComponent(path);
  } catch (cause) {
    if (/%(?![0-9A-Fa-f]{2})/.test(path))
      throw new BadPathError(`invalid URL escape in ${JSON.stringify(path)}`, { cause });
    // The escapes are fine, but what they stand for is no UTF-8: such a name is legal, and names nothing.
    const bytes = path.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    return Buffer.from(bytes, "latin1").toString("utf8");
  }
}

/** Slashes at both ends say nothing, however many. */
function split(path: string): string[] {
  let [from, to] = [0, path.length];
  while (from < to && path[from] === "/") from++;
  while (to > from && path[to - 1] === "/") to--;
  return to <= from ? [] : path.slice(from, to).split("/");
}
