import { get, patch, post, refused, remove } from "./requests.ts";
import type { Scenario } from "./scenario.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const slices = "/apis/discovery.{api}/v1/namespaces/default/endpointslices";
const three = ["a", "b", "c"].map((name) => post(maps, { metadata: { name, labels: { letter: name, all: "yes" } } }));

export const lists: readonly Scenario[] = [
  {
    name: "lists, by labels and by names",
    exchanges: [
      ...three,
      get(maps, { has: { kind: "ConfigMapList", items: [{ metadata: { name: "a" } }, {}, {}] } }),
      get(`${maps}?labelSelector=letter%20in%20(a,c),all`, {
        has: { items: [{ metadata: { name: "a" } }, { metadata: { name: "c" } }] },
      }),
      get(`${maps}?labelSelector=letter!=a,!none`, {
        has: { items: [{ metadata: { name: "b" } }, { metadata: { name: "c" } }] },
      }),
      get(`${maps}?fieldSelector=metadata.name=b`, { has: { items: [{ metadata: { name: "b" } }] } }),
      get("/api/v1/configmaps?fieldSelector=metadata.namespace!=default", { has: { items: [] } }),
    ],
  },
  {
    name: "what is deprecated says so, and what to use instead",
    exchanges: [
      get("/api/v1/namespaces/default/endpoints", {
        warnings: ["v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice"],
      }),
      get("/api/v1/componentstatuses", { warnings: ["v1 ComponentStatus is deprecated in v1.19+"] }),
      get("/api/v1/componentstatuses?watch=1", { warnings: ["v1 ComponentStatus is deprecated in v1.19+"] }, 405),
      refused(
        get("/api/v1/componentstatuses?watch=1&sendInitialEvents=false&resourceVersionMatch=NotOlderThan"),
        422,
        'ListOptions.meta.{api} "" is invalid: sendInitialEvents: Forbidden: sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled',
      ),
      get("/api/v1/namespaces/default/endpoints", { headers: { accept: "text/html" }, warnings: [] }, 406),
      {
        ...patch("merge", "/api/v1/namespaces/default/endpoints/a", {}, { warnings: [] }, 415),
        headers: { "content-type": "text/plain" },
      },
      get("/api/v1/namespaces/default/configmaps", { warnings: [] }),
    ],
  },
  {
    name: "pages",
    exchanges: [
      ...three,
      get(`${maps}?limit=2`, {
        has: { metadata: { remainingItemCount: 1 }, items: [{ metadata: { name: "a" } }, { metadata: { name: "b" } }] },
      }),
      refused(
        get(`${maps}?limit=2&continue=nonsense`),
        400,
        "invalid continue token: continue key is not valid: invalid character '\\u009e' looking for beginning of value",
      ),
      refused(
        get(`${maps}?limit=1&continue=a&resourceVersion=1`),
        400,
        "invalid continue token: continue key is not valid: illegal base64 data at input byte 0",
      ),
    ],
  },
  {
    name: "versions of lists",
    exchanges: [
      refused(
        get(`${maps}?resourceVersion=x`),
        400,
        'invalid resource version: resourceVersion: Invalid value: "x": strconv.ParseUint: parsing "x": invalid syntax',
      ),
      refused(
        get(`${maps}?resourceVersionMatch=Exact`),
        422,
        'ListOptions.meta.{api} "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided',
      ),
      refused(
        get(`${maps}?resourceVersion=0&resourceVersionMatch=Exact`),
        422,
        'ListOptions.meta.{api} "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"',
      ),
      get(`${maps}?resourceVersion=0`),
    ],
  },
  {
    name: "tables and partial objects",
    exchanges: [
      ...three,
      get(maps, {
        headers: { accept: "application/json;as=Table;g=meta.{api};v=v1" },
        has: {
          kind: "Table",
          apiVersion: "meta.{api}/v1",
          columnDefinitions: [{ name: "Name", type: "string", format: "name" }, { name: "Data" }, { name: "Age" }],
          rows: [{ cells: ["a", 0, "0s"], object: { kind: "PartialObjectMetadata" } }, {}, {}],
        },
      }),
      get(`${maps}/a`, {
        headers: { accept: "application/json;as=PartialObjectMetadata;g=meta.{api};v=v1" },
        has: { kind: "PartialObjectMetadata", metadata: { name: "a" } },
      }),
      refused(
        get(`${maps}?includeObject=Some`, { headers: { accept: "application/json;as=Table;g=meta.{api};v=v1" } }),
        400,
        "Unable to convert to Table as requested: includeObject: Invalid value: \"Some\": must be 'Metadata', 'Object', 'None', or empty",
      ),
    ],
  },
  {
    name: "a collection that is deleted",
    exchanges: [
      ...three,
      remove(`${maps}?labelSelector=letter!=b`, { has: { kind: "ConfigMapList" } }),
      get(maps, { has: { items: [{ metadata: { name: "b" } }] } }),
    ],
  },
  {
    name: "ports of slices in tables",
    exchanges: [
      { ports: [], shown: "<unset>" },
      { ports: [{}], shown: "<unset>" },
      { ports: [{ name: "a" }], shown: "a" },
      {
        ports: [{ name: "a", port: 1 }, { name: "b", port: 2 }, { name: "c", port: 3 }, { port: 4 }],
        shown: "1,2,3 + 1 more...",
      },
    ].flatMap(({ ports, shown }, i) => [
      post(slices, {
        metadata: { name: `s${i}` },
        addressType: "IPv4",
        ports,
        endpoints: [{ addresses: ["10.0.0.1"] }],
      }),
      get(`${slices}/s${i}`, {
        headers: { accept: "application/json;as=Table;v=v1;g=meta.{api}" },
        has: { rows: [{ cells: [`s${i}`, "IPv4", shown, "10.0.0.1", "0s"] }] },
      }),
    ]),
  },
  {
    name: "a list of one name reads that object, so that its limit does not ask for an exact version",
    exchanges: [
      post(maps, { metadata: { name: "a" } }),
      get(`${maps}?fieldSelector=metadata.name=a&limit=1&resourceVersion=1`, { has: { items: [{}] } }),
      get("/api/v1/namespaces?fieldSelector=metadata.name=default&limit=1&resourceVersion=1", { has: { items: [{}] } }),
      get(
        `${maps}?fieldSelector=metadata.name=a&limit=1&resourceVersion=9999`,
        { has: { details: { causes: [{ reason: "ResourceVersionTooLarge" }] } }, lacks: ["retryAfterSeconds"] },
        504,
      ),
      get(`${maps}?fieldSelector=metadata.name=a&limit=1&resourceVersion=1&resourceVersionMatch=Exact`, {
        lacks: ['"name":"a"'],
      }),
      get(`${maps}?limit=1&resourceVersion=1`, { lacks: ['"name":"a"'] }),
      get("/api/v1/configmaps?fieldSelector=metadata.name=a&limit=1&resourceVersion=1", { lacks: ['"name":"a"'] }),
    ],
  },
];
