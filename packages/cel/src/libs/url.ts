import { traversalCost, traversalFactor } from "../cost/actual.ts";
import type { Implementation } from "../declarations/functions.ts";
import { type CallEstimator, scaled } from "../declarations/size.ts";
import { MapValue } from "../values/map.ts";
import { parseUrl, queryOf, type Url } from "../values/url.ts";
import { CelError, Opaque, type OpaqueKind, type Value } from "../values/value.ts";
import { fn, type Library, over, snakeCase } from "./library.ts";

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

function part(name: string, read: (url: Url) => Value, type = "string") {
  return fn(
    name,
    over(`url_${snakeCase(name)}`, `kubernetes.URL.${name}(): ${type}`, (u) => read((u as Opaque<Url>).data)),
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
      part("getScheme", (u) => u.scheme),
      part("getHost", (u) => u.host),
      part("getHostname", (u) => u.hostname),
      part("getPort", (u) => u.port),
      part("getEscapedPath", (u) => u.escapedPath),
      part("getQuery", (u) => new MapValue(queryOf(u.query)), "map(string, list(string))"),
    ],
  };
}
