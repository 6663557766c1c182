import { filled, type HostileBody, json, live, maps, meta, namespace, pods } from "./body.ts";

const get = (name: string, path: string, headers: Readonly<Record<string, string>> = {}): HostileBody => ({
  name,
  method: "GET",
  path,
  headers,
});
/** A head of a request is at most 64 KiB. */
const headLength = 60_000;
const long = (piece: string, end = ""): string => piece.repeat(Math.floor(headLength / piece.length)) + end;
const query = (text: string): string => encodeURIComponent(text).slice(0, headLength);
const commas = (piece: (i: number) => string, count: number): string =>
  Array.from({ length: count }, (_, i) => piece(i)).join(",");

const authorization = "/apis/authorization.svc.io/v1";
const reviews = `${authorization}/subjectaccessreviews`;
const tokens = "/apis/authentication.svc.io/v1/tokenreviews";

/** Requests whose cost is in the head, and reviews, which store nothing. */
export const requests: readonly HostileBody[] = [
  get("the documents of the API, version 2", "/openapi/v2"),
  get("the documents of one group", "/openapi/v3/apis/apps/v1"),
  get("what is served, together", "/apis", {
    accept: "application/json;g=apidiscovery.svc.io;v=v2;as=APIGroupDiscoveryList",
  }),
  get("a label selector of many keys", `${maps}?labelSelector=${query(commas((i) => `k${i}`, 9_000))}`),
  get("a label selector of many values", `${maps}?labelSelector=${query(`k in (${commas((i) => `v${i}`, 9_000)})`)}`),
  get("a label selector of brackets", `${maps}?labelSelector=${"(".repeat(headLength)}`),
  get(
    "a field selector of many fields",
    `${maps}?fieldSelector=${query(commas((i) => `metadata.name!=v${i}`, 2_500))}`,
  ),
  get("a field selector of escapes", `${maps}?fieldSelector=metadata.name=${query("\\,".repeat(10_000))}`),
  get("many parameters", `${maps}?${Array.from({ length: 10_000 }, (_, i) => `a${i}`).join("&")}`),
  get("one parameter, many times", `${maps}?${long("limit=1&")}`),
  get("parameters of nothing", `${maps}?${long("&")}`),
  get("parameters of escapes", `${maps}?${long("%41")}`),
  get("a continue token as long as a head", `${maps}?continue=${long("A")}`),
  get("a version as long as a head", `${maps}?resourceVersion=${long("9")}`),
  get("a limit as long as a head", `${maps}?limit=${long("9")}`),
  get("a watch from a version as long as a head", `${maps}?watch=1&resourceVersion=${long("9")}`),
  get("a path of segments", `/api/v1${long("/a")}`),
  get("a path of slashes", `/api/v1${long("/")}`),
  get("a path of escapes", `/api/v1/namespaces/${long("%41")}/configmaps`),
  get("a path of dots", `/api/v1/${long("a/..;/")}`),
  get("a media type of blanks", maps, { accept: `a/b;!=!${long("\t")};"`, "content-type": `a/b;!=!${long("\t")};"` }),
  get("many media types", maps, { accept: long("a/b;q=0.1,") }),
  get("many parameters of a media type", maps, { accept: `application/json${long(";a=b")}` }),
  get("many encodings", maps, { "accept-encoding": long("gzip;q=0,") }),
  get("many cookies", maps, { cookie: long("a=b; ") }),
  get("a token as long as a head", maps, { authorization: `Bearer ${long("a.")}` }),
  get("a token of dots", maps, { authorization: `Bearer ${long(".")}` }),
  get("basic credentials as long as a head", maps, { authorization: `Basic ${long("A")}` }),
  get("impersonation of many extras", maps, {
    "impersonate-user": "u",
    ...Object.fromEntries(Array.from({ length: 1_500 }, (_, i) => [`impersonate-extra-key${i}`, "v"])),
  }),
  get("impersonation of an extra of escapes", maps, {
    "impersonate-user": "u",
    [`impersonate-extra-${long("%41")}`]: "v",
  }),
  get("impersonation of a group as long as a head", maps, { "impersonate-user": "u", "impersonate-group": long("a,") }),
  get("forwarded addresses", maps, { "x-forwarded-for": long("1.2.3.4,") }),
  get("a trace as long as a head", maps, { traceparent: long("00-"), tracestate: long("a=b,").slice(0, 1_000) }),
  json(
    "deletion of a collection by a long selector",
    `${maps}?labelSelector=${query(commas((i) => `!k${i}`, 6_000))}`,
    () => "{}",
    {
      method: "DELETE",
    },
  ),
  json(
    "preconditions as long as a body",
    `${maps}/live`,
    () => `{"preconditions":{"uid":"${"9".repeat(2_900_000)}"}}`,
    { method: "DELETE" },
  ),
  json("dry runs of a deletion", `${maps}/live`, () => filled(() => `"All"`, { before: `{"dryRun":[`, after: "]}" }), {
    method: "DELETE",
  }),
  json("an access review of many extras", reviews, () =>
    filled((i) => `"k${i}":["v"]`, {
      before: `{"spec":{"user":"u","resourceAttributes":{"verb":"get","resource":"pods"},"extra":{`,
      after: "}}}",
    }),
  ),
  json("an access review of many groups", reviews, () =>
    filled((i) => `"g${i}"`, {
      before: `{"spec":{"user":"u","resourceAttributes":{"verb":"get","resource":"pods"},"groups":[`,
      after: "]}}",
    }),
  ),
  json("an access review of many requirements", reviews, () =>
    filled((i) => `{"key":"k${i}","operator":"In","values":["v"]}`, {
      before: `{"spec":{"user":"u","resourceAttributes":{"verb":"get","resource":"pods","labelSelector":{"requirements":[`,
      after: "]}}}}",
    }),
  ),
  json(
    "an access review of a long path",
    reviews,
    () => `{"spec":{"user":"u","nonResourceAttributes":{"verb":"get","path":"${"/*".repeat(1_400_000)}"}}}`,
  ),
  json(
    "a review of one's rules",
    `${authorization}/selfsubjectrulesreviews`,
    () => `{"spec":{"namespace":"${"a".repeat(2_900_000)}"}}`,
  ),
  json("a token review of a long token", tokens, () => `{"spec":{"token":"${"a.".repeat(1_400_000)}"}}`),
  json("a token review of dots", tokens, () => `{"spec":{"token":"${".".repeat(2_900_000)}"}}`),
  json("a token review of many audiences", tokens, () =>
    filled((i) => `"a${i}"`, { before: `{"spec":{"token":"a.b.c","audiences":[`, after: "]}}" }),
  ),
  json("a token for many audiences", `${namespace}/serviceaccounts/default/token`, () =>
    filled((i) => `"a${i}"`, { before: `{"spec":{"audiences":[`, after: "]}}" }),
  ),
  json("a binding of many annotations", `${pods}/live/binding`, () =>
    filled((i) => `"k${i}":"v"`, {
      before: `{"target":{"name":"n"},"metadata":{"name":"live","annotations":{`,
      after: "}}}",
    }),
  ),
  json(
    "an eviction with long options",
    `${pods}/live/eviction`,
    () => `{"metadata":{"name":"live"},"deleteOptions":{"preconditions":{"uid":"${"9".repeat(2_900_000)}"}}}`,
  ),
  json(
    "a scale with a long selector",
    "/apis/apps/v1/namespaces/default/deployments/live/scale",
    () => `{${live},"status":{"replicas":1,"selector":"${"a=b,".repeat(700_000)}"}}`,
    { method: "PUT" },
  ),
  json(
    "an event that names much",
    `${namespace}/events`,
    () =>
      `{${meta},"involvedObject":{"kind":"Pod","namespace":"default","name":"p","fieldPath":"${"a.".repeat(1_400_000)}"}}`,
  ),
];
