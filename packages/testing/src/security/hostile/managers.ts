import { filled, type HostileBody, json, live, mapMeta, maps, widgetMeta, widgets } from "./body.ts";

const merge = "application/merge-patch+json";
const jsonPatch = "application/json-patch+json";
const apply = "application/apply-patch+yaml";
const applied = "?fieldManager=m&force=true";

interface ManagersOptions {
  readonly managers: number;
  readonly fields: number;
  /** @default Apply, of which there may be any number */
  readonly operation?: "Apply" | "Update";
  /** The field that holds the owned ones. @default data */
  readonly parent?: string;
}

/** Entries of managers that own the same fields. */
function managedFields({ managers, fields, operation = "Apply", parent = "data" }: ManagersOptions): string {
  const owned = Array.from({ length: fields }, (_, i) => `"f:k${(i * 7_919) % 1_000_003}":{}`);
  return Array.from({ length: managers }, (_, i) => {
    const subresource = i % 2 === 0 ? "" : `,"subresource":"s${i}"`;
    return `{"manager":"m${i}","operation":"${operation}","apiVersion":"v1","time":"2026-01-01T00:00:00Z","fieldsType":"FieldsV1","fieldsV1":{"f:${parent}":{${owned}}}${subresource}}`;
  }).join(",");
}

const shapes: readonly (readonly [name: string, options: ManagersOptions])[] = [
  ["10 managers of 4,500 fields", { managers: 10, fields: 4_500 }],
  ["300 managers of 150 fields", { managers: 300, fields: 150 }],
  ["300 managers that update 150 fields", { managers: 300, fields: 150, operation: "Update" }],
  ["6,000 managers of 3 fields", { managers: 6_000, fields: 3 }],
];

/** Requests for an object that many own already. */
function requestsFor([name, options]: (typeof shapes)[number]): readonly HostileBody[] {
  const data = Array.from({ length: options.fields }, (_, i) => `"k${(i * 7_919) % 1_000_003}":"v"`);
  const update = (owners: string): HostileBody =>
    json(`owners of ${name}`, `${maps}/live`, () => `{"metadata":{"name":"live"${owners}},"data":{${data}}}`, {
      method: "PUT",
    });
  // The fields are there before they get their owners: otherwise the update would own them.
  const first = { ...update(`,"managedFields":[${managedFields(options)}]`), first: update("") };
  const owned = Array.from({ length: options.fields }, (_, i) => `"k${(i * 7_919) % 1_000_003}":"w"`);
  const patch = (what: string, path: string, type: string, body: string): HostileBody => ({
    ...json(`${what} of an object of ${name}`, path, () => body, { method: "PATCH", type }),
    first,
  });
  const all = `{${mapMeta},${live},"data":{${owned}}}`;
  return [
    patch("apply", `${maps}/live${applied}`, apply, all),
    patch("apply that conflicts", `${maps}/live?fieldManager=m`, apply, all),
    patch("merge patch", `${maps}/live?fieldManager=m`, merge, `{"data":{${owned}}}`),
    patch("removal", `${maps}/live`, merge, `{"data":null}`),
    { ...json(`update of an object of ${name}`, `${maps}/live`, () => all, { method: "PUT" }), first },
  ];
}

/** Objects that many own. */
export const managers: readonly HostileBody[] = [
  ...shapes.flatMap(requestsFor),
  ...shapes.flatMap(([name, options]) => {
    const entries = (): string => managedFields(options);
    const data = `"data":{"k0":"v","k7919":"v"}`;
    return [
      json(`create with ${name}`, maps, () => `{"metadata":{"name":"new","managedFields":[${entries()}]},${data}}`),
      json(
        `update to ${name}`,
        `${maps}/live?fieldManager=other`,
        () => `{"metadata":{"name":"live","managedFields":[${entries()}]},${data}}`,
        { method: "PUT" },
      ),
      json(`merge patch to ${name}`, `${maps}/live`, () => `{"metadata":{"managedFields":[${entries()}]},${data}}`, {
        method: "PATCH",
        type: merge,
      }),
      json(
        `JSON patch to ${name}`,
        `${maps}/live`,
        () => `[{"op":"add","path":"/metadata/managedFields","value":[${entries()}]},{"op":"remove","path":"/data/a"}]`,
        { method: "PATCH", type: jsonPatch },
      ),
      json(
        `apply with ${name}`,
        `${maps}/live${applied}`,
        () => `{${mapMeta},"metadata":{"name":"live","managedFields":[${entries()}]},${data}}`,
        { method: "PATCH", type: apply },
      ),
    ];
  }),
  json(
    "conditions of the same type",
    "/api/v1/nodes/live/status",
    () =>
      filled((i) => `{"type":"Ready","status":"True","message":"${i}"}`, {
        before: `{${live},"status":{"conditions":[`,
        after: "]}}",
      }),
    { method: "PUT" },
  ),
  json(
    "apply of keys that repeat",
    `${widgets}/live${applied}`,
    () => filled(() => `{"name":"a"}`, { before: `{${widgetMeta},${live},"spec":{"keyed":[`, after: "]}}" }),
    { method: "PATCH", type: apply },
  ),
  json(
    "apply of annotations that repeat the last applied one",
    `${maps}/live${applied}`,
    () => {
      const last = JSON.stringify(
        JSON.stringify({ data: Object.fromEntries(Array.from({ length: 12_000 }, (_, i) => [`k${i}`, "v"])) }),
      );
      return `{${mapMeta},"metadata":{"name":"live","annotations":{"kubectl.svc.io/last-applied-configuration":${last}}}}`;
    },
    { method: "PATCH", type: apply },
  ),
  json(
    "JSON patch that doubles a value",
    `${maps}/live`,
    () =>
      `[{"op":"add","path":"/metadata/annotations","value":{"a":"b"}},${Array.from({ length: 60 }, (_, i) => `{"op":"copy","from":"/metadata","path":"/metadata/x${i}"}`)}]`,
    { method: "PATCH", type: jsonPatch },
  ),
  json(
    "JSON patch of tests of a large value",
    `${maps}/live`,
    () => {
      const data = JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`k${i}`, "v"])));
      const tests = Array.from({ length: 15 }, () => `{"op":"test","path":"/data","value":${data}}`);
      return `[{"op":"add","path":"/data","value":${data}},${tests}]`;
    },
    { method: "PATCH", type: jsonPatch },
  ),
  json(
    "JSON patch of deep pointers",
    `${maps}/live`,
    () => filled(() => `{"op":"add","path":"${"/a".repeat(500)}","value":1}`, { before: "[", after: "]" }),
    { method: "PATCH", type: jsonPatch },
  ),
  json("an owner that is named by much", maps, () =>
    filled((i) => `{"apiVersion":"v1","kind":"A","name":"${"b".repeat(100)}","uid":"${i}","controller":true}`, {
      before: `{"metadata":{"name":"new","ownerReferences":[`,
      after: "]}}",
    }),
  ),
];
