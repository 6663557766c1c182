import { deep, filled, type HostileBody, json, labels, maps, meta, pods, widgetMeta, widgets } from "./body.ts";

const text = (value: string): Buffer => Buffer.from(value);

/** New objects: keys, depth and numbers. */
export const values: readonly HostileBody[] = [
  json("good keys of a map", maps, () => filled(labels, { before: `{${meta},"data":{`, after: "}}" })),
  json("one key, many times", maps, () => filled(() => `"k":"v"`, { before: `{${meta},"data":{`, after: "}}" })),
  json("each key twice", maps, () => filled((i) => `"k${i >> 1}":"v"`, { before: `{${meta},"data":{`, after: "}}" })),
  json("numeric keys", maps, () => filled((i) => `"${i}":"v"`, { before: `{${meta},"data":{`, after: "}}" })),
  json("unknown fields", maps, () => filled(labels, { before: `{${meta},`, after: "}" })),
  json("unknown fields, strict", `${maps}?fieldValidation=Strict`, () =>
    filled(labels, { before: `{${meta},`, after: "}" }),
  ),
  json("wrong values", maps, () => filled((i) => `"k${i}":1`, { before: `{${meta},"data":{`, after: "}}" })),
  json("null values", maps, () => filled((i) => `"k${i}":null`, { before: `{${meta},"data":{`, after: "}}" })),
  json("labels", maps, () => filled(labels, { before: `{"metadata":{"name":"new","labels":{`, after: "}}}" })),
  json("annotations", maps, () =>
    filled(labels, { before: `{"metadata":{"name":"new","annotations":{`, after: "}}}" }),
  ),
  json("keys of binary data", maps, () =>
    filled((i) => `"k${i}":"YQ=="`, { before: `{${meta},"binaryData":{`, after: "}}" }),
  ),
  json("one key as long as a body", maps, () => `{${meta},"data":{"${"k".repeat(3_000_000 - 100)}":""}}`),
  json(
    "one label as long as a body",
    maps,
    () => `{"metadata":{"name":"new","labels":{"a":"${"k".repeat(3_000_000 - 100)}"}}}`,
  ),
  json("a name as long as a body", maps, () => `{"metadata":{"name":"${"k".repeat(3_000_000 - 100)}"}}`),
  {
    name: "a value of broken UTF-8",
    path: maps,
    body: () => Buffer.concat([text(`{${meta},"data":{"k":"`), Buffer.alloc(3_000_000, 0xff), text(`"}}`)]),
  },
  json("deep objects, unknown", maps, () => `{${meta},"x":${deep(400_000)}}`),
  json("deep lists, unknown", maps, () => `{${meta},"x":${deep(1_500_000, "[", "]")}}`),
  json("deep objects of a free field", widgets, () => `{${widgetMeta},${meta},"spec":{"free":${deep(400_000)}}}`),
  json("brackets without an end", maps, () => "[".repeat(3_000_000)),
  json("empty objects", widgets, () =>
    filled(() => "{}", { before: `{${widgetMeta},${meta},"spec":{"free":[`, after: "]}}" }),
  ),
  json("zeros", widgets, () =>
    filled(() => "0", { before: `{${widgetMeta},${meta},"spec":{"free":[`, after: "]}}", values: 1_000_000 }),
  ),
  json("a set of integers", widgets, () =>
    filled((i) => String((i * 7_919) % 1_000_003), {
      before: `{${widgetMeta},${meta},"spec":{"numbers":[`,
      after: "]}}",
      values: 105_000,
    }),
  ),
  json("small objects", widgets, () =>
    filled((i) => `{"a":${i}}`, { before: `{${widgetMeta},${meta},"spec":{"free":[`, after: "]}}" }),
  ),
  json("free keys", widgets, () => filled(labels, { before: `{${widgetMeta},${meta},"spec":{"free":{`, after: "}}}" })),
  json("unknown fields of an extension type", widgets, () =>
    filled(labels, { before: `{${widgetMeta},${meta},"spec":{`, after: "}}" }),
  ),
  json("a set of texts", widgets, () =>
    filled((i) => `"t${i}"`, { before: `{${widgetMeta},${meta},"spec":{"set":[`, after: "]}}" }),
  ),
  json("a list of maps by key", widgets, () =>
    filled((i) => `{"name":"n${i}"}`, { before: `{${widgetMeta},${meta},"spec":{"keyed":[`, after: "]}}" }),
  ),
  json("an integer of a million digits", `${pods}`, () => `{${meta},"spec":{"priority":${"1".repeat(3_000_000)}}}`),
  json("long numbers", widgets, () =>
    filled((i) => `${i}.00000000000000000001`, { before: `{${widgetMeta},${meta},"spec":{"free":[`, after: "]}}" }),
  ),
];
