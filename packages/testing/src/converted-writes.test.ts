import { type ApiObject, kubernetesDialect } from "@svc/meta";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "./start-test-server.ts";
import { define, jsonRequest, specOf, versionOf, widgetDefinition, widgetsPath } from "./widget-type.ts";

type Change = (object: ApiObject) => unknown;

interface Answer {
  readonly kind?: string;
  readonly code?: number;
  readonly message?: string;
  readonly metadata?: ApiObject["metadata"];
  readonly spec?: object;
  readonly items?: readonly ApiObject[];
}

const same: Change = (object) => object;
const broken: Change = (object) => ({ ...object, metadata: { ...object.metadata, uid: "other" } });
const because = (version: string): RegExp =>
  new RegExp(
    `^conversion webhook for example.com/${version}, Kind=Widget returned invalid object: must have the same UID`,
  );

let server: TestServer;
/** What the webhook makes of objects, by the version that is asked for. */
let changes: Record<string, Change> = {};
let reviewed: ApiObject[] = [];

const fields = {
  name: { type: "string", maxLength: 5 },
  filled: { type: "string", default: "by v2" },
  replicas: { type: "integer" },
};
const subresources = { scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" } };

beforeAll(async () => {
  server = await startTestServer({
    dialect: kubernetesDialect,
    controlPlane: {
      callConversionWebhook: (_, { apiVersion, kind, request }) => {
        reviewed.push(...request.objects);
        const { desiredAPIVersion } = request;
        const change = changes[desiredAPIVersion] ?? same;
        const convertedObjects = request.objects.map((object) => change({ ...object, apiVersion: desiredAPIVersion }));
        const response = { uid: request.uid, result: { status: "Success" }, convertedObjects };
        return Promise.resolve({ apiVersion, kind, response });
      },
    },
  });
  const versions = [versionOf("v1", specOf({ name: fields.name, replicas: fields.replicas }), { subresources })];
  versions.push(versionOf("v2", specOf(fields), { subresources }));
  const webhook = { conversionReviewVersions: ["v1"], clientConfig: { url: "https://example.com/convert" } };
  await define(server, widgetDefinition(versions, { conversion: { strategy: "Webhook", webhook } }));
});
beforeEach(() => {
  reviewed = [];
});
afterAll(() => server[Symbol.asyncDispose]());

async function send(method: string, path: string, body?: object, type?: string): Promise<Answer> {
  const request = jsonRequest(method, body);
  const headers = type === undefined ? request.headers : { "content-type": type };
  const response = await server.fetch(path, { ...request, ...(headers === undefined ? {} : { headers }) });
  return (await response.json()) as Answer;
}

/** Sends a request while the webhook changes the objects that it converts to one version. */
async function whileChanging(version: string, change: Change, act: () => Promise<Answer>): Promise<Answer> {
  changes = { [`example.com/${version}`]: change };
  try {
    return await act();
  } finally {
    changes = {};
  }
}

const made = (version: string, name: string, spec: object = { name: "a" }): object => ({
  apiVersion: `example.com/${version}`,
  kind: "Widget",
  metadata: { name },
  spec,
});
const post = (version: string, name: string, spec?: object): Promise<Answer> =>
  send("POST", `${widgetsPath(version)}?fieldManager=made`, made(version, name, spec));
const apply = (path: string, version: string, name: string, spec: object): Promise<Answer> =>
  send("PATCH", `${path}&fieldManager=applier`, made(version, name, spec), "application/apply-patch+yaml");

describe("a review", () => {
  it("has a new object as it will be stored", async () => {
    await post("v2", "final");
    expect(reviewed[0]).toMatchObject({
      metadata: { uid: expect.any(String), creationTimestamp: expect.any(String), generation: 1 },
      spec: { name: "a", filled: "by v2" },
    });
    expect(reviewed[0]?.metadata.managedFields).toMatchObject([{ manager: "made", apiVersion: "example.com/v2" }]);
  });

  it("has a changed object with its new generation and owners", async () => {
    await post("v2", "changed");
    reviewed = [];
    await send("PATCH", `${widgetsPath("v2")}/changed?fieldManager=merger`, { spec: { name: "b" } });
    const written = reviewed.find(({ apiVersion }) => apiVersion === "example.com/v2");
    expect(written?.metadata).toMatchObject({ generation: 2 });
    expect(written?.metadata.managedFields?.map(({ manager }) => manager)).toEqual(["made", "merger"]);
  });

  it("has no resource version, but where owners of several versions are compared", async () => {
    await post("v2", "read");
    for (const path of ["/read", "", "/read?resourceVersion=0"]) await send("GET", `${widgetsPath("v2")}${path}`);
    await send("PATCH", `${widgetsPath("v2")}/read`, { spec: { name: "b" } });
    expect(reviewed.length).toBeGreaterThan(1);
    expect(reviewed.filter(({ metadata }) => metadata.resourceVersion !== undefined)).toEqual([]);
  });

  it.each([
    ["a create", () => post("v2", "invalid", { name: "too long" })],
    ["a name that is taken", () => post("v2", "final", { name: "too long" })],
  ])("is not asked for of an object that is refused: %s", async (_, act) => {
    expect((await act()).code).toBe(422);
    expect(reviewed).toEqual([]);
  });

  it("has no revision of a dry run, whose response has one", async () => {
    await post("v2", "dry");
    const answer = await send("PATCH", `${widgetsPath("v2")}/dry?dryRun=All`, { spec: { name: "b" } });
    expect(answer.metadata?.resourceVersion).toEqual(expect.any(String));
  });
});

describe("a webhook that fails", () => {
  beforeAll(async () => {
    await post("v1", "one");
    await post("v2", "owned");
    await send("PATCH", `${widgetsPath("v1")}/one`, { metadata: { labels: { l: "m" } } });
  });

  it("on the way of an owner's fields leaves an update without owners", async () => {
    const update = (): Promise<Answer> => send("PATCH", `${widgetsPath("v1")}/owned`, { spec: { name: "c" } });
    const answer = await whileChanging("v2", broken, update);
    expect(answer.spec).toMatchObject({ name: "c" });
    expect(answer.metadata?.managedFields).toBeUndefined();
  });

  it("on the way of an owner's fields refuses an apply", async () => {
    await post("v2", "applied");
    const answer = await whileChanging("v2", broken, () =>
      apply(`${widgetsPath("v1")}/applied?force=true`, "v1", "applied", { name: "d" }),
    );
    expect(answer).toMatchObject({ code: 500, message: expect.stringMatching(because("v1")) });
  });

  it.each<[string, string, number]>([
    ["a list of all", "", 429],
    ["a list by a label that selects nothing", "?labelSelector=none", 429],
    ["a list by a label with a limit", "?labelSelector=none&limit=1", 429],
    ["a list with a limit", "?limit=1", 500],
    ["a watch", "?watch=true", 429],
    ["an object", "/one", 500],
  ])("refuses %s in the version", async (_, path, code) => {
    // The conversions that are kept are those of this state.
    await send("PATCH", `${widgetsPath("v1")}/one`, { metadata: { annotations: { path } } });
    await send("PATCH", `${widgetsPath("v1")}/applied`, { metadata: { annotations: { path } } });
    const answer = await whileChanging("v2", broken, () => send("GET", widgetsPath("v2") + path));
    expect(answer.code).toBe(code);
  });

  it.each<[string, string, string, number]>([
    ["on the way to the version", "v2", "", 500],
    ["on the way to the version, of some objects", "v2", "?labelSelector=l", 429],
    ["on the way back", "v1", "", 500],
  ])("%s, deletes nothing of a collection", async (_, version, query, code) => {
    await send("PATCH", `${widgetsPath("v1")}/one`, { metadata: { annotations: { query, version } } });
    const before = (await send("GET", widgetsPath("v1"))).items?.length;
    const answer = await whileChanging(version, broken, () => send("DELETE", widgetsPath("v2") + query));
    expect(answer.code).toBe(code);
    expect((await send("GET", widgetsPath("v1"))).items?.length).toBe(before);
  });

  it.each<[string, () => Promise<Answer>]>([
    ["a deletion", () => send("DELETE", `${widgetsPath("v2")}/one`)],
    ["a change that is refused", () => send("PATCH", `${widgetsPath("v2")}/one`, { spec: { name: "too long" } })],
    ["a create of a taken name", () => post("v2", "one")],
  ])("on the way back comes before all else: %s", async (_, act) => {
    const answer = await whileChanging("v1", broken, act);
    expect(answer).toMatchObject({ code: 500, message: expect.stringMatching(because("v2")) });
  });

  it("on the way back is not noticed by a dry run that deletes", async () => {
    const act = (): Promise<Answer> => send("DELETE", `${widgetsPath("v2")}/one?dryRun=All`);
    expect((await whileChanging("v1", broken, act)).code).toBeUndefined();
  });
});

describe("a converted object", () => {
  it.each<[string, object, object]>([
    ["without nulls that are no values", { name: null, replicas: 1 }, { replicas: 1 }],
    ["with nulls in place of defaults", { filled: null }, { filled: null }],
    ["without unknown fields", { name: "n", more: 1 }, { name: "n" }],
  ])("is shown %s", async (name, spec, want) => {
    const slug = name.replaceAll(" ", "-");
    await post("v1", slug);
    const convert: Change = (object) => ({ ...object, spec });
    const answer = await whileChanging("v2", convert, () => send("GET", `${widgetsPath("v2")}/${slug}`));
    expect(answer.spec).toEqual(want);
  });

  const mistyped = ".spec.replicas accessor error: x is of the type string, expected";
  it.each<[string, object | string, string, object]>([
    ["without replicas is not read", {}, "GET", { code: 500, message: expect.stringContaining("does not exist") }],
    ["without replicas is written", {}, "PATCH", { kind: "Scale", spec: {} }],
    ["with a spec that is a text is not read", "x", "GET", { message: `${mistyped} map[string]interface{}` }],
    [
      "with a spec that is a text is not written",
      "x",
      "PATCH",
      { code: 500, message: `${mistyped} map[string]interface{}` },
    ],
    ["with a text for replicas is not read", { replicas: "x" }, "GET", { code: 500, message: `${mistyped} int64` }],
    ["with too many replicas is cut", { replicas: 5_000_000_000 }, "GET", { spec: { replicas: 705_032_704 } }],
  ])("%s by its scale", async (name, spec, method, want) => {
    const slug = `${name.replaceAll(" ", "-")}-scale`;
    await post("v1", slug, { replicas: 2 });
    const body = method === "PATCH" ? { spec: { replicas: 3 } } : undefined;
    const convert: Change = (object) => ({ ...object, spec });
    const answer = await whileChanging("v2", convert, () => send(method, `${widgetsPath("v2")}/${slug}/scale`, body));
    expect(answer).toMatchObject(want);
  });
});
