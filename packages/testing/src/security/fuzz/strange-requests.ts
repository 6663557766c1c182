import { cborBytes } from "./cbor-bytes.ts";
import { protobufBytes } from "./protobuf-bytes.ts";
import type { Random } from "./random.ts";
import type { Corpus, FuzzRequest } from "./requests.ts";
import { countOf, strangeHeaders, strangeQuery } from "./strange-heads.ts";
import { zippedBytes } from "./zipped-bytes.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const json = "application/json";
const encoded = encodeURIComponent;

const get = (path: string, headers: Readonly<Record<string, string>> = {}): FuzzRequest => ({
  method: "GET",
  path,
  headers,
  body: undefined,
});
const send = (method: string, path: string, type: string, body: Buffer | object): FuzzRequest => ({
  method,
  path,
  headers: { "content-type": type },
  body: Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)),
});

/** Patches whose result is much larger than they are, and large field ownership. */
function strangePatch(random: Random): FuzzRequest {
  const path = `${maps}/seed`;
  const count = countOf(random);
  switch (random.integer(4)) {
    case 0:
      return send("PATCH", path, "application/json-patch+json", [
        { op: "add", path: "/data", value: { a: "x".repeat(random.pick([1, 1_000])) } },
        ...Array.from({ length: Math.min(count, 60) }, (_, i) => ({
          op: random.pick(["copy", "copy", "move", "test"]),
          from: "/data",
          path: `/data/${random.pick(["a", "b", `k${i}`])}`,
        })),
      ]);
    case 1:
      return send(
        "PATCH",
        path,
        "application/json-patch+json",
        Array.from({ length: count }, (_, i) => ({
          op: "copy",
          from: "/metadata/labels",
          path: `/metadata/labels/k${i}`,
        })),
      );
    case 2:
      return send("PATCH", `${path}?fieldManager=m&force=true`, "application/apply-patch+yaml", {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: "seed", managedFields: managedFields(random) },
      });
    default:
      return send("PATCH", path, "application/merge-patch+json", {
        metadata: { managedFields: managedFields(random) },
        data: { a: String(count) },
      });
  }
}

function managedFields(random: Random): readonly object[] {
  const set = (): object =>
    random.pick<object>([
      { "f:data": { "f:a": {} } },
      { ".": {} },
      { "k:{}": {} },
      { 'k:{"a":': {} },
      { "v:": {} },
      { "i:9": {} },
      { "x:": {} },
      { "f:data": { "f:a": { "f:a": 1 } } },
    ]);
  return Array.from({ length: random.pick([0, 1, 12, 2_000]) }, (_, i) => ({
    manager: `m${i}`,
    operation: random.pick(["Apply", "Update", "Other"]),
    apiVersion: random.pick(["v1", "v9", "", "none/v1"]),
    time: random.pick(["2026-01-01T00:00:00Z", "x", null]),
    fieldsType: random.pick(["FieldsV1", "", "FieldsV2"]),
    fieldsV1: set(),
    subresource: random.pick(["", "status", "x".repeat(300)]),
  }));
}

/** Reviews, and requests for certificates and tokens, with large or odd fields. */
function strangeReview(random: Random): FuzzRequest {
  const count = countOf(random);
  const authorization = "/apis/authorization.k8s.io/v1";
  const names = Array.from({ length: count }, (_, i) => random.pick([`g${i}`, "", "system:masters"]));
  const attributes = random.pick<object>([
    { resourceAttributes: { verb: "get", resource: "pods", namespace: "x".repeat(count) } },
    { nonResourceAttributes: { verb: "get", path: "/*".repeat(count) } },
    { resourceAttributes: { verb: "list", resource: "pods", labelSelector: { rawSelector: "a in (".repeat(count) } } },
    {
      resourceAttributes: {
        verb: "list",
        resource: "pods",
        fieldSelector: { requirements: names.map((key) => ({ key, operator: "In", values: names.slice(0, 3) })) },
      },
    },
    { resourceAttributes: {}, nonResourceAttributes: {} },
  ]);
  const request = Buffer.from(
    `-----BEGIN CERTIFICATE REQUEST-----\n${"MDAw".repeat(count)}\n-----END CERTIFICATE REQUEST-----`,
  ).toString("base64");
  return random.pick([
    () =>
      send("POST", `${authorization}/${random.pick(["subjectaccessreviews", "selfsubjectaccessreviews"])}`, json, {
        spec: { user: "u", groups: names, extra: { a: names }, ...attributes },
      }),
    () =>
      send("POST", `${authorization}/namespaces/default/localsubjectaccessreviews`, json, {
        spec: { user: "u", ...attributes },
      }),
    () =>
      send("POST", `${authorization}/selfsubjectrulesreviews`, json, {
        spec: { namespace: random.pick(["default", "", "x".repeat(count), "../a"]) },
      }),
    () =>
      send("POST", "/apis/authentication.k8s.io/v1/tokenreviews", json, {
        spec: { token: random.pick(["a.b.c", ".".repeat(count), "é", "e30.e30.e30"]), audiences: names },
      }),
    () => send("POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews", json, {}),
    () =>
      send("POST", "/api/v1/namespaces/default/serviceaccounts/default/token", json, {
        spec: {
          audiences: names,
          expirationSeconds: random.pick([0, 600, -1, 2 ** 53]),
          boundObjectRef: { kind: random.pick(["Pod", "Secret", "Node", ""]), name: "seed", uid: "x" },
        },
      }),
    () =>
      send("POST", "/apis/certificates.k8s.io/v1/certificatesigningrequests", json, {
        metadata: { name: "c" },
        spec: {
          request,
          signerName: random.pick(["kubernetes.io/kube-apiserver-client", "a.b/c", "x/".repeat(200)]),
          usages: names.slice(0, 50),
          groups: names,
          username: "system:admin",
          expirationSeconds: random.pick([600, 1, 2 ** 31]),
        },
      }),
  ])();
}

