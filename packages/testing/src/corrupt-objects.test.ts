import type { Authorizer } from "@svc/authz";
import { beforeEach, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./index.ts";

const maps = "/api/v1/namespaces/default/configmaps";
/** As a body and as a parameter. */
const unsafe = { ignoreStoreReadErrorWithClusterBreakingPotential: true };
const unsafely = "ignoreStoreReadErrorWithClusterBreakingPotential=true";
const refusal = (why: string): string =>
  `ignoreStoreReadErrorWithClusterBreakingPotential: Invalid value: true: ${why}`;

interface TestResponse {
  readonly code: number;
  readonly body: { readonly message?: string; readonly details?: object; readonly status?: string };
}

describe("an object that cannot be read", () => {
  let server: TestServer;
  const ask = async (
    method: string,
    path: string,
    body?: object,
    by: Pick<TestServer, "fetch"> = server,
  ): Promise<TestResponse> => {
    const response = await by.fetch(path, {
      method,
      headers: { "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { code: response.status, body: (await response.json()) as TestResponse["body"] };
  };

  const start = async (gate: boolean, authorizer?: Authorizer): Promise<void> => {
    server = await startTestServer({
      config: { featureGates: { AllowUnsafeMalformedObjectDeletion: gate } },
      ...(authorizer === undefined ? {} : { authorizer }),
    });
    for (const name of ["good", "bad"])
      await ask("POST", maps, { metadata: { name, finalizers: ["example.com/wait"] } });
    const write = { op: "put", key: "/registry/configmaps/default/bad", value: Buffer.from("garbage") } as const;
    expect((await server.storage.commit([write])).ok).toBe(true);
  };

  beforeEach(async () => {
    await start(true);
    return () => server[Symbol.asyncDispose]();
  });

  test("is named by reads, and does not affect other objects", async () => {
    expect((await ask("GET", `${maps}/bad`)).code).toBe(500);
    const list = await ask("GET", maps);
    expect(list.body).toMatchObject({
      reason: "StorageReadError",
      details: { causes: [{ field: "/registry/configmaps/default/bad" }] },
    });
    expect((await ask("GET", `${maps}/good`)).code).toBe(200);
    expect((await ask("DELETE", `${maps}/bad`)).code).toBe(500);
    expect((await ask("GET", `${maps}?fieldSelector=metadata.name=good`)).code).toBe(200);
  });

  test("ends a watch that reaches it", async () => {
    const watch = await server.fetch(`${maps}?watch=1&resourceVersion=0`);
    expect((await watch.text()).trim().split("\n").at(-1)).toMatch(/^{"type":"ERROR",.*corrupt object/);
  });

  test.each([
    ["the body", `${maps}/bad`, unsafe],
    ["the query", `${maps}/bad?${unsafely}`, undefined],
  ])("is deleted on explicit request of %s, whatever its finalizers", async (_name, path, options) => {
    expect(await ask("DELETE", path, options)).toEqual({
      code: 200,
      body: {
        kind: "Status",
        apiVersion: "v1",
        metadata: {},
        status: "Success",
        details: { name: "bad", kind: "ConfigMap" },
        code: 200,
      },
    });
    expect((await ask("GET", `${maps}/bad`)).code).toBe(404);
    expect((await ask("GET", maps)).code).toBe(200);
  });

  test.each<[name: string, more: object, what: string, why: string]>([
    [
      "good",
      {},
      'configmaps "good" is invalid: ',
      "is exclusively used to delete corrupt object(s), try again by removing this option",
    ],
    [
      "none",
      {},
      'configmaps "none" is invalid: ',
      "is exclusively used to delete corrupt object(s), try again by removing this option",
    ],
    ["bad", { dryRun: ["All"] }, 'DeleteOptions.meta.svc.io "" is invalid: ', "cannot be set together with .dryRun"],
    [
      "bad",
      { gracePeriodSeconds: 0 },
      'DeleteOptions.meta.svc.io "" is invalid: ',
      "cannot be set together with .gracePeriodSeconds",
    ],
    [
      "bad",
      { propagationPolicy: "Orphan" },
      'DeleteOptions.meta.svc.io "" is invalid: ',
      "cannot be set together with .propagationPolicy",
    ],
  ])("%s %j is not deleted so", async (name, more, what, why) => {
    const query = Object.entries(more).map(([option, value]) => `&${option}=${value}`);
    for (const { code, body } of [
      await ask("DELETE", `${maps}/${name}`, { ...unsafe, ...more }),
      await ask("DELETE", `${maps}/${name}?${unsafely}${query.join("")}`),
    ])
      expect([code, body.message]).toEqual([422, what + refusal(why)]);
  });

  test("a collection is not deleted so", async () => {
    for (const { body } of [await ask("DELETE", maps, unsafe), await ask("DELETE", `${maps}?${unsafely}`)])
      expect(body.message).toContain("is not allowed with DELETECOLLECTION, try again after removing the option");
  });

  test("is not deleted unsafely by a user with the permission to delete only", async () => {
    await server[Symbol.asyncDispose]();
    await start(true, {
      authorize: ({ verb }) => ({ verdict: verb === "delete" ? "allow" : "noOpinion", reason: "" }),
    });
    const { code, body } = await ask("DELETE", `${maps}/bad`, unsafe, server.as({ name: "alice" }));
    expect([code, body.message]).toEqual([
      403,
      'configmaps "bad" is forbidden: not permitted to do "unsafe-delete-ignore-read-errors", reason: ',
    ]);
  });

  test("without the gate the option is ignored", async () => {
    await server[Symbol.asyncDispose]();
    await start(false);
    expect((await ask("DELETE", `${maps}/bad`, unsafe)).code).toBe(500);
    expect((await ask("DELETE", `${maps}/bad?${unsafely}`)).code).toBe(500);
    const { code, body } = await ask("DELETE", `${maps}/good`, { ...unsafe, gracePeriodSeconds: 0 });
    expect([code, body]).toMatchObject([200, { kind: "ConfigMap" }]);
  });
});
