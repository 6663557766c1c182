import { cborPrefix, cborToJsonObject, readCbor, readYamlValue, writeCbor } from "@svc/codec";
import { type JsonValue, svcDialect } from "@svc/meta";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start-test-server.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const partial = (kind: string): string => `application/cbor;as=${kind};v=v1;g=meta.svc.io`;
const every = `application/json, application/yaml, ${svcDialect.protobufMediaType}, application/cbor`;

const cborOf = (value: JsonValue): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat([cborPrefix, writeCbor(value)]));

interface Told {
  readonly status: number;
  readonly type: string | null;
  readonly body: JsonValue;
}

async function received(answer: Response): Promise<Told> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  const type = answer.headers.get("content-type");
  const body =
    type === "application/cbor" ? cborToJsonObject(readCbor(bytes)) : (JSON.parse(bytes.toString()) as JsonValue);
  if (type === "application/cbor") expect(bytes.subarray(0, 3)).toEqual(cborPrefix);
  return { status: answer.status, type, body };
}

describe("CBOR, where its gate is open", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ config: { featureGates: { CBORServingAndStorage: true } } });
    expect(await post({ kind: "ConfigMap", metadata: { name: "a" }, data: { k: "v" }, binaryData: {} })).toMatchObject({
      status: 201,
    });
  });
  afterAll(async () => server?.[Symbol.asyncDispose]());

  const ask = async (path: string, accept: string, init: RequestInit = {}): Promise<Told> =>
    received(await server.fetch(path, { ...init, headers: { accept, ...init.headers } }));
  const send = (method: string, path: string, value: JsonValue, type = "application/cbor"): Promise<Told> =>
    ask(path, "application/cbor", { method, headers: { "content-type": type }, body: cborOf(value) });
  const post = (value: JsonValue, query = ""): Promise<Told> => send("POST", `${maps}${query}`, value);

  test.each<[what: string, path: string, as: string, asJson: string]>([
    ["an object", `${maps}/a`, "application/cbor", "application/json"],
    ["a list", maps, "application/cbor", "application/json"],
    ["a part of a list", `${maps}?limit=1`, "application/cbor", "application/json"],
    ["no items", "/api/v1/namespaces/default/secrets", "application/cbor", "application/json"],
    ["another version", "/apis/events.svc.io/v1/events", "application/cbor", "application/json"],
    [
      "a partial object",
      `${maps}/a`,
      partial("PartialObjectMetadata"),
      partial("PartialObjectMetadata").replace("cbor", "json"),
    ],
    [
      "partial objects",
      maps,
      partial("PartialObjectMetadataList"),
      partial("PartialObjectMetadataList").replace("cbor", "json"),
    ],
    ["what is served", "/api/v1", "application/cbor", "application/json"],
  ])("equals JSON: %s", async (_, path, as, asJson) => {
    const [cbor, json] = [await ask(path, as), await ask(path, asJson)];
    expect(cbor).toEqual({ status: 200, type: "application/cbor", body: json.body });
  });

  test("bytes travel as bytes", async () => {
    const body = { kind: "Secret", apiVersion: "v1", metadata: { name: "s" }, stringData: { k: "\u0001" } };
    await send("POST", "/api/v1/namespaces/default/secrets", body);
    const answer = await server.fetch("/api/v1/namespaces/default/secrets/s", {
      headers: { accept: "application/cbor" },
    });
    // data: {k: 22(h'01')}
    expect(Buffer.from(await answer.arrayBuffer()).toString("hex")).toContain("4464617461a1416bd64101");
  });

  test.each<[what: string, query: string, value: JsonValue, status: number, message: string]>([
    [
      "a wrong type",
      "",
      { kind: "ConfigMap", data: { a: 5 } },
      400,
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: cbor: cannot unmarshal positive integer into Go struct field v1.ConfigMap.data of type string',
    ],
    [
      "an unknown field, where that matters",
      "?fieldValidation=Strict",
      { nope: 1 },
      400,
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: cbor: found unknown field at map element index 0',
    ],
    [
      "what is invalid",
      "",
      { metadata: { name: "B" } },
      422,
      "ConfigMap \"B\" is invalid: metadata.name: Invalid value: \"B\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ],
    ["what is there already", "", { metadata: { name: "a" } }, 409, 'configmaps "a" already exists'],
    [
      "no object",
      "",
      [1],
      400,
      "the object provided is unrecognized (must be of type ConfigMap): unable to determine group/version/kind: cbor: cannot unmarshal array into Go value of type v1.TypeMeta (cannot decode CBOR array to struct without toarray option) (d9d9f78101)",
    ],
  ])("refuses %s, in CBOR", async (_, query, value, status, message) => {
    expect(await post(value, query)).toMatchObject({
      status,
      type: "application/cbor",
      body: { kind: "Status", message },
    });
  });

  test("applies the manager's fields", async () => {
    const intent = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "applied" }, data: { k: "v" } };
    const apply = (value: JsonValue): Promise<Told> =>
      send("PATCH", `${maps}/applied?fieldManager=m`, value, "application/apply-patch+cbor");
    expect(await apply(intent)).toMatchObject({ status: 201, body: { data: { k: "v" } } });
    expect(await apply({ ...intent, data: { k: "w" } })).toMatchObject({ status: 200, body: { data: { k: "w" } } });
    expect(await apply([])).toMatchObject({
      status: 400,
      body: {
        message: "error decoding YAML: cbor: cannot unmarshal array into Go value of type map[string]interface {}",
      },
    });
  });

  test("takes options of a deletion", async () => {
    await post({ metadata: { name: "gone" } });
    const remove = (options: JsonValue): Promise<Told> => send("DELETE", `${maps}/gone`, options);
    expect(await remove({ preconditions: { uid: "other" } })).toMatchObject({ status: 409 });
    expect(await remove({ gracePeriodSeconds: "x" })).toMatchObject({
      status: 500,
      body: {
        message:
          "cbor: cannot unmarshal byte string into Go struct field v1.DeleteOptions.gracePeriodSeconds of type int64",
      },
    });
    expect(await remove({ gracePeriodSeconds: 0 })).toMatchObject({ status: 200, body: { status: "Success" } });
  });

  test("a watch is one item after another", async () => {
    const list = await ask(maps, "application/json");
    const { resourceVersion } = (list.body as unknown as { metadata: { resourceVersion: string } }).metadata;
    const stop = new AbortController();
    const answer = await server.fetch(`${maps}?watch=1&resourceVersion=${resourceVersion}`, {
      headers: { accept: "application/cbor" },
      signal: stop.signal,
    });
    expect(answer.headers.get("content-type")).toBe("application/cbor-seq");
    const reader = answer.body?.getReader();
    await post({ metadata: { name: "seen" } });
    const bytes = (await reader?.read())?.value ?? new Uint8Array();
    stop.abort();
    expect(cborToJsonObject(readCbor(bytes))).toMatchObject({
      type: "ADDED",
      object: { kind: "ConfigMap", apiVersion: "v1", metadata: { name: "seen" } },
    });
    expect(Buffer.from(bytes.subarray(0, 3))).toEqual(cborPrefix);
    expect(Buffer.from(bytes).toString("hex")).toContain(`${Buffer.from("Fobject").toString("hex")}d9d9f7`);
  });

  test.each<[what: string, path: string, accept: string, message: string]>([
    [
      "tables",
      maps,
      "application/cbor;as=Table;v=v1;g=meta.svc.io",
      `only the following media types are accepted: ${every}`,
    ],
    ["a sequence", maps, "application/cbor-seq", `only the following media types are accepted: ${every}`],
    [
      "a sequence of one",
      `${maps}/a`,
      "application/cbor-seq",
      `406: Not Acceptable\n\nAvailable representations: ${every}`,
    ],
    [
      "YAML as a stream",
      `${maps}?watch=1`,
      "application/yaml;q=1",
      `only the following media types are accepted: application/json;stream=watch, ${svcDialect.protobufMediaType};stream=watch, application/cbor-seq`,
    ],
  ])("is not there for %s", async (_, path, accept, message) => {
    const answer = await server.fetch(path, { headers: { accept: `${accept}, application/x;q=0.1` } });
    expect(answer.status).toBe(406);
    // JSON is YAML too.
    const { value } = readYamlValue(Buffer.from(await answer.arrayBuffer()));
    expect(value).toMatchObject({ message });
  });

  test("is named where a body is of another type", async () => {
    expect(
      await ask(maps, "application/json", { method: "POST", headers: { "content-type": "text/x" }, body: "x" }),
    ).toMatchObject({
      status: 415,
      body: { message: `the body of the request was in an unknown format - accepted media types include: ${every}` },
    });
  });

  test.each<[what: string, path: string, method: string]>([
    ["a resource that there is not", "/apis/apps/v1/nothing", "GET"],
    ["a method that there is not", "/api/v1/namespaces/default/configmaps/a", "POST"],
  ])("is not the form of an error about %s", async (_, path, method) => {
    expect(await ask(path, "application/cbor", { method })).toMatchObject({ type: "application/json" });
  });

  test("is not chosen if JSON is preferred", async () => {
    expect(await ask(`${maps}/a`, "application/cbor;q=0.5, application/json")).toMatchObject({
      type: "application/json",
    });
    expect(await ask(`${maps}/a`, "application/cbor, application/json;q=0.5")).toMatchObject({
      type: "application/cbor",
    });
    expect(await ask(`${maps}/a`, "*/*")).toMatchObject({ type: "application/json" });
  });
});

test("CBOR is a media type like any other that is not known, where its gate is closed", async () => {
  await using server = await startTestServer();
  const headers = { accept: "application/cbor", "content-type": "application/cbor" };
  expect((await server.fetch(maps, { headers })).status).toBe(406);
  expect((await server.fetch(maps, { headers, method: "POST", body: cborOf({}) })).status).toBe(406);
  const asJson = { ...headers, accept: "application/json" };
  expect((await server.fetch(maps, { headers: asJson, method: "POST", body: cborOf({}) })).status).toBe(415);
  const patch = { ...asJson, "content-type": "application/apply-patch+cbor" };
  const answer = await server.fetch(`${maps}/a?fieldManager=m`, { headers: patch, method: "PATCH", body: cborOf({}) });
  expect(answer.status).toBe(415);
});
