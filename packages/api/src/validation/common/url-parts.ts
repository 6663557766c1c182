import { quote } from "@svc/base";

/** The parts of a URL that are checked, as written. */
export interface UrlParts {
  readonly scheme: string;
  readonly host: string;
  /** Undefined where there is no `@`. */
  readonly user: string | undefined;
  readonly query: string;
  readonly fragment: string;
}

const schemeOnly = /^([a-zA-Z][a-zA-Z0-9+.-]*):/;
const control = /[\u0000-\u001f\u007f]/;
const userCharacters = /^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/;
const badInHost = /[\u0020\\^`{|}]/;

/**
 * Splits a URL into its parts as they are written, unlike `URL`, which normalizes them. A text
 * that is no URL returns the reason. Source: RFC 3986.
 */
export function urlParts(text: string): UrlParts | string {
  if (control.test(text)) return "net/url: invalid control character in URL";
  const [beforeFragment, fragment] = cut(text, "#");
  const scheme = schemeOnly.exec(beforeFragment)?.[1] ?? "";
  if (beforeFragment.startsWith(":")) return "missing protocol scheme";
  const [beforeQuery, query] = cut(scheme === "" ? beforeFragment : beforeFragment.slice(scheme.length + 1), "?");
  const parts = { scheme: scheme.toLowerCase(), query, fragment };
  if (!beforeQuery.startsWith("//")) {
    if (scheme === "" && (beforeQuery.split("/")[0] ?? "").includes(":"))
      return "first path segment in URL cannot contain colon";
    return (
      escapeProblem(scheme === "" || beforeQuery.startsWith("/") ? beforeQuery : "") ?? {
        ...parts,
        host: "",
        user: undefined,
      }
    );
  }
  const [authority, path] = cut(beforeQuery.slice(2), "/");
  const at = authority.lastIndexOf("@");
  const user = at < 0 ? undefined : authority.slice(0, at);
  const host = authority.slice(at + 1);
  if (user !== undefined && !userCharacters.test(user)) return "net/url: invalid userinfo";
  return hostProblem(host) ?? escapeProblem(path) ?? { ...parts, host, user };
}

function cut(text: string, separator: string): readonly [before: string, after: string] {
  const i = text.indexOf(separator);
  return i < 0 ? [text, ""] : [text.slice(0, i), text.slice(i + 1)];
}

function hostProblem(host: string): string | undefined {
  if (host.startsWith("[") && !host.includes("]")) return "missing ']' in host";
  const colon = host.lastIndexOf(":");
  const port = host.startsWith("[") ? host.slice(host.lastIndexOf("]") + 1) : colon < 0 ? "" : host.slice(colon);
  if (port !== "" && !/^:\d*$/.test(port)) return `invalid port ${quote(port)} after host`;
  const escaped = /%.{0,2}/.exec(host)?.[0];
  if (escaped !== undefined && !host.startsWith("[")) return `invalid URL escape ${quote(escaped)}`;
  const bad = badInHost.exec(host)?.[0];
  return bad === undefined ? undefined : `invalid character ${quote(bad)} in host name`;
}

function escapeProblem(path: string): string | undefined {
  const escaped = /%(?![0-9a-fA-F]{2}).{0,2}/.exec(path)?.[0];
  return escaped === undefined ? undefined : `invalid URL escape ${quote(escaped)}`;
}
