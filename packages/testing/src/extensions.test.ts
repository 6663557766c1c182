import type { AdmissionPlugin } from "@svc/admission";
import { systemClock } from "@svc/base";
import { type ApiObject, badRequest, svcDialect } from "@svc/meta";
import { createStruct, extensionStrategy, fromOpenApi, type ResourceDefinition } from "@svc/schema";
import {
  createServer,
  type GroupsSnapshot,
  type Server,
  type ServerConfig,
  type ServerExtension,
  startReconciler,
  textResponse,
} from "@svc/server";
import { createMemoryStorage } from "@svc/storage/memory";
import { afterEach, describe, expect, test } from "vitest";

const group = "example.com";

/** Widgets with an action, `polish`. */
function widgets(resource = "widgets", kind = "Widget"): ResourceDefinition {
  const schema = fromOpenApi(
    { type: "object", properties: { spec: { type: "object", properties: { shine: { type: "integer" } } } } },
    { dialect: svcDialect, kind: { group, version: "v1", kind } },
  );
  const body = { group, version: "v1", kind: "Polish" };
  return {
    ...{ resource, singular: kind.toLowerCase(), kind, listKind: `${kind}List` },
    ...{ shortNames: [], categories: [], namespaced: false },
    storage: { group, version: "v1", prefix: `${group}/${resource}` },
    strategy: extensionStrategy({ hasStatus: false, validate: () => [] }),
    versions: [
      {
        ...{ group, version: "v1", stability: "ga", enabledByDefault: true, schema, semantics: "structural" },
        verbs: ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"],
        subresources: [
          { name: "polish", view: "action", verbs: ["create"], body, schema: createStruct([], { name: "x" }) },
        ],
      },
    ],
  };
}

const user = { name: "alice", uid: "", groups: [], extra: {} };

