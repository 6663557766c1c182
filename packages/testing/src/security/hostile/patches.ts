import {
  deep,
  filled,
  type HostileBody,
  json,
  labels,
  live,
  mapMeta,
  maps,
  meta,
  pods,
  widgetMeta,
  widgets,
} from "./body.ts";

const merge = "application/merge-patch+json";
const strategic = "application/strategic-merge-patch+json";
const jsonPatch = "application/json-patch+json";
const apply = "application/apply-patch+yaml";
const applied = "?fieldManager=m&force=true";

/** Patches and applies. */
export const patches: readonly HostileBody[] = [
  json("merge patch of good keys", `${maps}/live`, () => filled(labels, { before: `{"data":{`, after: "}}" }), {
    method: "PATCH",
    type: merge,
  }),
  json("merge patch of unknown fields", `${maps}/live`, () => filled(labels, { before: `{`, after: "}" }), {
    method: "PATCH",
    type: merge,
  }),
  json("merge patch, deep", `${maps}/live`, () => deep(400_000), { method: "PATCH", type: merge }),
  json("merge patch, deep, of lists", `${maps}/live`, () => `{"data":${deep(1_500_000, "[", "]")}}`, {
    method: "PATCH",
    type: merge,
  }),
  json(
    "merge patch of nulls",
    `${maps}/live`,
    () => filled((i) => `"k${i}":null`, { before: `{"data":{`, after: "}}" }),
    { method: "PATCH", type: merge },
  ),
  json("strategic patch of good keys", `${maps}/live`, () => filled(labels, { before: `{"data":{`, after: "}}" }), {
    method: "PATCH",
    type: strategic,
  }),
  json(
    "strategic patch of a merge key that repeats",
    `${pods}/live`,
    () => filled(() => `{"name":"c","image":"i"}`, { before: `{"spec":{"containers":[`, after: "]}}" }),
    { method: "PATCH", type: strategic },
  ),
  json("strategic patch, deep", `${pods}/live`, () => deep(400_000), { method: "PATCH", type: strategic }),
  json(
    "JSON patch that adds",
    `${maps}/live`,
    () => `[${Array.from({ length: 10_000 }, (_, i) => `{"op":"add","path":"/data/k${i}","value":"v"}`)}]`,
    { method: "PATCH", type: jsonPatch },
  ),
  json(
    "JSON patch that copies",
    `${maps}/live`,
    () =>
      `[{"op":"add","path":"/data/x","value":"v"},${Array.from({ length: 9_998 }, (_, i) => `{"op":"copy","from":"/data","path":"/data/k${i}"}`)}]`,
    { method: "PATCH", type: jsonPatch },
  ),
  json(
    "JSON patch that copies what it copied",
    `${widgets}/live`,
    () =>
      `[{"op":"add","path":"/spec/free","value":{"a":1}},${Array.from({ length: 9_990 }, (_, i) => `{"op":"copy","from":"/spec/free","path":"/spec/free/k${i}"}`)}]`,
    { method: "PATCH", type: jsonPatch },
  ),
  json(
    "JSON patch of a path as long as a body",
    `${maps}/live`,
    () => `[{"op":"add","path":"${"/a".repeat(1_400_000)}","value":1}]`,
    { method: "PATCH", type: jsonPatch },
  ),
  json(
    "JSON patch of too many operations",
    `${maps}/live`,
    () => filled(() => `{"op":"test","path":"/kind","value":"ConfigMap"}`, { before: "[", after: "]" }),
    { method: "PATCH", type: jsonPatch },
  ),
  json("JSON patch of nulls", `${maps}/live`, () => filled(() => `null`, { before: "[", after: "]" }), {
    method: "PATCH",
    type: jsonPatch,
  }),
  json("JSON patch of empty operations", `${maps}/live`, () => filled(() => `{}`, { before: "[", after: "]" }), {
    method: "PATCH",
    type: jsonPatch,
  }),
  json("JSON patch of a deep value", `${maps}/live`, () => `[{"op":"add","path":"/data","value":${deep(400_000)}}]`, {
    method: "PATCH",
    type: jsonPatch,
  }),
  json(
    "apply of good keys",
    `${maps}/new${applied}`,
    () => filled(labels, { before: `{${mapMeta},${meta},"data":{`, after: "}}" }),
    { method: "PATCH", type: apply },
  ),
  json(
    "apply of good keys to what is there",
    `${maps}/live${applied}`,
    () => filled(labels, { before: `{${mapMeta},${live},"data":{`, after: "}}" }),
    { method: "PATCH", type: apply },
  ),
  json(
    "apply of unknown fields",
    `${maps}/live${applied}`,
    () => filled(labels, { before: `{${mapMeta},${live},`, after: "}" }),
    { method: "PATCH", type: apply },
  ),
  json(
    "apply of a set",
    `${widgets}/live${applied}`,
    () => filled((i) => `"t${i}"`, { before: `{${widgetMeta},${live},"spec":{"set":[`, after: "]}}" }),
    { method: "PATCH", type: apply },
  ),
  json(
    "apply of a list by key",
    `${widgets}/live${applied}`,
    () => filled((i) => `{"name":"n${i}"}`, { before: `{${widgetMeta},${live},"spec":{"keyed":[`, after: "]}}" }),
    { method: "PATCH", type: apply },
  ),
  json(
    "apply of free keys",
    `${widgets}/live${applied}`,
    () => filled(labels, { before: `{${widgetMeta},${live},"spec":{"free":{`, after: "}}}" }),
    { method: "PATCH", type: apply },
  ),
  json("apply, deep", `${widgets}/live${applied}`, () => `{${widgetMeta},${live},"spec":{"free":${deep(400_000)}}}`, {
    method: "PATCH",
    type: apply,
  }),
];
