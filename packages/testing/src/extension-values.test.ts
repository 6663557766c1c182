import { kubernetesDialect } from "@svc/meta";
import { beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "./start-test-server.ts";
import {
  define,
  definitionsPath,
  jsonRequest,
  specOf,
  versionOf,
  widget,
  widgetDefinition,
  widgetsPath,
} from "./widget-type.ts";

const widgets = widgetsPath();
const typeMeta = { apiVersion: "example.com/v1", kind: "Widget" };

const text = { type: "string" };
const embedded = {
  type: "object",
  "x-kubernetes-embedded-resource": true,
  "x-kubernetes-preserve-unknown-fields": true,
};
const spec = {
  type: "object",
  properties: {
    text,
    mac: { ...text, format: "mac" },
    byte: { ...text, format: "byte" },
    odd: { ...text, format: "odd" },
    templates: { type: "object", additionalProperties: embedded },
  },
  "x-kubernetes-validations": [{ rule: "!has(self.text) || self.text != 'bad'" }],
};
const status = {
  type: "object",
  properties: { template: embedded, a: text, b: text },
  not: { required: ["a", "b"] },
};

const definition = (schema: object, more: object = {}): object =>
  widgetDefinition([versionOf("v1", schema, { subresources: { status: {} } })], more);

let origin: TestServer;

interface Outcome {
  readonly code: number;
  readonly message?: string | undefined;
  readonly fields?: readonly string[] | undefined;
}

const patchTypes = { merge: "application/merge-patch+json", apply: "application/apply-patch+yaml" };

async function send(path: string, body: object, patch?: keyof typeof patchTypes): Promise<Outcome> {
  const type = patch === undefined ? "application/json" : patchTypes[patch];
  const method = patch === undefined ? "POST" : "PATCH";
  const response = await origin.fetch(path, { method, headers: { "content-type": type }, body: JSON.stringify(body) });
  const { message, details } = (await response.json()) as {
    message?: string;
    details?: { causes?: { field: string }[] };
  };
  return { code: response.status, message, fields: details?.causes?.map(({ field }) => field) };
}

beforeAll(async () => {
  origin = await startTestServer({ dialect: kubernetesDialect });
  await define(origin, definition({ type: "object", properties: { spec, status } }));
  await send(widgets, widget("a"));
  return () => origin[Symbol.asyncDispose]();
});

describe("a write of the status", () => {
  it.for<[string, object, Outcome]>([
    [
      "does not validate embedded objects",
      { template: { kind: "a b", metadata: { labels: { a: "-" } } } },
      { code: 200 },
    ],
    ["names the status in errors of alternatives", { a: "1", b: "2" }, { code: 422, fields: ["status"] }],
  ])("%s", async ([, value, want]) => {
    expect(await send(`${widgets}/a/status?dryRun=All`, { status: value }, "merge")).toMatchObject(want);
  });
});

it("keys of maps are indexes in paths to the metadata of embedded objects", async () => {
  const template = (metadata: object): object => ({
    ...typeMeta,
    metadata: { name: "b" },
    spec: { templates: { a: { apiVersion: "v1", kind: "K", metadata } } },
  });
  const strict = `${widgets}?fieldValidation=Strict`;
  const message = 'Widget in version "v1" cannot be handled as a Widget: ';
  expect(await send(strict, template({ odd: 1 }))).toMatchObject({
    message: `${message}strict decoding error: unknown field "spec.templates[a].metadata.odd"`,
  });
  expect(await send(strict, template({ name: 1 }))).toMatchObject({
    message: expect.stringMatching(/spec\.templates\[a\]\.metadata: Invalid value/),
  });
});

it("an object without a name has no rules evaluated, and says so", async () => {
  const fields = ["metadata.name", "<nil>"];
  expect(await send(widgets, { ...typeMeta, spec: { text: "bad" } })).toMatchObject({ code: 422, fields });
});

describe("an apply of a number as text", () => {
  it.for<[string, Outcome]>([
    ["text", { code: 500, message: expect.stringContaining(".spec.text: expected string") }],
    ["byte", { code: 500, message: expect.stringContaining(".spec.byte: expected string") }],
    ["mac", { code: 422, fields: ["spec.mac", "<nil>"] }],
    ["odd", { code: 422, fields: ["spec.odd", "<nil>"] }],
  ])("of the format of %s", async ([name, want]) => {
    const body = { ...typeMeta, metadata: { name: "c" }, spec: { [name]: 1 } };
    expect(await send(`${widgets}/c?fieldManager=m`, body, "apply")).toMatchObject(want);
  });
});

describe("a default, to rules, was the value before", () => {
  const rule = (text: string, more: object = {}): object => ({ rule: text, ...more });
  it.for<[string, object, boolean]>([
    ["of a change", rule("self == oldSelf"), true],
    ["that ask for another value", rule("!self || !oldSelf"), false],
    ["with an optional value before", rule("oldSelf.hasValue()", { optionalOldSelf: true }), true],
    ["without a change", rule("!self"), false],
  ])("%s", async ([, validation, isValid]) => {
    const flag = { type: "boolean", default: true, "x-kubernetes-validations": [validation] };
    const names = { plural: "gadgets", kind: "Gadget" };
    const gadgets = definition({ type: "object", properties: { flag } }, { names });
    const { code } = await send(`${definitionsPath}?dryRun=All`, {
      ...gadgets,
      metadata: { name: "gadgets.example.com" },
    });
    expect(code).toBe(isValid ? 201 : 422);
  });
});

it.each<[string, object, number]>([
  ["of the object itself, a missing field", { required: ["zz"] }, 422],
  ["of the object itself, its kind", { properties: { kind: { type: "string", enum: ["Other"] } } }, 422],
  ["of the object itself, a rule", { "x-kubernetes-validations": [{ rule: "self.metadata.name == 'other'" }] }, 422],
  ["of a part, a missing field", { properties: { spec: { type: "object", required: ["zz"] } } }, 200],
  [
    "of a part, a rule",
    { properties: { spec: { type: "object", "x-kubernetes-validations": [{ rule: "false" }] } } },
    200,
  ],
])("a write that changes nothing meets the new errors %s", async (_, narrower, want) => {
  await using server = await startTestServer({ dialect: kubernetesDialect });
  const send = (method: string, path: string, body: object): Promise<Response> =>
    server.fetch(path, jsonRequest(method, body));
  await define(server, widgetDefinition([versionOf("v1", specOf({}))]));
  await send("POST", widgetsPath(), widget("unchanged", { spec: {} }));
  const schema = { ...specOf({}), ...narrower };
  await send("PATCH", `${definitionsPath}/widgets.example.com`, { spec: { versions: [versionOf("v1", schema)] } });
  expect((await send("PATCH", `${widgetsPath()}/unchanged`, {})).status).toBe(want);
});
