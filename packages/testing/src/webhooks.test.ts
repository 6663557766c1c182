import { createEgress } from "@svc/http/client";
import { kubernetesDialect, svcDialect } from "@svc/meta";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./index.ts";
import { type ReviewHandler, startWebhooks } from "./webhook-listener.ts";

const patch = (...operations: readonly object[]): object => ({
  allowed: true,
  patchType: "JSONPatch",
  patch: Buffer.from(JSON.stringify(operations)).toString("base64"),
});
const label =
  (key: string): ReviewHandler =>
  ({ request }) =>
    request.object?.metadata.labels === undefined
      ? patch({ op: "add", path: "/metadata/labels", value: { [key]: "y" } })
      : patch({ op: "add", path: `/metadata/labels/${key}`, value: "y" });

/** Gives the fields of an object to one owner. */
const owner =
  (entry: object): ReviewHandler =>
  ({ request }) => {
    const own = { manager: "m", operation: "Update", apiVersion: request.kind.version, fieldsType: "FieldsV1" };
    const value = [{ ...own, fieldsV1: { "f:data": {} }, ...entry }];
    return patch({ op: "add", path: "/metadata/managedFields", value });
  };

const handlers: Readonly<Record<string, ReviewHandler>> = {
  longManager: owner({ manager: "é".repeat(65) }),
  unprintableManager: owner({ manager: "é\u0001" }),
  longSubresource: owner({ subresource: "s".repeat(257) }),
  rename: () => patch({ op: "replace", path: "/metadata/name", value: "renamed" }),
  allow: () => ({ allowed: true }),
  deny: () => ({ allowed: false, status: { message: "not today", code: 418 } }),
  warn: () => ({ allowed: true, warnings: ["mind the gap", "", "two\nlines"] }),
  first: label("first"),
  second: label("second"),
  otherContainer: () => patch({ op: "replace", path: "/container", value: "none-such" }),
  badPatch: () => patch({ op: "remove", path: "/data/none" }),
  owners: () => patch({ op: "add", path: "/metadata/managedFields", value: [{ manager: "x", operation: "Explode" }] }),
  otherNamespace: () => patch({ op: "replace", path: "/metadata/namespace", value: "other" }),
  outOfRange: () => ({ allowed: false, status: { code: 3000, message: "no" } }),
  longWarnings: () => ({ allowed: true, warnings: Array.from({ length: 20 }, (_, i) => `${i}-${"y".repeat(250)}`) }),
  otherUid: () => ({ allowed: true, uid: "other" }),
  rubbish: () => "no review",
};

