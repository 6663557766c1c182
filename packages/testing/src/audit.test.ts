import { setImmediate } from "node:timers/promises";
import { type AuditBackend, type AuditEvent, type AuditPolicy, parseAuditPolicy } from "@svc/audit";
import type { Authorizer } from "@svc/authz";
import { createManualClock, type ManualClock } from "@svc/base";
import { kubernetesDialect } from "@svc/meta";
import { afterEach, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start-test-server.ts";

let server: TestServer;
let events: AuditEvent[];
afterEach(async () => server[Symbol.asyncDispose]());

function policy(content: object): AuditPolicy {
  const parsed = parseAuditPolicy({ apiVersion: "audit.k8s.io/v1", kind: "Policy", ...content }, kubernetesDialect);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.policy;
}

async function start(
  content: object,
  backend: Partial<AuditBackend> = {},
  { clock = createManualClock(), ...more }: { readonly clock?: ManualClock; readonly authorizer?: Authorizer } = {},
): Promise<void> {
  events = [];
  const keep: AuditBackend = {
    name: "test",
    write: (event) => void events.push(event),
    close: async () => undefined,
    ...backend,
  };
  const config = { audit: { policy: policy(content), backends: [keep] }, ...more };
  server = await startTestServer({ dialect: kubernetesDialect, clock, config });
}

const collection = "/api/v1/namespaces/default/configmaps";
const send = (method: string, path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  server.fetch(path, {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
const completed = (): readonly AuditEvent[] => events.filter(({ stage }) => stage === "ResponseComplete");

describe("recorded events", () => {
  test("have user, object, source address and the reason of authorization, for each stage", async () => {
    await start({ rules: [{ level: "Metadata" }] });
    const headers = { "audit-id": "mine", "user-agent": "test/1", "x-forwarded-for": "10.0.0.1, nonsense" };
    const answer = await server.fetch(`${collection}?limit=1`, { headers });
    expect(answer.headers.get("audit-id")).toBe("mine");
    const common = {
      kind: "Event",
      apiVersion: "audit.k8s.io/v1",
      level: "Metadata",
      auditID: "mine",
      requestURI: `${collection}?limit=1`,
      verb: "list",
      user: { username: "admin", groups: ["system:masters", "system:authenticated"] },
      sourceIPs: ["10.0.0.1", "127.0.0.1"],
      userAgent: "test/1",
      objectRef: { resource: "configmaps", namespace: "default", apiVersion: "v1" },
      requestReceivedTimestamp: "2026-01-01T00:00:00.000000Z",
      stageTimestamp: "2026-01-01T00:00:00.000000Z",
    };
    const annotations = { "authorization.k8s.io/decision": "allow", "authorization.k8s.io/reason": "" };
    expect(events).toEqual([
      { ...common, stage: "RequestReceived" },
      { ...common, stage: "ResponseComplete", responseStatus: { metadata: {}, code: 200 }, annotations },
    ]);
  });

  test.each([
    ["Metadata", false, false],
    ["Request", true, false],
    ["RequestResponse", true, true],
  ])("at level %s", async (level, request, response) => {
    await start({ omitManagedFields: true, rules: [{ level }] });
    await send("POST", collection, { metadata: { name: "a" }, data: { k: "v" } });
    const [event] = completed();
    expect(event?.objectRef).toEqual({ resource: "configmaps", namespace: "default", name: "a", apiVersion: "v1" });
    const sent = {
      kind: "ConfigMap",
      apiVersion: "v1",
      metadata: { name: "a", creationTimestamp: null },
      data: { k: "v" },
    };
    expect(event?.requestObject).toEqual(request ? sent : undefined);
    expect(event?.responseObject !== undefined).toBe(response);
    if (response) {
      expect(event?.responseObject).toMatchObject({
        metadata: { namespace: "default", resourceVersion: expect.any(String) },
      });
      expect(event?.responseObject).not.toHaveProperty("metadata.managedFields");
    }
  });

  test.each([
    ["application/merge-patch+json", '{"data":{"k":"w"}}', { data: { k: "w" } }],
    [
      "application/json-patch+json",
      '[{"op":"add","path":"/data/z","value":"1"}]',
      [{ op: "add", path: "/data/z", value: "1" }],
    ],
    ["application/apply-patch+yaml", "apiVersion: v1\nkind: ConfigMap\n", { apiVersion: "v1", kind: "ConfigMap" }],
    ["application/merge-patch+json", "a: b: c", undefined],
  ])("of a patch as %s: %s", async (type, body, want) => {
    await start({ rules: [{ level: "Request", verbs: ["patch"] }] });
    await send("POST", collection, { metadata: { name: "a" }, data: { k: "v" } });
    await send("PATCH", `${collection}/a?fieldManager=m`, body, { "content-type": type });
    expect(completed().map(({ requestObject }) => requestObject)).toEqual([want]);
  });

  test("of a new object has its defaults, and no object that strict validation refuses", async () => {
    await start({ rules: [{ level: "Request", verbs: ["create"] }] });
    await send("POST", "/api/v1/namespaces/default/secrets", { metadata: { name: "a" }, stringData: { k: "v" } });
    await send("POST", `${collection}?fieldValidation=Strict`, { metadata: { name: "a" }, unknown: 1 });
    const [secret, refused] = completed();
    expect(secret?.requestObject).toMatchObject({ data: { k: "dg==" }, type: "Opaque" });
    expect(secret?.requestObject).not.toHaveProperty("stringData");
    expect(refused).toMatchObject({ responseStatus: { code: 400 }, objectRef: { resource: "configmaps" } });
    expect(refused?.objectRef).not.toHaveProperty("name");
    expect(refused).not.toHaveProperty("requestObject");
  });

  test("have the options of a deletion in their internal version, whatever version the client sent", async () => {
    await start({ rules: [{ level: "Request", verbs: ["delete"] }] });
    await send("DELETE", `${collection}/a`, { apiVersion: "v1", kind: "DeleteOptions", gracePeriodSeconds: 0 });
    const sent = { kind: "DeleteOptions", apiVersion: "meta.k8s.io/__internal", gracePeriodSeconds: 0 };
    expect(completed()[0]?.requestObject).toEqual(sent);
  });

  test("of a slow request have the durations of its parts", async () => {
    let slowMs = 0;
    const clock = createManualClock();
    const authorizer: Authorizer = {
      authorize: () => {
        clock.advance(slowMs);
        return { verdict: "allow" };
      },
    };
    await start({ rules: [{ level: "Metadata" }] }, {}, { clock, authorizer });
    const latencies = async (ms: number, act: () => Promise<unknown>): Promise<readonly string[]> => {
      slowMs = ms;
      await act();
      const annotations = Object.entries(completed().at(-1)?.annotations ?? {});
      return annotations.filter(([key]) => key.startsWith("apiserver.")).map((pair) => pair.join(" "));
    };
    const prefix = "apiserver.latency.k8s.io/";
    const slow = [
      `${prefix}authorization 501ms`,
      `${prefix}response-write 0s`,
      `${prefix}serialize-response-object 0s`,
      `${prefix}total 501ms`,
    ];
    const create = () => send("POST", collection, { metadata: { name: "a" } });
    expect(await latencies(500, create)).toEqual([]);
    expect(await latencies(501, () => server.fetch(`${collection}/a`))).toEqual(slow);
    expect(await latencies(501, () => server.fetch(`${collection}/none`))).toEqual(slow);
  });

  test("of a table lacks the managed fields of its objects where the policy omits them", async () => {
    await start({ omitManagedFields: true, rules: [{ level: "RequestResponse", verbs: ["list"] }] });
    await send("POST", collection, { metadata: { name: "a" }, data: { k: "v" } });
    await server.fetch(collection, { headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" } });
    expect(JSON.stringify(completed())).toContain('"kind":"Table"');
    expect(JSON.stringify(completed())).not.toContain("managedFields");
  });

  test("have the outcome in an action's response, and for a 406 only the code", async () => {
    await start({ rules: [{ level: "Metadata", resources: [{ group: "" }] }] });
    const pods = "/api/v1/namespaces/default/pods";
    await send("POST", pods, { metadata: { name: "p" }, spec: { containers: [{ name: "c", image: "i" }] } });
    await send("POST", `${pods}/p/binding`, { metadata: { name: "p" }, target: { name: "n" } });
    await server.fetch(`${pods}/p`, { headers: { accept: "text/plain" } });
    expect(completed().map(({ responseStatus }) => responseStatus)).toEqual([
      { metadata: {}, code: 201 },
      { metadata: {}, status: "Success", code: 201 },
      { metadata: {}, code: 406 },
    ]);
  });

  test("of a timeout that is no duration has the rejection, before any user is known", async () => {
    await start({ rules: [{ level: "Metadata" }] });
    await server.fetch(`${collection}?timeout=abc`);
    expect(events).toMatchObject([{ stage: "ResponseStarted", user: {}, responseStatus: { code: 400 } }]);
  });

  test("of responses that are not JSON has their content", async () => {
    await start({ rules: [{ level: "RequestResponse", verbs: ["get"] }] });
    for (const accept of ["application/yaml", "application/vnd.kubernetes.protobuf"])
      await server.fetch("/api/v1/namespaces/default", { headers: { accept } });
    await server.fetch(`${collection}/none`, { headers: { accept: "application/vnd.kubernetes.protobuf" } });
    const [yaml, protobuf, none] = completed();
    expect(yaml?.responseObject).toMatchObject({ kind: "Namespace", metadata: { name: "default" } });
    expect(protobuf?.responseObject).toEqual(yaml?.responseObject);
    expect(none?.responseStatus).toMatchObject({ status: "Failure", reason: "NotFound", code: 404, metadata: {} });
  });

  test("of an impersonated user has both users", async () => {
    await start({ rules: [{ level: "Metadata" }] });
    await server.fetch(collection, { headers: { "impersonate-user": "bob", "impersonate-group": "g" } });
    const [event] = completed();
    expect(event?.user.username).toBe("admin");
    expect(event?.impersonatedUser).toEqual({ username: "bob", groups: ["g", "system:authenticated"] });
    expect(event?.annotations).toMatchObject({ "authorization.k8s.io/decision": "forbid" });
    expect(event?.responseStatus).toMatchObject({ code: 403, reason: "Forbidden" });
  });

  const authenticated = "system:authenticated";
  const unauthenticated = "system:unauthenticated";
  const impersonations: readonly { readonly user: string; readonly group: string; readonly groups: string[] }[] = [
    { user: "bob", group: authenticated, groups: [authenticated] },
    { user: "bob", group: unauthenticated, groups: [unauthenticated] },
    { user: "system:anonymous", group: "g", groups: ["g", unauthenticated] },
    { user: "system:anonymous", group: authenticated, groups: [authenticated, unauthenticated] },
    { user: "system:anonymous", group: unauthenticated, groups: [unauthenticated] },
  ];
  test.each(impersonations)(
    "of $user, impersonated in $group, has the groups $groups",
    async ({ user, group, groups }) => {
      await start({ rules: [{ level: "Metadata" }] });
      await server.fetch(collection, { headers: { "impersonate-user": user, "impersonate-group": group } });
      expect(completed()[0]?.impersonatedUser).toEqual({ username: user, groups });
    },
  );

  test("of an unauthenticated request has the rejection, without credentials", async () => {
    await start({ rules: [{ level: "RequestResponse" }] });
    await server.fetch(`${collection}/a`, { headers: { authorization: "Bearer a-secret" } });
    expect(events).toMatchObject([
      { stage: "ResponseStarted", user: {}, responseStatus: { code: 401, reason: "Unauthorized" } },
    ]);
    expect(JSON.stringify(events)).not.toContain("a-secret");
  });

  test.each([
    ["application/json", { code: 403, reason: "Forbidden" }, { code: 401, reason: "Unauthorized" }],
    ["text/x", { code: 403 }, { code: 401, message: "Authentication failed, attempted: bearer" }],
    [
      "application/json;as=Table;v=v1;g=meta.k8s.io",
      { code: 403 },
      { code: 401, message: "Authentication failed, attempted: bearer" },
    ],
  ])("of refusals have their reason only in a form that the client accepts: %s", async (accept, forbidden, unknown) => {
    await start({ rules: [{ level: "RequestResponse" }] });
    await server.fetch(collection, { headers: { accept, "impersonate-user": "bob" } });
    await server.fetch(collection, { headers: { accept, authorization: "Bearer a-secret" } });
    const [first, second] = events.filter(({ responseStatus }) => responseStatus !== undefined);
    expect(first?.responseStatus).toMatchObject(forbidden);
    expect(second?.responseStatus).toMatchObject(unknown);
    const isAccepted = accept === "application/json";
    for (const event of [first, second]) {
      expect(event?.responseStatus !== undefined && "status" in event.responseStatus).toBe(isAccepted);
      expect(event?.responseObject !== undefined).toBe(isAccepted);
    }
  });

  test("of a watch are its start and its end, without its events", async () => {
    await start({ rules: [{ level: "RequestResponse", verbs: ["watch"] }] });
    const watch = await server.fetch(`${collection}?watch=1`);
    expect(events.map(({ stage }) => stage)).toEqual(["RequestReceived", "ResponseStarted"]);
    await watch.body?.cancel();
    expect(events.map(({ stage }) => stage)).toEqual(["RequestReceived", "ResponseStarted", "ResponseComplete"]);
    expect(events.at(-1)).toMatchObject({ responseStatus: { code: 200 }, sourceIPs: ["127.0.0.1"] });
  });

  test("mark requests of deprecated APIs", async () => {
    await start({ rules: [{ level: "Metadata" }] });
    await server.fetch("/api/v1/namespaces/default/endpoints");
    expect(completed()[0]?.annotations).toMatchObject({ "k8s.io/deprecated": "true" });
  });

  test("of secrets and token reviews have no more than the policy allows", async () => {
    const hidden = [{ resources: ["secrets"] }, { group: "authentication.k8s.io", resources: ["tokenreviews"] }];
    await start({ rules: [{ level: "Metadata", resources: hidden }, { level: "RequestResponse" }] });
    await send("POST", "/api/v1/namespaces/default/secrets", {
      metadata: { name: "s" },
      stringData: { k: "hush-hush" },
    });
    await server.fetch("/api/v1/namespaces/default/secrets");
    await send("POST", "/apis/authentication.k8s.io/v1/tokenreviews", { spec: { token: "hush-hush" } });
    await send("PATCH", "/api/v1/namespaces/default/secrets/s", '{"stringData":{"k":"hush-hush"}}', {
      "content-type": "application/merge-patch+json",
    });
    expect(completed()).toHaveLength(4);
    expect(JSON.stringify(events)).not.toMatch(/hush-hush|aHVzaC1odXNo/);
  });

  test("are absent at level None and for omitted stages", async () => {
    await start({
      omitStages: ["RequestReceived"],
      rules: [{ level: "None", users: ["admin"] }, { level: "Metadata" }],
    });
    await server.fetch(collection);
    expect(events).toEqual([]);
    await server.as({ name: "alice" }).fetch(collection);
    expect(events.map(({ stage }) => stage)).toEqual(["ResponseComplete"]);
  });
});

test("a request waits until its events are written", async () => {
  const stages: string[] = [];
  const write = async ({ stage }: AuditEvent): Promise<void> => {
    await setImmediate();
    stages.push(stage);
  };
  await start({ rules: [{ level: "Metadata", verbs: ["list"] }] }, { write });
  expect((await server.fetch(collection)).status).toBe(200);
  expect(stages).toEqual(["RequestReceived", "ResponseComplete"]);
});

describe("a backend that cannot write", () => {
  const broken = (): never => {
    throw new Error("disk full");
  };

  test("that rejects later, and is strict, refuses requests before they are handled", async () => {
    const reject = () => Promise.reject(new Error("no answer"));
    await start({ rules: [{ level: "Metadata", verbs: ["create"] }] }, { write: reject, mode: "blocking-strict" });
    expect((await send("POST", collection, { metadata: { name: "a" } })).status).toBe(500);
    expect((await server.fetch(`${collection}/a`)).status).toBe(404);
  });

  test("does not delay requests, and is counted", async () => {
    await start({ rules: [{ level: "Metadata", verbs: ["list"] }] }, { write: broken });
    expect((await server.fetch(collection)).status).toBe(200);
    const metrics = await (await server.fetch("/metrics")).text();
    expect(metrics).toContain('apiserver_audit_error_total{plugin="test"} 2');
    expect(metrics).toContain("apiserver_audit_event_total 2");
    expect(metrics).toContain('apiserver_audit_level_total{level="Metadata"} 1');
  });

  test("that is strict refuses requests that it could not record", async () => {
    await start({ rules: [{ level: "Metadata", verbs: ["create"] }] }, { write: broken, mode: "blocking-strict" });
    const refused = await send("POST", `${collection}?a=<b>`, { metadata: { name: "a" } });
    expect([refused.status, refused.headers.get("content-type"), await refused.text()]).toEqual([
      500,
      "text/plain; charset=utf-8",
      `Internal Server Error: "${collection}?a=%3Cb%3E": failed to store audit event\n`,
    ]);
    expect((await server.fetch(`${collection}/a`)).status).toBe(404);
    expect(await (await server.fetch("/metrics")).text()).toContain("apiserver_audit_requests_rejected_total 1");
  });
});
