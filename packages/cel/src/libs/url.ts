import { traversalCost, traversalFactor } from "../cost/actual.ts";
import type { Implementation } from "../declarations/functions.ts";
import { type CallEstimator, scaled } from "../declarations/size.ts";
import { MapValue } from "../values/map.ts";
import { parseUrl, queryOf, type Url } from "../values/url.ts";
import { CelError, Opaque, type OpaqueKind, type Value } from "../values/value.ts";
import { fn, type Library, over } from "./library.ts";

const urlKind: OpaqueKind<Url> = {
  name: "kubernetes.URL",
  equals: (a, b) => a.text === b.text,
  plainText: (u) => `(*url.URL)${u.text}`,
};

const parseEstimate: CallEstimator = ([s]) => ({ cost: scaled(s!.size, traversalFactor), resultSize: s!.size });
const parsing = { cost: (s?: Value): number => traversalCost(s!), estimate: parseEstimate };

const parse: Implementation = (s) => {
  const url = parseUrl(s as string);
  return typeof url === "string"
    ? new CelError(`URL parse error during conversion from string: ${url}`)
    : new Opaque(urlKind, url);
};

function part(name: string, id: string, read: (url: Url) => Value, type = "string") {
  return fn(
    name,
    over(id, `kubernetes.URL.${name}(): ${type}`, (u) => read((u as Opaque<Url>).data)),
  );
}

/** `url`, `isURL` and the parts of a URL. */
export function urlLibrary(): Library {
  return {
    name: "urls",
    functions: [
      fn("url", over("string_to_url", "url(string): kubernetes.URL", parse, parsing)),
      fn(
        "isURL",
        over("is_url_string", "isURL(string): bool", (s) => typeof parseUrl(s as string) !== "string"),
      ),
      part("getScheme", "url_get_scheme", (u) => u.scheme),
      part("getHost", "url_get_host", (u) => u.host),
      part("getHostname", "url_get_hostname", (u) => u.hostname),
      part("getPort", "url_get_port", (u) => u.port),
      part("getEscapedPath", "url_get_escaped_path", (u) => u.escapedPath),
      part("getQuery", "url_get_query", (u) => new MapValue(queryOf(u.query)), "map(string, list(string))"),
    ],
  };
}
