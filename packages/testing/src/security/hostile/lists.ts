import { container, deep, filled, type HostileBody, json, labels, live, maps, meta, namespace, pods } from "./body.ts";

const quantity = (q: string): string =>
  `{${meta},"spec":{"containers":[{"name":"c","image":"i","resources":{"requests":{"cpu":"${q}"}}}]}}`;

const apps = "/apis/apps/v1/namespaces/default";

/** New and changed objects with long lists. */
export const lists: readonly HostileBody[] = [
  json("owners", maps, () =>
    filled((i) => `{"apiVersion":"v1","kind":"A","name":"b","uid":"${i}"}`, {
      before: `{"metadata":{"name":"new","ownerReferences":[`,
      after: "]}}",
    }),
  ),
  json("one owner, many times", maps, () =>
    filled(() => `{"apiVersion":"v1","kind":"A","name":"b","uid":"1"}`, {
      before: `{"metadata":{"name":"new","ownerReferences":[`,
      after: "]}}",
    }),
  ),
  json("finalizers", maps, () =>
    filled((i) => `"a.b/f${i}"`, { before: `{"metadata":{"name":"new","finalizers":[`, after: "]}}" }),
  ),
  json("managed fields", maps, () =>
    filled(
      (i) =>
        `{"manager":"m${i}","operation":"Update","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{"f:data":{"f:k${i}":{}}}}`,
      { before: `{"metadata":{"name":"new","managedFields":[`, after: "]}}" },
    ),
  ),
  json("managed fields of one manager", maps, () =>
    filled((i) => `"f:k${i}":{}`, {
      before: `{"metadata":{"name":"new","managedFields":[{"manager":"m","operation":"Update","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{"f:data":{`,
      after: "}}}]}}",
    }),
  ),
  json(
    "managed fields, deep",
    maps,
    () =>
      `{"metadata":{"name":"new","managedFields":[{"manager":"m","operation":"Update","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":${deep(300_000, '{"f:a":', "}").replace("1", "{}")}}]}}`,
  ),
  json("tolerations", pods, () =>
    filled((i) => `{"key":"k${i}","operator":"Exists"}`, {
      before: `{${meta},"spec":{${container},"tolerations":[`,
      after: "]}}",
    }),
  ),
  json("spread constraints", pods, () =>
    filled((i) => `{"maxSkew":1,"topologyKey":"k${i}","whenUnsatisfiable":"DoNotSchedule"}`, {
      before: `{${meta},"spec":{${container},"topologySpreadConstraints":[`,
      after: "]}}",
    }),
  ),
  json("hosts of node affinity", pods, () =>
    filled((i) => `{"matchExpressions":[{"key":"k","operator":"In","values":["${i}"]}]}`, {
      before: `{${meta},"spec":{${container},"affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[`,
      after: "]}}}}}",
    }),
  ),
  json("a quantity of digits", pods, () => quantity("1".repeat(3_000_000))),
  json("a quantity of zeros and a fraction", pods, () => quantity(`1.${"0".repeat(2_900_000)}1`)),
  json("a quantity of an exponent", pods, () => quantity(`1e${"9".repeat(2_900_000)}`)),
  json("a quantity of letters", pods, () => quantity("x".repeat(2_900_000))),
  json("bytes", `${namespace}/secrets`, () => `{${meta},"data":{"a":"${"YWFh".repeat(780_000)}"}}`),
  json("bytes that are none", `${namespace}/secrets`, () => `{${meta},"data":{"a":"${"Y=".repeat(1_500_000)}"}}`),
  json("spaces", maps, () => `{${meta}${" ".repeat(3_000_000)}}`),
  json("update with good keys", `${maps}/live`, () => filled(labels, { before: `{${live},"data":{`, after: "}}" }), {
    method: "PUT",
  }),
  json(
    "update with other keys",
    `${maps}/live`,
    () => filled((i) => `"o${i}":"v"`, { before: `{${live},"data":{`, after: "}}" }),
    { method: "PUT" },
  ),
  json(
    "update with finalizers",
    `${maps}/live`,
    () => filled((i) => `"a.b/f${i}"`, { before: `{"metadata":{"name":"live","finalizers":[`, after: "]}}" }),
    { method: "PUT" },
  ),
  json(
    "update of conditions",
    `${pods}/live/status`,
    () =>
      filled((i) => `{"type":"t${i}","status":"True"}`, { before: `{${live},"status":{"conditions":[`, after: "]}}" }),
    { method: "PUT" },
  ),
  json(
    "update of container statuses",
    `${pods}/live/status`,
    () =>
      filled((i) => `{"name":"t${i}","image":"","imageID":"","ready":true,"restartCount":0}`, {
        before: `{${live},"status":{"containerStatuses":[`,
        after: "]}}",
      }),
    { method: "PUT" },
  ),
  json(
    "update of conditions of a node",
    `/api/v1/nodes/live/status`,
    () =>
      filled((i) => `{"type":"t${i}","status":"True"}`, { before: `{${live},"status":{"conditions":[`, after: "]}}" }),
    { method: "PUT" },
  ),
  json("delete options of unknown fields", `${maps}/none`, () => filled(labels, { before: "{", after: "}" }), {
    method: "DELETE",
  }),
  json("delete options, deep", `${maps}/none`, () => deep(400_000), { method: "DELETE" }),
  json("a review of groups", "/apis/authorization.svc.io/v1/subjectaccessreviews", () =>
    filled((i) => `"g${i}"`, {
      before: `{"spec":{"user":"u","resourceAttributes":{"verb":"get","resource":"pods"},"groups":[`,
      after: "]}}",
    }),
  ),
  json("a review of extras", "/apis/authorization.svc.io/v1/subjectaccessreviews", () =>
    filled((i) => `"g${i}":["a"]`, {
      before: `{"spec":{"user":"u","resourceAttributes":{"verb":"get","resource":"pods"},"extra":{`,
      after: "}}}",
    }),
  ),
  json("a review of a label selector", "/apis/authorization.svc.io/v1/subjectaccessreviews", () =>
    filled((i) => `{"key":"k${i}","operator":"Exists"}`, {
      before: `{"spec":{"user":"u","resourceAttributes":{"verb":"get","resource":"pods","labelSelector":{"requirements":[`,
      after: "]}}}}",
    }),
  ),
  json(
    "a review of a long token",
    "/apis/authentication.svc.io/v1/tokenreviews",
    () => `{"spec":{"token":"${"a.".repeat(1_400_000)}"}}`,
  ),
  json(
    "a scale of unknown fields",
    `${apps}/deployments/live/scale`,
    () => filled(labels, { before: `{${live},`, after: "}" }),
    { method: "PUT" },
  ),
  json("a binding", `${pods}/live/binding`, () =>
    filled(labels, { before: `{"target":{"name":"n"},"metadata":{"name":"live","annotations":{`, after: "}}}" }),
  ),
];
