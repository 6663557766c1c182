import { filled, type HostileBody, json, live, mapMeta, maps, meta, namespace, pods } from "./body.ts";

const merge = "application/merge-patch+json";
const strategic = "application/strategic-merge-patch+json";
const jsonPatch = "application/json-patch+json";
const apply = "application/apply-patch+yaml";

/** Keys in no order: 7,919 is prime, so that none comes twice. */
const key = (i: number): string => `"k${(i * 7_919) % 1_000_003}":"v"`;
/** Keys that begin alike, which are dearer to compare. */
const longKey = (i: number): string => `"${"k".repeat(8)}${(i * 7_919) % 1_000_003}":"v"`;

const networkPolicies = "/apis/networking.svc.io/v1/namespaces/default/networkpolicies";
const customResourceDefinitions = "/apis/apiextensions.svc.io/v1/customresourcedefinitions";

const definition = (schema: string): string =>
  `{"metadata":{"name":"a.b.com"},"spec":{"group":"b.com","scope":"Namespaced","names":{"plural":"a","kind":"A"},"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object",${schema}}}}]}}`;

const around = (text: string): { readonly before: string; readonly after: string } => {
  const [before = "", after = ""] = text.split("…");
  return { before, after };
};

/** Unsorted keys, and fields with expensive checks. */
export const orders: readonly HostileBody[] = [
  json("keys in no order", maps, () => filled(key, around(`{${meta},"data":{…}}`))),
  json("long keys in no order", maps, () => filled(longKey, around(`{${meta},"data":{…}}`))),
  json("update with keys in no order", `${maps}/live`, () => filled(key, around(`{${live},"data":{…}}`)), {
    method: "PUT",
  }),
  json("merge patch of keys in no order", `${maps}/live`, () => filled(key, around(`{"data":{…}}`)), {
    method: "PATCH",
    type: merge,
  }),
  json(
    "apply of keys in no order",
    `${maps}/live?fieldManager=m&force=true`,
    () => filled(key, around(`{${mapMeta},${live},"data":{…}}`)),
    { method: "PATCH", type: apply },
  ),
  json("properties of an extension type", customResourceDefinitions, () =>
    filled((i) => `"p${i}":{"type":"string"}`, around(definition(`"properties":{…}`))),
  ),
  json("properties of an extension type, in no order", customResourceDefinitions, () =>
    filled((i) => `"p${(i * 7_919) % 1_000_003}":{"type":"string"}`, around(definition(`"properties":{…}`))),
  ),
  json("bad properties of an extension type", customResourceDefinitions, () =>
    filled((i) => `"p${i}":{}`, around(definition(`"properties":{…}`))),
  ),
  json("exceptions of a block of addresses", networkPolicies, () =>
    filled(
      (i) => `"10.${(i >> 8) & 255}.${i & 255}.0/24"`,
      around(
        `{${meta},"spec":{"podSelector":{},"ingress":[{"from":[{"ipBlock":{"cidr":"10.0.0.0/8","except":[…]}}]}]}}`,
      ),
    ),
  ),
  json("bad exceptions of a block of addresses", networkPolicies, () =>
    filled(
      (i) => `"x${i}"`,
      around(
        `{${meta},"spec":{"podSelector":{},"ingress":[{"from":[{"ipBlock":{"cidr":"10.0.0.0/8","except":[…]}}]}]}}`,
      ),
    ),
  ),
  json("bad finalizers", maps, () =>
    filled((i) => `"!/f${i}"`, around(`{"metadata":{"name":"new","finalizers":[…]}}`)),
  ),
  json("bad labels", maps, () => filled((i) => `"!/f${i}":"!"`, around(`{"metadata":{"name":"new","labels":{…}}}`))),
  json("bad annotations", maps, () =>
    filled((i) => `"!/f${i}":"!"`, around(`{"metadata":{"name":"new","annotations":{…}}}`)),
  ),
  json(
    "JSON patch that moves",
    `${maps}/live`,
    () =>
      `[{"op":"add","path":"/data/k0","value":"v"},${Array.from({ length: 9_998 }, (_, i) => `{"op":"move","from":"/data/k${i}","path":"/data/k${i + 1}"}`)}]`,
    { method: "PATCH", type: jsonPatch },
  ),
  json(
    "JSON patch that moves among many keys",
    `${maps}/live`,
    () => {
      const data = Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`m${i}`, "v"]));
      const moves = Array.from({ length: 9_000 }, (_, i) => `{"op":"move","from":"/data/m${i}","path":"/data/n${i}"}`);
      return `[{"op":"add","path":"/data","value":${JSON.stringify(data)}},${moves}]`;
    },
    { method: "PATCH", type: jsonPatch },
  ),
  json(
    "JSON patch that moves to the front of a list",
    `${maps}/live`,
    () => {
      const list = JSON.stringify(Array.from({ length: 60_000 }, (_, i) => `a.b/f${i}`));
      const moves = Array.from(
        { length: 9_000 },
        () => `{"op":"move","from":"/metadata/finalizers/59999","path":"/metadata/finalizers/0"}`,
      );
      return `[{"op":"add","path":"/metadata/finalizers","value":${list}},${moves}]`;
    },
    { method: "PATCH", type: jsonPatch },
  ),
  json("a review of a raw label selector", "/apis/authorization.svc.io/v1/subjectaccessreviews", () => {
    const raw = filled((i) => `k${i} in (a,b)`, { values: 300_000 });
    return `{"spec":{"user":"u","resourceAttributes":{"verb":"get","resource":"pods","labelSelector":{"rawSelector":"${raw}"}}}}`;
  }),
  json("a review of a raw label selector of keys", "/apis/authorization.svc.io/v1/subjectaccessreviews", () => {
    const raw = filled((i) => `k${i}`, { values: 600_000 });
    return `{"spec":{"user":"u","resourceAttributes":{"verb":"get","resource":"pods","labelSelector":{"rawSelector":"${raw}"}}}}`;
  }),
  json("a review of a raw field selector", "/apis/authorization.svc.io/v1/subjectaccessreviews", () => {
    const raw = filled((i) => `k${i}=a`, { values: 600_000 });
    return `{"spec":{"user":"u","resourceAttributes":{"verb":"get","resource":"pods","fieldSelector":{"rawSelector":"${raw}"}}}}`;
  }),
  json(
    "strategic patch of many containers",
    `${pods}/live`,
    () => filled((i) => `{"name":"c${i}","image":"i"}`, around(`{"spec":{"containers":[…]}}`)),
    { method: "PATCH", type: strategic },
  ),
  json(
    "strategic patch of many environment variables",
    `${pods}/live`,
    () => filled((i) => `{"name":"c${i}"}`, around(`{"spec":{"containers":[{"name":"c","env":[…]}]}}`)),
    { method: "PATCH", type: strategic },
  ),
  json(
    "strategic patch that orders containers",
    `${pods}/live`,
    () => filled((i) => `{"name":"c${i}"}`, around(`{"spec":{"$setElementOrder/containers":[…]}}`)),
    { method: "PATCH", type: strategic },
  ),
  json(
    "strategic patch that deletes",
    `${pods}/live`,
    () => filled((i) => `{"name":"c${i}","$patch":"delete"}`, around(`{"spec":{"containers":[…]}}`)),
    { method: "PATCH", type: strategic },
  ),
  ...["containers", "initContainers"].map((list) =>
    json(`${list} of a pod`, pods, () =>
      filled((i) => `{"name":"c${i}","image":"i"}`, around(`{${meta},"spec":{"containers":[],"${list}":[…]}}`)),
    ),
  ),
  ...[
    ["ports", `{"containerPort":…}`],
    ["env", `{"name":"e…"}`],
    ["volumeMounts", `{"name":"v…","mountPath":"/m…"}`],
    ["envFrom", `{"configMapRef":{"name":"v…"}}`],
    ["args", `"a…"`],
  ].map(([list = "", item = ""]) =>
    json(`${list} of a container`, pods, () =>
      filled(
        (i) => item.replaceAll("…", String(list === "ports" ? (i % 65_000) + 1 : i)),
        around(`{${meta},"spec":{"containers":[{"name":"c","image":"i","${list}":[…]}]}}`),
      ),
    ),
  ),
  json("volumes of a pod", pods, () =>
    filled(
      (i) => `{"name":"v${i}","emptyDir":{}}`,
      around(`{${meta},"spec":{"containers":[{"name":"c","image":"i"}],"volumes":[…]}}`),
    ),
  ),
  json("webhooks", "/apis/admissionregistration.svc.io/v1/validatingwebhookconfigurations", () =>
    filled(
      (i) =>
        `{"name":"w${i}.a.b","clientConfig":{"url":"https://a/${i}"},"sideEffects":"None","admissionReviewVersions":["v1"]}`,
      around(`{${meta},"webhooks":[…]}`),
    ),
  ),
  json("rules of a role", "/apis/rbac.authorization.svc.io/v1/clusterroles", () =>
    filled((i) => `{"apiGroups":[""],"resources":["r${i}"],"verbs":["get"]}`, around(`{${meta},"rules":[…]}`)),
  ),
  json("addresses of endpoints", `${namespace}/endpoints`, () =>
    filled((i) => `{"ip":"10.0.${(i >> 8) & 255}.${i & 255}"}`, around(`{${meta},"subsets":[{"addresses":[…]}]}`)),
  ),
  ...managers(),
  ...selectors(),
];

