import { maxCauses, maxMessageLength } from "@svc/base";

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../start-test-server.ts";
import { mergePatch, send } from "./rbac-server.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const dryRun = "?dryRun=All";
/** Bytes of an error: message and causes, each character of at most 6 bytes. */
const maxErrorBytes = 12 * maxMessageLength + 200 * maxCauses;

const many = <T>(count: number, make: (i: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const record = (count: number, make: (i: number) => readonly [string, unknown]): object =>
  Object.fromEntries(many(count, make));
const long = "x".repeat(500_000);

describe("responses that quote a request", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
    const applied = {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "owned" },
      data: record(5000, (i) => [`k${i}`, "a"]),
    };
    await server.fetch(maps, send("POST", applied));
  });
  afterAll(() => server?.[Symbol.asyncDispose]());

  const owner = (i: number): object => ({
    apiVersion: "v1",
    kind: "Pod",
    name: `p${i}`,
    uid: `u${i}`,
    controller: true,
  });
  const container = (i: number): object => ({ name: `${i}`, image: "a", ports: [{ containerPort: -1 }] });
  const apply = (body: object): RequestInit => ({
    method: "PATCH",
    headers: { "content-type": "application/apply-patch+yaml" },
    body: JSON.stringify(body),
  });
  const cases: readonly (readonly [name: string, code: number, path: string, init: RequestInit])[] = [
    ["500 controlling owners", 422, maps, send("POST", { metadata: { name: "a", ownerReferences: many(500, owner) } })],
    [
      "3,000 controlling owners",
      422,
      maps,
      send("POST", { metadata: { name: "a", ownerReferences: many(3000, owner) } }),
    ],
    ["a long name", 422, maps, send("POST", { metadata: { name: `${long}!` } })],
    ["a control character for each byte", 422, maps, send("POST", { metadata: { name: "\u0001".repeat(400_000) } })],
    ["many labels", 422, maps, send("POST", { metadata: { name: "a", labels: record(5000, (i) => [`l${i}`, "!"]) } })],
    ["many finalizers", 422, maps, send("POST", { metadata: { name: "a", finalizers: many(50_000, (i) => `f${i}`) } })],
    [
      "many containers",
      422,
      "/api/v1/namespaces/default/pods",
      send("POST", { metadata: { name: "a" }, spec: { containers: many(2000, container) } }),
    ],
    ["a long kind", 400, maps, send("POST", { apiVersion: "v1", kind: long, metadata: { name: "a" } })],
    ["a long label selector", 400, `${maps}?labelSelector=${"a in (".repeat(8000)}`, {}],
    ["a long field selector", 400, `${maps}?fieldSelector=${"x".repeat(50_000)}=a`, {}],
    ["a long name in the path", 404, `${maps}/${"x".repeat(50_000)}`, {}],
    ["text that is no JSON", 400, maps, { ...send("POST", {}), body: `{"a":${long}` }],
    ["a merge patch of another type", 422, `${maps}/owned`, mergePatch({ data: long })],
    [
      "conflicts with another manager",
      409,
      `${maps}/owned?fieldManager=b&`,
      apply({ apiVersion: "v1", kind: "ConfigMap", data: record(5000, (i) => [`k${i}`, "b"]) }),
    ],
  ];
  test.each(cases)("%s: an error under the bound", async (_, code, path, init) => {
    const answer = await server.fetch(
      init.method === undefined ? path : `${path.replace(/[?&]+$/, "")}${path.includes("?") ? "&" : "?"}dryRun=All`,
      init,
    );
    const text = await answer.text();
    expect({ code: answer.status, bounded: text.length < maxErrorBytes, text: text.slice(0, 200) }).toMatchObject({
      code,
      bounded: true,
    });
  });

  test("warnings have 4,096 characters at most, longer ones are cut", async () => {
    const unknown = record(50, (i) => [`f${i}${"x".repeat(300)}`, 1]);
    const answer = await server.fetch(maps + dryRun, send("POST", { metadata: { name: "a" }, ...unknown }));
    const warnings = answer.headers.get("warning") ?? "";
    expect([answer.status, warnings.split(", 299 ").length, warnings.length < 5000]).toEqual([201, 16, true]);
    const few = await server.fetch(
      maps + dryRun,
      send("POST", { metadata: { name: "a" }, [`f${"x".repeat(300)}`]: 1 }),
    );
    expect(few.headers.get("warning")).toBe(`299 - "unknown field \\"f${"x".repeat(300)}\\""`);
  });
});

test.each([1000, 5_000_000])("a body over the bound of %i bytes is answered with that bound", async (maxBodyBytes) => {
  await using server = await startTestServer({ config: { limits: { maxBodyBytes } } });
  const answer = await server.fetch(
    maps,
    send("POST", { metadata: { name: "a" }, data: { a: "x".repeat(maxBodyBytes) } }),
  );
  expect(await answer.json()).toMatchObject({
    code: 413,
    reason: "RequestEntityTooLarge",
    message: `Request entity too large: limit is ${maxBodyBytes}`,
  });
});