describe("a server without built-in types", () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  const start = async (more: Partial<ServerConfig> = {}) => {
    server = await createServer({
      resources: [],
      storage: createMemoryStorage({ clock: systemClock }),
      authenticator: { authenticate: () => ({ kind: "authenticated", user }) },
      authorizer: { authorize: () => ({ verdict: "allow", reason: "" }) },
      ...more,
    });
    await server.ready;
    return async (path: string, method = "GET", body?: object) => {
      const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
      const headers = { "content-type": "application/json" };
      const response = await (server as Server).fetch(new Request(`https://any.host${path}`, { ...init, headers }));
      return { code: response.status, text: await response.text() };
    };
  };
  const path = `/apis/${group}/v1/widgets`;
  const widget = (name: string): ApiObject => ({ apiVersion: `${group}/v1`, kind: "Widget", metadata: { name } });

  test("serves a user's own types, their discovery and their documents", async () => {
    const ask = await start({ resources: [() => [widgets()]] });
    expect((await ask(path, "POST", widget("a"))).code).toBe(201);
    expect(JSON.parse((await ask(path)).text)).toMatchObject({
      kind: "WidgetList",
      items: [{ metadata: { name: "a" } }],
    });
    expect((await ask(`${path}/a`, "DELETE")).code).toBe(200);
    expect((await ask(`${path}/a`)).code).toBe(404);
    expect((await ask("/apis")).text).toContain(group);
    expect((await ask("/openapi/v2")).text).toContain("com.example.v1.Widget");
    expect((await ask(`/openapi/v3/apis/${group}/v1`)).text).toContain("com.example.v1.Widget");
    expect((await ask("/readyz")).text).toBe("ok");
  });

  test("has every part of a feature that one extension adds", async () => {
    const steps: string[] = [];
    const reconciled: string[] = [];
    let problem: string | undefined;
    const elsewhere: GroupsSnapshot = {
      handler: (name) => (name === "other.example.com" ? () => textResponse(200, "from elsewhere\n") : undefined),
    };
    const refuse: AdmissionPlugin = {
      name: "NoBadNames",
      operations: ["CREATE"],
      validate: ({ name }) => {
        if (name === "bad") throw badRequest("a bad name");
      },
    };
    const feature: ServerExtension = {
      name: "widgets",
      definitions: () => [widgets()],
      admission: () => ({ steps: [refuse] }),
      hooks: () => new Map([[`widgets.${group}`, { beginCreate: () => void steps.push("hook") }]]),
      subresources: ({ local }) =>
        new Map([
          [
            `widgets.${group}/polish`,
            async (_state, { name = "" }) => {
              const target = { namespace: "", name };
              await local.resource(group, "widgets")?.change(target, (live) => ({ ...live, spec: { shine: 1 } }));
              return textResponse(200, "polished\n");
            },
          ],
        ]),
      paths: () => new Map([["widgets", { handler: () => textResponse(200, "hello\n"), index: () => ["/widgets"] }]]),
      stages: () => [
        {
          after: "authorization",
          stage: (state, next) => {
            steps.push(`${state.user.name} ${state.info.verb}`);
            return next(state);
          },
        },
      ],
      groups: () => ({ snapshot: () => elsewhere }),
      controllers: ({ local }) => [
        {
          name: "widgets",
          checks: [{ name: "poststarthook/widgets" }],
          start: () => {
            const resource = local.resource(group, "widgets");
            return resource === undefined
              ? undefined
              : startReconciler({
                  local,
                  resource,
                  reconcile: async (_objects, { metadata }) => void reconciled.push(metadata.name ?? ""),
                });
          },
        },
      ],
      health: () => ({ checks: [{ name: "widgets", check: () => problem }], order: ["widgets"] }),
      postStart: () => [
        {
          name: "first-widget",
          run: async (local) => {
            await local.resource(group, "widgets")?.ensure({ metadata: { name: "first" } });
          },
        },
      ],
    };
    const ask = await start({ extensions: [feature] });
    expect(reconciled).toEqual(["first"]);
    expect((await ask(path, "POST", widget("bad"))).text).toContain("a bad name");
    expect((await ask(path, "POST", { ...widget("a"), spec: { shine: 0 } })).code).toBe(201);
    expect(steps).toEqual(["hook", "alice create", "hook", "alice create", "hook"]);
    expect((await ask("/apis/other.example.com/v1/things")).text).toBe("from elsewhere\n");
    expect(await ask(`${path}/a/polish`, "POST", {})).toEqual({ code: 200, text: "polished\n" });
    expect(JSON.parse((await ask(`${path}/a`)).text)).toMatchObject({
      spec: { shine: 1 },
      metadata: { managedFields: expect.arrayContaining([expect.objectContaining({ manager: "svc-apiserver" })]) },
    });
    expect(await ask("/widgets")).toEqual({ code: 200, text: "hello\n" });
    expect(JSON.parse((await ask("/")).text)).toMatchObject({ paths: expect.arrayContaining(["/widgets"]) });
    problem = "out of polish";
    expect((await ask("/readyz?verbose")).text).toContain("[-]widgets failed");
    expect((await ask("/readyz/poststarthook/first-widget")).text).toBe("ok");
    expect((await ask("/readyz/poststarthook/widgets")).text).toBe("ok");
  });

  test("admission steps run in the order of the extensions, then those of the configuration, and the last ones last", async () => {
    const acted: string[] = [];
    const step = (name: string): AdmissionPlugin => ({
      name,
      operations: ["CREATE"],
      validate: () => void acted.push(name),
    });
    const ask = await start({
      resources: [() => [widgets()]],
      extensions: [
        { name: "a", admission: () => ({ steps: [step("a")], last: [step("last of a")] }) },
        { name: "b", admission: () => ({ steps: [step("b")] }) },
      ],
      admission: [step("own")],
    });
    await ask(path, "POST", widget("x"));
    expect(acted).toEqual(["a", "b", "own", "last of a"]);
  });

  const paths = (segment: string) => new Map([[segment, { handler: () => textResponse(200, "") }]]);
  const conflicts: readonly (readonly [string, readonly Omit<ServerExtension, "name">[], string])[] = [
    [
      "a path",
      [{ paths: () => paths("x") }, { paths: () => paths("x") }],
      'two handlers of the path for "x": from "e0" and "e1"',
    ],
    ["a path of the server", [{ paths: () => paths("livez") }], 'for "livez": from "the server" and "e0"'],
    ["the path of discovery", [{ paths: () => paths("apis") }], 'for "apis": from "the server" and "e0"'],
    [
      "a subresource",
      [0, 1].map(() => ({ subresources: () => new Map([["a/b", () => textResponse(200, "")]]) })),
      'two handlers for "a/b": from "e0" and "e1"',
    ],
    ["a hook", [0, 1].map(() => ({ hooks: () => new Map([["a", {}]]) })), 'two hooks for "a": from "e0" and "e1"'],
    [
      "a type",
      [0, 1].map(() => ({ definitions: () => [widgets()] })),
      'two definitions of widgets in example.com/v1: from "e0" and "e1"',
    ],
  ];
  test.each(conflicts)("does not start when extensions claim %s twice", async (_, extensions, message) => {
    const named = extensions.map((extension, i) => ({ ...extension, name: `e${i}` }));
    await expect(start({ extensions: named })).rejects.toThrow(message);
  });

  test("does not start with two extensions of one name", async () => {
    await expect(start({ extensions: [{ name: "a" }, { name: "a" }] })).rejects.toThrow("two extensions have one name");
  });
});
