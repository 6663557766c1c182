import { mutate, mutateBytes } from "./mutate.ts";
import type { Random } from "./random.ts";
import type { Seed } from "./seeds.ts";

/** One request, as it is sent and printed. */
export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** An object in a format other than JSON, as the server itself writes it. */
export interface Encoded extends Seed {
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/** The parts from which requests are made. */
export interface Corpus {
  readonly seeds: readonly Seed[];
  readonly encoded: readonly Encoded[];
  readonly mediaTypes: readonly string[];
  /** The first bytes of bodies in protobuf. */
  readonly magic: Uint8Array;
}

const patchTypes = [
  "json-patch+json",
  "merge-patch+json",
  "strategic-merge-patch+json",
  "apply-patch+yaml",
  "apply-patch+cbor",
];
const subresources = [
  "",
  "",
  "",
  "/status",
  "/scale",
  "/finalize",
  "/approval",
  "/token",
  "/binding",
  "/eviction",
  "/log",
  "/proxy",
  "/none",
];
const parameters = [
  "dryRun",
  "fieldManager",
  "fieldValidation",
  "force",
  "limit",
  "continue",
  "resourceVersion",
  "resourceVersionMatch",
  "labelSelector",
  "fieldSelector",
  "watch",
  "allowWatchBookmarks",
  "sendInitialEvents",
  "timeoutSeconds",
  "timeout",
  "pretty",
  "gracePeriodSeconds",
  "propagationPolicy",
  "orphanDependents",
  "includeObject",
  "as",
  "ignoreStoreReadErrorWithClusterBreakingPotential",
] as const;
const values = [
  "",
  "0",
  "1",
  "-1",
  "true",
  "false",
  "All",
  "Strict",
  "Warn",
  "Exact",
  "NotOlderThan",
  "99999999999",
  "a=b",
  "a in (b,c)",
  "!a",
  "a>1",
  "metadata.name=seed",
  "Background",
  "Orphan",
  "%00",
  "%zz",
  "a%2Fb",
  "\u00e9",
  "x".repeat(3000),
  "a in (",
  "eyJ2IjoibWV0YS5rOHMuaW8vdjEifQ",
] as const;
const paths = [
  "/",
  "/api",
  "/apis",
  "/api/v1",
  "/version",
  "/healthz",
  "/readyz?verbose",
  "/livez/none",
  "/metrics",
  "/openapi/v2",
  "/openapi/v3",
  "//api",
  "/api/v1/../v1/pods",
  "/api/v1/namespaces/%2e%2e/pods",
  "/api/v1/watch/pods",
  "/api/v1/namespaces/default/pods/seed/proxy/a/../b",
  "/apis/none/v1/things",
  "/logs",
  "/debug/pprof",
  "/.well-known/openid-configuration",
  "/api/v1/nodes/seed/proxy/",
] as const;

/** A random request: mostly a mutation of one that is valid. */
export function createRequest(corpus: Corpus, random: Random): FuzzRequest {
  const seed = random.pick(corpus.seeds);
  const headers = headersOf(corpus, random);
  if (random.oneIn(10))
    return { method: methodOf(random), path: random.pick(paths) + queryOf(random), headers, body: undefined };
  const isNamed = !random.oneIn(3);
  const name = random.oneIn(8) ? random.pick(["none", "x".repeat(300), "%00", "a%2Fb", "..", "A"]) : nameOf(seed);
  const path = `${seed.path}${isNamed ? `/${name}${random.pick(subresources)}` : ""}${queryOf(random)}`;
  const method = random.oneIn(6)
    ? methodOf(random)
    : isNamed
      ? random.pick(["GET", "PUT", "PATCH", "DELETE"])
      : random.pick(["GET", "POST"]);
  if (method === "GET" || method === "HEAD") return { method, path, headers, body: undefined };
  const { mediaType, body } = bodyOf(corpus, seed, method === "PATCH", random);
  return { method, path, headers: { ...headers, "content-type": mediaType }, body };
}

function nameOf({ object }: Seed): string {
  return (object as { readonly metadata: { readonly name: string } }).metadata.name;
}

function methodOf(random: Random): string {
  return random.pick(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "PROPFIND"]);
}

function queryOf(random: Random): string {
  if (random.oneIn(2)) return "";
  const pairs = Array.from(
    { length: 1 + random.integer(4) },
    () => `${random.pick(parameters)}=${encodeText(random.pick(values))}`,
  );
  return `?${pairs.join("&")}`;
}

/** Escapes, but keeps escapes that are meant to be broken. */
function encodeText(text: string): string {
  return text.includes("%") ? text : encodeURIComponent(text);
}

function headersOf({ mediaTypes }: Corpus, random: Random): Readonly<Record<string, string>> {
  const form = random.pick([
    "",
    ";as=Table;v=v1;g=meta.svc.io",
    ";as=PartialObjectMetadata;v=v1;g=meta.svc.io",
    ";q=0",
    ";stream=watch",
  ]);
  return {
    ...(random.oneIn(2) ? { accept: `${random.pick(mediaTypes)}${form}` } : {}),
    ...(random.oneIn(20) ? { accept: random.pick(["", "*/*", "text/html", ",,,", "a/b;".repeat(500)]) } : {}),
    ...(random.oneIn(20)
      ? { "impersonate-user": random.pick(["alice", "", "system:serviceaccount:a:b", "x".repeat(2000)]) }
      : {}),
    ...(random.oneIn(30) ? { "impersonate-group": random.pick(["a", "system:masters", "svc:masters"]) } : {}),
    ...(random.oneIn(20) ? { "audit-id": random.pick(["a", "", "x".repeat(2000), "a b"]) } : {}),
  };
}

function bodyOf(
  corpus: Corpus,
  seed: Seed,
  isPatch: boolean,
  random: Random,
): { readonly mediaType: string; readonly body: Buffer } {
  if (!isPatch && random.oneIn(4)) {
    const { mediaType, bytes } = random.pick(corpus.encoded);
    return { mediaType, body: mutateBytes(bytes, random) };
  }
  const value = random.oneIn(5) && isPatch ? jsonPatch(random) : mutate(seed.object, random);
  const text = Buffer.from(JSON.stringify(value) ?? "");
  const patchType = Array.isArray(value) ? "json-patch+json" : random.pick(patchTypes);
  const mediaType = isPatch ? `application/${patchType}` : random.oneIn(4) ? "application/yaml" : "application/json";
  return { mediaType, body: random.oneIn(5) ? mutateBytes(text, random) : text };
}

function jsonPatch(random: Random): readonly object[] {
  const place = (): string =>
    random.pick([
      "/metadata/labels/app",
      "/data/a",
      "/spec",
      "",
      "/metadata/finalizers/-",
      "/a/b",
      "/~2",
      "/metadata/finalizers/99",
    ]);
  return Array.from({ length: 1 + random.integer(5) }, () => ({
    op: random.pick(["add", "remove", "replace", "move", "copy", "test", "none"]),
    path: place(),
    from: place(),
    value: mutate({ a: ["b"] }, random),
  }));
}