describe.each([svcDialect, kubernetesDialect])("webhooks, $name", (dialect) => {
  let server: TestServer;
  let webhooks: Awaited<ReturnType<typeof startWebhooks>>;
  beforeAll(async () => {
    webhooks = await startWebhooks(handlers);
    const issuer = {
      maxExpirationSeconds: 3600,
      issue: () => Promise.resolve({ token: "t", tokenId: "i", expiresMs: 0 }),
    };
    server = await startTestServer({
      dialect,
      controlPlane: { serviceAccountTokens: { issuer }, apiAudiences: ["api"] },
    });
  });
  afterAll(async () => {
    webhooks.close();
    await server[Symbol.asyncDispose]();
  });

  const configurations = dialect.expand("/apis/admissionregistration.{api}/v1");
  const send = async (method: string, path: string, body?: object) => {
    const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    const response = await server.fetch(path, {
      method,
      headers: { "content-type": type },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      warning: response.headers.get("warning"),
      body: (await response.json()) as { message?: string; reason?: string; metadata?: { labels?: object } },
    };
  };
  const statusOf = async (path: string, body: object): Promise<number> =>
    (
      await server.fetch(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      })
    ).status;
  const maps = "/api/v1/namespaces/default/configmaps";
  const map = (name: string, more: object = {}) => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name },
    ...more,
  });

  /** Registers webhooks for the length of an act. */
  const under = async <T>(
    kind: "Mutating" | "Validating",
    list: readonly (readonly [handler: string, more?: object])[],
    act: () => Promise<T>,
  ): Promise<T> => {
    const path = `${configurations}/${kind.toLowerCase()}webhookconfigurations`;
    const hooks = list.map(([handler, more], i) => ({
      name: `w${i}.example.com`,
      clientConfig: webhooks.client(handler),
      rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["*"], resources: ["configmaps"] }],
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
      ...more,
    }));
    const apiVersion = dialect.expand("admissionregistration.{api}/v1");
    const made = await send("POST", path, {
      apiVersion,
      kind: `${kind}WebhookConfiguration`,
      metadata: { name: "c" },
      webhooks: hooks,
    });
    expect(made.status).toBe(201);
    webhooks.take();
    try {
      return await act();
    } finally {
      await send("DELETE", `${path}/c`);
    }
  };

  test("a denial has the code and the message of the webhook, and is in force when its configuration is answered", async () => {
    const { status, body } = await under("Validating", [["deny"]], () => send("POST", maps, map("a")));
    expect(status).toBe(418);
    expect(body.message).toBe('admission webhook "w0.example.com" denied the request: not today');
    expect((await send("POST", maps, map("a"))).status).toBe(201);
    await send("DELETE", `${maps}/a`);
  });

  test("a call has no more time than its request has left", async () => {
    const path = `${maps}?dryRun=All&timeout=5s`;
    await under("Validating", [["allow"]], async () => {
      await send("POST", path, map("short"));
      await send("POST", `${maps}?dryRun=All`, map("usual"));
      expect(webhooks.take().map(({ timeout }) => timeout)).toEqual(["5s", "10s"]);
    });
  });

  test("if a webhook breaks the field owners, the former ones stay, with a warning", async () => {
    const create = () => send("POST", `${maps}?fieldManager=f`, map("owned", { data: { a: "1" } }));
    const { warning, body } = await under("Mutating", [["owners"]], create);
    expect(warning).toContain("operation must be `Apply` or `Update`");
    expect(body.metadata).toMatchObject({ managedFields: [{ manager: "f", operation: "Update" }] });
    const applied = await server.fetch(`${maps}/owned?fieldManager=m`, {
      method: "PATCH",
      headers: { "content-type": "application/apply-patch+yaml" },
      body: JSON.stringify(map("owned", { data: { a: "b" } })),
    });
    expect(await applied.json()).toMatchObject({ code: 409, message: expect.stringContaining('"f"') as string });
    await send("DELETE", `${maps}/owned`);
  });

  test.each([
    ["longManager", "metadata.managedFields[0].manager: Too long: may not be more than 128 bytes"],
    ["unprintableManager", "invalid character U+0001 (at position 2)"],
    ["longSubresource", "metadata.managedFields[0].subresource: Too long: may not be more than 256 bytes"],
  ])("an owner with an invalid name is invalid: %s", async (handler, message) => {
    const { status, body } = await under("Mutating", [[handler]], () => send("POST", maps, map("owned")));
    expect([status, body.message]).toEqual([422, expect.stringContaining(message)]);
  });

  test("an update that a webhook moves to another namespace is refused before validation", async () => {
    await send("POST", maps, map("stays"));
    const change = (): Promise<{ readonly status: number }> => send("PATCH", `${maps}/stays`, { data: { a: "b" } });
    expect((await under("Mutating", [["otherNamespace"]], change)).status).toBe(400);
    await send("DELETE", `${maps}/stays`);
  });

  test("a denial with a code that no response can have is 400", async () => {
    const { status } = await under("Validating", [["outOfRange"]], () => send("POST", maps, map("a")));
    expect(status).toBe(400);
  });

  test("warnings that begin within the bound of all warnings are sent whole", async () => {
    const { warning } = await under("Validating", [["longWarnings"]], () =>
      send("POST", `${maps}?dryRun=All`, map("a")),
    );
    expect(warning?.match(/299 - /g)).toHaveLength(17);
  });

  test("a webhook is called where its bundle is its own certificate and its path has spare slashes", async () => {
    const clientConfig = webhooks.client("/deny/", webhooks.certificate);
    const { body } = await under("Validating", [["deny", { clientConfig }]], () => send("POST", maps, map("a")));
    expect(body.message).toBe('admission webhook "w0.example.com" denied the request: not today');
  });

  test("connections are admitted with their options before they are opened", async () => {
    const pods = "/api/v1/namespaces/default/pods";
    await send("POST", pods, { metadata: { name: "p" }, spec: { containers: [{ name: "a", image: "b" }] } });
    const rules = [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CONNECT"], resources: ["pods/*"] }];
    const exec = () => send("POST", `${pods}/p/exec?command=ls&command=-l&container=a&stdout=true&stdin=false&tty=0`);
    const denied = await under("Validating", [["deny", { rules }]], exec);
    expect(denied.status).toBe(418);
    expect(webhooks.take().map(({ review: { request } }) => request)).toEqual([
      expect.objectContaining({
        operation: "CONNECT",
        name: "p",
        subResource: "exec",
        kind: { group: "", version: "v1", kind: "PodExecOptions" },
        resource: { group: "", version: "v1", resource: "pods" },
        object: { kind: "PodExecOptions", apiVersion: "v1", stdout: true, container: "a", command: ["ls", "-l"] },
        oldObject: null,
        options: null,
      }),
    ]);
    await under("Validating", [["deny", { rules }]], () => server.fetch(`${pods}/p/log`));
    expect(webhooks.take()).toEqual([]);
    const changed = await under("Mutating", [["otherContainer", { rules }]], exec);
    expect(changed.body.message).toBe("container none-such is not valid for pod p");
    await send("DELETE", `${pods}/p`);
  });

  test.each([
    ["proxy", undefined],
    ["proxy/", "/"],
    ["proxy/a", "/a"],
    ["proxy/a/?path=/b", "/a/"],
    ["proxy?path=/b", undefined],
  ])("the options of a connection to %s have the path of its address", async (address, path) => {
    const rules = [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CONNECT"], resources: ["pods/proxy"] }];
    const pod = "/api/v1/namespaces/default/pods/none";
    await under("Validating", [["deny", { rules }]], () => server.fetch(`${pod}/${address}`));
    expect(webhooks.take()[0]?.review.request.object).toEqual({
      kind: "PodProxyOptions",
      apiVersion: "v1",
      ...(path === undefined ? {} : { path }),
    });
  });

  test("a scale is sent in the requested version, with its owners, and validated afterwards", async () => {
    const deployments = "/apis/apps/v1/namespaces/default/deployments";
    const labels = { app: "a" };
    const template = { metadata: { labels }, spec: { containers: [{ name: "a", image: "b" }] } };
    await send("POST", deployments, { metadata: { name: "d" }, spec: { selector: { matchLabels: labels }, template } });
    const rules = [
      { apiGroups: ["apps"], apiVersions: ["v1"], operations: ["UPDATE"], resources: ["deployments/scale"] },
    ];
    const scale = { kind: "Scale", apiVersion: "autoscaling/v1", metadata: { name: "d" }, spec: { replicas: 3 } };
    const put = () => send("PUT", `${deployments}/d/scale?fieldManager=m`, scale);
    await under("Mutating", [["allow", { rules }]], put);
    const [requested] = webhooks.take();
    await under("Validating", [["allow", { rules }]], put);
    const [checked] = webhooks.take();
    await send("DELETE", `${deployments}/d`);
    const owner = { manager: "m", subresource: "scale", fieldsV1: { "f:spec": { "f:replicas": {} } } };
    const sent = { metadata: { creationTimestamp: null, managedFields: [owner] }, spec: { replicas: 3 } };
    expect(requested?.review.request.object).toMatchObject(sent);
    expect(requested?.review.request.object).not.toHaveProperty("metadata.uid");
    expect(requested?.review.request.oldObject).toMatchObject({
      metadata: { managedFields: [{ operation: "Update" }] },
    });
    expect(checked?.review.request.object).toMatchObject({ metadata: { uid: expect.any(String) as string } });
    for (const name of ["object", "oldObject"] as const)
      expect(checked?.review.request[name]).not.toHaveProperty("metadata.managedFields");
  });

  test("a token request is for an existing account, and validated with its defaults", async () => {
    const rules = [
      { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["serviceaccounts/token"] },
    ];
    const accounts = "/api/v1/namespaces/default/serviceaccounts";
    await send("POST", accounts, { metadata: { name: "s" } });
    const ask = (account: string, name?: string, expirationSeconds = 600) =>
      statusOf(`${accounts}/${account}/token`, { metadata: { name }, spec: { expirationSeconds } });
    const answers = await under("Validating", [["deny", { rules }]], async () => [
      await ask("none"),
      await ask("none", "other"),
      await ask("s", "s", 5),
      await ask("s"),
    ]);
    expect(answers).toEqual([404, 422, 422, 418]);
    expect(webhooks.take().map(({ review: { request } }) => request.object)).toEqual([
      expect.objectContaining({
        metadata: expect.objectContaining({ name: "s", creationTimestamp: expect.any(String) as string }) as object,
        spec: expect.objectContaining({ audiences: ["api"], expirationSeconds: 600 }) as object,
      }),
    ]);
  });

  test("a new object of an extension type has no creation time, where a built-in one has null", async () => {
    const name = `things.${dialect.name}.example.com`;
    const group = `${dialect.name}.example.com`;
    const schema = { openAPIV3Schema: { type: "object" } };
    await send("POST", dialect.expand("/apis/apiextensions.{api}/v1/customresourcedefinitions"), {
      metadata: { name },
      spec: {
        group,
        scope: "Namespaced",
        names: { plural: "things", kind: "Thing" },
        versions: [{ name: "v1", served: true, storage: true, schema }],
      },
    });
    const things = `/apis/${group}/v1/namespaces/default/things`;
    await expect.poll(async () => (await server.fetch(things)).status).toBe(200);
    const rules = [{ apiGroups: [group, ""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["*"] }];
    const thing = { apiVersion: `${group}/v1`, kind: "Thing", metadata: { name: "a" } };
    await under("Mutating", [["allow", { rules }]], async () => {
      expect((await send("POST", `${things}?dryRun=All`, thing)).status).toBe(201);
      await send("POST", `${maps}?dryRun=All`, map("a"));
    });
    const [extension, builtIn] = webhooks.take().map(({ review: { request } }) => request.object);
    expect(extension).not.toHaveProperty("metadata.creationTimestamp");
    expect(builtIn).toHaveProperty("metadata.creationTimestamp", null);
  });

  test("a review has the operation and objects of each verb", async () => {
    await under("Validating", [["allow"]], async () => {
      await send("POST", `${maps}?dryRun=All&fieldManager=m`, map("a"));
      await send("POST", maps, map("a"));
      await send("PATCH", `${maps}/a`, { data: { a: "1" } });
      await send("DELETE", `${maps}/a`);
    });
    const reviews = webhooks.take().map(({ review }) => review);
    const metaVersion = dialect.expand("meta.{api}/v1");
    expect(reviews.map(({ request: { operation, dryRun } }) => [operation, dryRun])).toEqual([
      ["CREATE", true],
      ["CREATE", false],
      ["UPDATE", false],
      ["DELETE", false],
    ]);
    expect(reviews[0]).toMatchObject({
      apiVersion: dialect.expand("admission.{api}/v1"),
      kind: "AdmissionReview",
      request: {
        kind: { group: "", version: "v1", kind: "ConfigMap" },
        requestResource: { group: "", version: "v1", resource: "configmaps" },
        name: "a",
        namespace: "default",
        object: { kind: "ConfigMap", apiVersion: "v1", metadata: { name: "a" } },
        oldObject: null,
        options: { kind: "CreateOptions", apiVersion: metaVersion, fieldManager: "m", dryRun: ["All"] },
      },
    });
    expect(reviews[2]?.request).toMatchObject({
      object: { data: { a: "1" } },
      oldObject: { metadata: { name: "a" } },
      options: { kind: "UpdateOptions" },
    });
    expect(reviews[2]?.request["oldObject"]).not.toHaveProperty("data");
    expect(reviews[3]?.request).toMatchObject({ object: null, oldObject: { data: { a: "1" } } });
  });

  test("each mutating webhook sees the changes of the ones before it", async () => {
    const { body } = await under("Mutating", [["first"], ["second"]], () =>
      send("POST", `${maps}?dryRun=All`, map("a")),
    );
    expect(body.metadata?.labels).toEqual({ first: "y", second: "y" });
    expect(webhooks.take().map(({ review }) => review.request.object?.metadata.labels)).toEqual([
      undefined,
      { first: "y" },
    ]);
  });

  test.each([
    ["IfNeeded", ["first", "second", "first"]],
    ["Never", ["first", "second"]],
  ])("a webhook with reinvocationPolicy %s is called again accordingly", async (reinvocationPolicy, called) => {
    await under("Mutating", [["first", { reinvocationPolicy }], ["second"]], () =>
      send("POST", `${maps}?dryRun=All`, map("a")),
    );
    expect(webhooks.take().map(({ handler }) => handler)).toEqual(called);
  });

  test.each([
    ["badPatch", "Mutating", 'remove operation does not apply: doc is missing path: "/data/none": missing value'],
    ["rubbish", "Validating", /^failed calling webhook "w0.example.com": failed to call webhook: couldn't get version/],
    ["otherUid", "Validating", /^failed calling webhook "w0.example.com": received invalid webhook response: expected/],
  ] as const)("the answer %s fails the request", async (handler, kind, why) => {
    const { status, body } = await under(kind, [[handler]], () => send("POST", maps, map("a")));
    expect(status).toBe(500);
    expect(body.message?.replace("Internal error occurred: ", "")).toMatch(why);
  });

  test("an unreachable webhook with failurePolicy Ignore is skipped", async () => {
    const failurePolicy = "Ignore";
    const { status } = await under("Validating", [["rubbish", { failurePolicy }]], () =>
      send("POST", `${maps}?dryRun=All`, map("a")),
    );
    expect(status).toBe(201);
  });

  test("warnings are passed on, except empty ones and ones with several lines", async () => {
    const { warning } = await under("Validating", [["warn"]], () => send("POST", `${maps}?dryRun=All`, map("a")));
    expect(warning).toBe('299 - "mind the gap"');
  });

  test.each([
    ["an objectSelector", { objectSelector: { matchLabels: { a: "b" } } }],
    ["a namespaceSelector", { namespaceSelector: { matchLabels: { a: "b" } } }],
    ["a match condition", { matchConditions: [{ name: "c", expression: "object.metadata.name != 'a'" }] }],
    ["another resource", { rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["*"], resources: ["pods"] }] }],
    [
      "another operation",
      { rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["DELETE"], resources: ["*"] }] },
    ],
  ])("a request that %s excludes is not sent", async (_, more) => {
    expect(
      (await under("Validating", [["deny", more]], () => send("POST", `${maps}?dryRun=All`, map("a")))).status,
    ).toBe(201);
    expect(webhooks.take()).toEqual([]);
  });

  test("a request whose time ends during a webhook call ends, whatever the failurePolicy", async () => {
    const reached = webhooks.reached();
    const response = under("Validating", [["hang", { failurePolicy: "Ignore" }]], async () => {
      const sent = send("POST", `${maps}?dryRun=All&timeout=2s`, map("a"));
      await reached;
      server.clock.advance(2_000);
      return sent;
    });
    const { status, body } = await response;
    expect([status, body.message]).toEqual([504, "Timeout: request did not complete within the allotted timeout"]);
  });

  test.each(["Fail", "Ignore"])("a call of a webhook ends when the client leaves, failurePolicy %s", async (policy) => {
    const [reached, left] = [webhooks.reached(), webhooks.left()];
    const client = new AbortController();
    const name = `left-${policy.toLowerCase()}`;
    const status = await under(
      "Validating",
      [["hang", { failurePolicy: policy, name: `${name}.example.com` }]],
      async () => {
        const init = { method: "POST", headers: { "content-type": "application/json" }, signal: client.signal };
        const sent = server.fetch(maps, { ...init, body: JSON.stringify(map(name)) });
        await reached;
        client.abort();
        return (await sent).status;
      },
    );
    await left;
    expect(status).toBe(504);
    expect((await send("GET", `${maps}/${name}`)).status).toBe(404);
    const counted = (await (await server.fetch("/metrics")).text()).split("\n").filter((line) => line.includes(name));
    expect(counted.filter((line) => /_(request_total|rejection_count|fail_open_count)\{/.test(line))).toEqual([
      `apiserver_admission_webhook_request_total{code="400",name="${name}.example.com",operation="CREATE",rejected="${policy === "Fail"}",type="validating"} 1`,
    ]);
  });

  test("a webhook behind a service without an address is looked for among its endpoints", async () => {
    const services = "/api/v1/namespaces/default/services";
    await send("POST", services, { metadata: { name: "hook" }, spec: { clusterIP: "None", ports: [{ port: 443 }] } });
    const { caBundle } = webhooks.client("deny");
    const clientConfig = { service: { namespace: "default", name: "hook", path: "/deny" }, caBundle };
    const { body } = await under("Validating", [["deny", { clientConfig }]], () => send("POST", maps, map("a")));
    expect(body.message).toContain('endpoints "hook" not found');
    await send("DELETE", `${services}/hook`);
  });

  test("no webhook is called for webhook configurations", async () => {
    const everything = { rules: [{ apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["*/*"] }] };
    await under("Validating", [["deny", everything]], async () => {
      expect((await send("POST", maps, map("a"))).status).toBe(418);
      const path = `${configurations}/validatingwebhookconfigurations/c`;
      expect((await send("PATCH", path, { metadata: { labels: { a: "b" } } })).status).toBe(200);
    });
  });
});

