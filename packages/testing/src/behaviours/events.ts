import { get, patch, post, refused, remove } from "./requests.ts";
import type { Scenario } from "./scenario.ts";

const core = "/api/v1/namespaces/default/events";
const own = "/apis/events.{api}/v1/namespaces/default/events";
const maps = "/api/v1/namespaces/default/configmaps";
const one = {
  metadata: { name: "a" },
  regarding: { kind: "Pod", name: "p", namespace: "default" },
  reason: "R",
  type: "Normal",
  action: "A",
  eventTime: "2024-01-02T03:04:05.000000Z",
  reportingController: "a.b/c",
  reportingInstance: "i",
};
const made = [post(own, one), post(own, { ...one, metadata: { name: "b" } })];
const fields = (names: readonly string[]) => ({ details: { causes: names.map((field) => ({ field })) } });
/** No revision of a store is that large. */
const unsigned = "9223372036854775808";

/** Events, and which revisions reads accept. */
export const events: readonly Scenario[] = [
  {
    name: "reads of events follow the rules of the store",
    exchanges: [
      ...made,
      get(`${core}?resourceVersion=0&limit=1`, {
        has: { metadata: { remainingItemCount: 1 }, items: [{ metadata: { name: "a" } }] },
      }),
      get(`${own}/a?resourceVersion=0`, { has: { reason: "R" } }),
      refused(
        get(`${core}/a?resourceVersion=x`),
        400,
        'invalid resource version: resourceVersion: Invalid value: "x": strconv.ParseUint: parsing "x": invalid syntax',
      ),
      get(`${core}?resourceVersion=99999999`, { lacks: ["retryAfterSeconds"], has: { reason: "Timeout" } }, 504),
      get(`${own}/a?resourceVersion=99999999`, { lacks: ["retryAfterSeconds"], has: { reason: "Timeout" } }, 504),
    ],
  },
  {
    name: "a revision that no store reaches is refused with all its digits",
    exchanges: [
      ...[`limit=1&resourceVersion=${unsigned}`, `resourceVersionMatch=Exact&resourceVersion=${unsigned}`].map(
        (query) => ({ ...get(`${maps}?${query}`), code: 504, lacks: [`${Number(unsigned)}`, "retryAfterSeconds"] }),
      ),
      remove(`${maps}?resourceVersion=${unsigned}`, { lacks: ["future revision"] }, 504),
      refused(
        get(`${maps}?limit=1&resourceVersion=9223372036854775807`),
        500,
        "etcdserver: mvcc: required revision is a future revision",
      ),
    ],
  },
  {
    name: "metadata of events is checked by the rules of the group they come through",
    exchanges: [
      ...made,
      patch("merge", `${own}/a`, { metadata: { uid: "x" } }, { has: fields(["metadata.uid", "metadata.uid"]) }, 422),
      patch("merge", `${core}/a`, { metadata: { uid: "x" } }, { has: fields(["metadata.uid"]) }, 422),
      post(
        own,
        { ...one, metadata: { name: "c", finalizers: ["bad"] } },
        { has: fields(["metadata.finalizers[0]"]) },
        422,
      ),
      patch(
        "merge",
        `${own}/a`,
        { metadata: { finalizers: ["bad"] } },
        { has: fields(["metadata.finalizers[0]"]) },
        422,
      ),
      patch("merge", `${core}/a`, { metadata: { finalizers: ["bad"] } }),
      post(own, { ...one, metadata: { name: "A_b" } }, { has: fields(["metadata.name"]) }, 422),
      post(core, { metadata: { name: "A_b" }, involvedObject: { namespace: "default" } }),
    ],
  },
  {
    name: "events of both groups have one internal type",
    exchanges: [
      refused(
        get(own, { headers: { accept: "application/json;as=PartialObjectMetadata;v=v1;g=meta.{api}" } }),
        406,
        "you requested PartialObjectMetadata, but the requested object is a list (*core.EventList)",
      ),
    ],
  },
  {
    name: "a watch of negative time sends nothing",
    exchanges: [
      ...made,
      { ...get(`${core}?watch=1&timeoutSeconds=-1`), lacks: ["ADDED"] },
      { ...get(`${core}?watch=1&timeoutSeconds=-5&resourceVersion=0`), lacks: ["ADDED"] },
    ],
  },
  {
    name: "namespaces that lead to other paths",
    exchanges: [
      refused(
        post("/api/v1/namespaces/a%25b/configmaps", { metadata: { name: "a" } }),
        500,
        "Internal error occurred: invalid resource name \"a%b\": [may not contain '%']",
      ),
    ],
  },
  {
    name: "slashes at the end of paths of documents",
    exchanges: [
      post("/version///", {}, {}, 405),
      get("/version//x", {}, 404),
      get("/apis/apps//"),
      post("/apis/apps/", {}, {}, 200),
      post("/apis/apps//", {}, {}, 405),
    ],
  },
];
