import { get, patch, post, refused, remove } from "./requests.ts";
import type { Scenario } from "./scenario.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const deployments = "/apis/apps/v1/namespaces/default/deployments";
const reviews = "/apis/authorization.{api}/v1/selfsubjectaccessreviews";
const review = { spec: { nonResourceAttributes: { path: "/", verb: "get" } } };

const accept = (value: string) => ({ headers: { accept: value } });
const as = (what: string, version = "v1") => accept(`application/json;as=${what};v=${version};g=meta.{api}`);
const only =
  "only the following media types are accepted: application/json, application/yaml, application/vnd.{product}.protobuf";
const notAcceptable =
  "406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, application/vnd.{product}.protobuf";
const notAllowed = "the server does not allow this method on the requested resource";
const everything = accept("application/json;g=apidiscovery.{api};v=v2;as=APIGroupDiscoveryList");

const deployment = {
  metadata: { name: "d" },
  spec: {
    selector: { matchLabels: { a: "b" } },
    template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } },
  },
};

/** Answers in the forms that clients ask for. */
export const forms: readonly Scenario[] = [
  {
    name: "unsupported media types, and unknown parameters",
    exchanges: [
      ...["application/json;stream=other", "application/json;v=v1", "application/yaml;stream=watch"].map((type) =>
        refused(get(maps, accept(type)), 406, only),
      ),
      refused(get(maps, as("Table", "v9")), 406, only),
      get(maps, accept("application/json;stream=watch")),
      get(maps, accept("application/json;as=;pretty=0")),
      // What a client would rather have is what counts, though it would take another.
      refused(
        get(`${maps}?watch=1`, accept("application/yaml;as=Table;v=v1;g=meta.{api}, application/json")),
        406,
        "only the following media types are accepted: application/json;stream=watch, application/vnd.{product}.protobuf;stream=watch",
      ),
      get("/apis", accept("application/*")),
      refused(get("/apis", accept("text/html")), 406, only),
      refused(
        get("/version", accept("application/*")),
        406,
        "406: Not Acceptable\n\nAvailable representations: application/json",
      ),
      get("/openapi/v2", accept("text/html"), 406),
      get("/", accept("text/html")),
    ],
  },
  {
    name: "discovery of the group of extension servers, and of the core group, by other methods",
    exchanges: [
      refused(get("/apis/apiregistration.{api}", accept("text/html")), 406, notAcceptable),
      refused(get("/apis/apiregistration.{api}/", accept("application/*")), 406, notAcceptable),
      refused(post("/apis/apiregistration.{api}", ""), 405, notAllowed),
      post("/apis/apps", "", { has: { kind: "APIGroup" } }, 200),
      refused(post("/api", "", everything), 405, notAllowed),
    ],
  },
  {
    name: "objects that are not stored, as tables and partial objects",
    exchanges: [
      refused(post(reviews, review, as("Table")), 406, only),
      post(reviews, review, { ...as("PartialObjectMetadata", "v1beta1"), has: { kind: "PartialObjectMetadata" } }),
      refused(
        post(reviews, review, as("PartialObjectMetadataList")),
        406,
        "you requested PartialObjectMetadataList, but the requested object is not a list (*authorization.SelfSubjectAccessReview)",
      ),
      post(deployments, deployment),
      get(`${deployments}/d/scale`, { ...as("Table"), has: { kind: "Table", rows: [{ cells: ["d", 1, 0, "0s"] }] } }),
      get(`${deployments}/d/scale`, {
        ...as("PartialObjectMetadata"),
        has: { apiVersion: "meta.{api}/v1", metadata: { name: "d" } },
      }),
      refused(
        get(`${deployments}/d/scale`, as("PartialObjectMetadataList")),
        406,
        "you requested PartialObjectMetadataList, but the requested object is not a list (*autoscaling.Scale)",
      ),
    ],
  },
  {
    name: "what was deleted, as a table and as partial objects",
    exchanges: [
      post(maps, { metadata: { name: "a" } }),
      remove(maps, { ...as("Table"), has: { kind: "Table", rows: [{ cells: ["a", 0, "0s"] }] } }),
      remove(maps, { ...as("PartialObjectMetadataList"), has: { kind: "PartialObjectMetadataList" } }),
      refused(
        remove(maps, as("PartialObjectMetadata")),
        406,
        "you requested PartialObjectMetadata, but the requested object is a list (*core.ConfigMapList)",
      ),
    ],
  },
  {
    name: "parameters that are read with care",
    exchanges: [
      get(`${maps}?limit=%zz&limit=1;2`),
      refused(
        get(`${maps}?fieldSelector==a`),
        400,
        '"" is not a known field selector: only "metadata.name", "metadata.namespace"',
      ),
      get(`${maps}?fieldSelector==`),
      get(`${maps}?labelSelector=a%00`),
      refused(get(`${maps}/a?export=`), 400, "the export parameter, deprecated since v1.14, is no longer supported"),
      ...[
        ["1", 'missing unit in duration "1"'],
        ["1d", 'unknown unit "d" in duration "1d"'],
        ["soon", 'invalid duration "soon"'],
      ].map(([timeout, why]) =>
        refused(get(`/version?timeout=${timeout}`), 400, `invalid timeout specified in the request URL - time: ${why}`),
      ),
      refused(
        get(`${maps}?continue=abc&resourceVersion=1`),
        400,
        "invalid continue token: continue key is not valid: invalid character 'i' looking for beginning of value",
      ),
      post(maps, { metadata: { name: "a" } }),
      patch("merge", `${maps}/a?pretty=x`, { data: { x: "1" } }),
      remove(`${maps}/a?uid=other`, {}, 409),
      remove(`${maps}/a?resourceVersion=1`, {}, 409),
      remove(`${maps}/a?uid=&resourceVersion=`),
    ],
  },
];