test.each([
  ["a link-local address", "https://169.254.169.254/", undefined, "connections to 169.254.169.254 are not allowed"],
  [
    "an address that the operator denies",
    "https://127.0.0.1:1/",
    ["127.0.0.0/8"],
    "connections to 127.0.0.1 are not allowed",
  ],
  [
    "a name of such an address",
    "https://localhost:1/",
    ["127.0.0.0/8", "::1/128"],
    "connections to the addresses of localhost are not allowed",
  ],
  ["another address", "https://127.0.0.1:1/", undefined, "connection refused"],
])("the server opens connections to webhooks as addresses allow: %s", async (_, url, deniedSubnets, why) => {
  const controlPlane =
    deniedSubnets === undefined ? {} : { egress: createEgress({ policy: () => ({ deniedSubnets }) }) };
  await using server = await startTestServer({ controlPlane });
  const rules = [{ apiGroups: [""], apiVersions: ["v1"], operations: ["*" as const], resources: ["configmaps"] }];
  const registered = await server.fetch("/apis/admissionregistration.svc.io/v1/validatingwebhookconfigurations", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      metadata: { name: "c" },
      webhooks: [
        { name: "w.example.com", clientConfig: { url }, rules, sideEffects: "None", admissionReviewVersions: ["v1"] },
      ],
    }),
  });
  expect(registered.status).toBe(201);
  const answer = await server.fetch("/api/v1/namespaces/default/configmaps", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ metadata: { name: "a" } }),
  });
  expect(answer.status).toBe(500);
  expect(((await answer.json()) as { message: string }).message).toContain(why);
});