function managers(): readonly HostileBody[] {
  const entry = (i: number): string =>
    `{"manager":"m${i}","operation":"Apply","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{"f:data":{"f:a":{}}}}`;
  const fields = (i: number): string => `"f:k${(i * 7_919) % 1_000_003}":{}`;
  return [
    json(
      "update with many managers",
      `${maps}/live`,
      () => filled(entry, around(`{"metadata":{"name":"live","managedFields":[…]},"data":{"a":"c"}}`)),
      {
        method: "PUT",
      },
    ),
    json("managed fields in no order", maps, () =>
      filled(
        fields,
        around(
          `{"metadata":{"name":"new","managedFields":[{"manager":"m","operation":"Update","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{"f:data":{…}}}]},"data":{"a":"c"}}`,
        ),
      ),
    ),
    json("managed fields of items", pods, () =>
      filled(
        (i) => `"k:{\\"name\\":\\"c${(i * 7_919) % 1_000_003}\\"}":{}`,
        around(
          `{"metadata":{"name":"new","managedFields":[{"manager":"m","operation":"Update","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{"f:spec":{"f:containers":{…}}}}]},"spec":{}}`,
        ),
      ),
    ),
  ];
}

/** Selectors that are as long as a target may be. */
function selectors(): readonly HostileBody[] {
  const maxTarget = 60_000;
  const query = (name: string, parameter: string, part: (i: number) => string): HostileBody => {
    const parts: string[] = [];
    for (let i = 0, length = 0; length < maxTarget; i++, length += encodeURIComponent(`${part(i)},`).length)
      parts.push(part(i));
    const path = `${maps}?${parameter}=${encodeURIComponent(parts.join(","))}`.slice(0, maxTarget + 200);
    return { name, method: "GET", path, body: () => Buffer.alloc(0) };
  };
  return [
    query("label selector of keys", "labelSelector", (i) => `k${i}`),
    query("label selector of values", "labelSelector", (i) => `k in (a${i})`),
    query("label selector of exclusions", "labelSelector", (i) => `!k${i}`),
    query("field selector", "fieldSelector", (i) => `metadata.name!=a${i}`),
  ];
}