/** Types with odd columns, selectable fields and rules. */
function strangeType(random: Random): FuzzRequest {
  const paths = [
    ".spec.a",
    ".spec.list[*].b",
    "{.spec.a}",
    ".spec['a']",
    '.spec.list[?(@.a=="b")].c',
    "..",
    ".spec[",
    ".a".repeat(500),
    ".spec.list[-1:]",
    "",
    "spec.a",
    ".spec.list[0:9:0]",
  ];
  const count = random.pick([1, 8, 9, 40]);
  const selectableFields = Array.from({ length: count }, () => ({ jsonPath: random.pick(paths) }));
  const additionalPrinterColumns = Array.from({ length: count }, (_, i) => ({
    name: `c${i}`,
    type: random.pick(["string", "date", "integer", "x"]),
    jsonPath: random.pick(paths),
  }));
  const names = { plural: "strangers", singular: "stranger", kind: "Stranger", listKind: "StrangerList" };
  const schema = {
    openAPIV3Schema: {
      type: "object",
      properties: {
        spec: {
          type: "object",
          properties: {
            a: { type: "string", maxLength: 9 },
            list: { type: "array", items: { type: "object", properties: { b: { type: "string" } } } },
          },
        },
      },
    },
  };
  const version = { name: "v1", served: true, storage: true, schema, selectableFields, additionalPrinterColumns };
  return random.pick([
    () =>
      send("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", json, {
        metadata: { name: "strangers.f.com" },
        spec: { group: "f.com", scope: "Namespaced", names, versions: [version] },
      }),
    () =>
      send("POST", "/apis/f.com/v1/namespaces/default/strangers", json, {
        apiVersion: "f.com/v1",
        kind: "Stranger",
        metadata: { name: "s" },
        spec: { a: random.pick(["b", 1]), list: [{ b: "c" }] },
      }),
    () =>
      get(
        `/apis/f.com/v1/namespaces/default/strangers?fieldSelector=${encoded(random.pick(["spec.a=b", "spec.a!=b", "spec.list=x", "metadata.name=s,spec.a=b"]))}`,
        { accept: random.pick([json, "application/json;as=Table;v=v1;g=meta.k8s.io"]) },
      ),
  ])();
}

const binaryTypes = ["application/vnd.kubernetes.protobuf", "application/cbor"] as const;

/** Bodies in binary formats and compressed ones. */
function strangeBody({ magic }: Pick<Corpus, "magic">, random: Random): FuzzRequest {
  const method = random.pick(["POST", "PUT", "DELETE", "PATCH"]);
  const path = method === "POST" ? maps : `${maps}/seed`;
  if (random.oneIn(3)) {
    const body = zippedBytes(
      Buffer.from('{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"zipped"},"data":{"a":"b"}}'),
      random,
    );
    const request = send(method, path, method === "PATCH" ? "application/merge-patch+json" : json, body);
    return {
      ...request,
      headers: { ...request.headers, "content-encoding": random.pick(["gzip", "GZIP", "gzip, gzip", "deflate", "x"]) },
    };
  }
  const type = random.pick(binaryTypes);
  const body = type === "application/cbor" ? cborBytes(random) : protobufBytes(magic, random);
  return send(method, path, method === "PATCH" ? random.pick(["application/apply-patch+cbor", type]) : type, body);
}

const contentTypes = [
  "application/json; charset=latin1",
  "application/json;;",
  "application/json; a=" + "b".repeat(5_000),
  "Application/JSON",
  "application/json, application/yaml",
  "application/yaml;q=0",
  "text/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "\u00e9",
  "application/json;stream=watch",
] as const;

/** A request of a class of its own: odd in one place, as a client that looks for holes sends it. */
export function createStrangeRequest(corpus: Pick<Corpus, "magic">, random: Random): FuzzRequest {
  switch (random.integer(8)) {
    case 0:
      return get(`${random.pick([maps, `${maps}/seed`, "/api/v1/pods", "/api/v1/events"])}?${strangeQuery(random)}`);
    case 1:
      return { ...get(`${maps}?${strangeQuery(random)}`), method: random.pick(["DELETE", "POST", "HEAD"]) };
    case 2:
      return get(
        random.pick([maps, "/apis", "/openapi/v2", "/version", `${maps}?watch=1&timeoutSeconds=1`]),
        strangeHeaders(random),
      );
    case 3:
      return random.oneIn(4)
        ? send("POST", maps, json, { metadata: { name: "seed", labels: { app: "a" } }, data: { a: "b" } })
        : strangePatch(random);
    case 4:
      return strangeReview(random);
    case 5:
      return strangeType(random);
    case 6:
      return send("POST", `${maps}?${strangeQuery(random)}`, random.pick(contentTypes), {
        metadata: { name: "odd", generateName: "odd-" },
      });
    default:
      return strangeBody(corpus, random);
  }
}
