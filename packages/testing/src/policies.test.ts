import { kubernetesDialect, svcDialect } from "@svc/meta";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./index.ts";

describe.each([svcDialect, kubernetesDialect])("validating admission policies, $name", (dialect) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ dialect });
    await send("POST", maps, map("params", { data: { max: "2" } }));
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const send = async (method: string, path: string, body?: object) => {
    const response = await server.fetch(path, {
      method,
      headers: { "content-type": method === "PATCH" ? "application/merge-patch+json" : "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { message, reason } = (await response.json()) as { readonly message?: string; readonly reason?: string };
    return { status: response.status, warning: response.headers.get("warning"), message, reason };
  };
  const maps = "/api/v1/namespaces/default/configmaps";
  const map = (name: string, more: object = {}) => ({ metadata: { name }, ...more });
  const group = dialect.expand("/apis/admissionregistration.{api}/v1");
  const rules = [{ apiGroups: [""], apiVersions: ["v1"], operations: ["*"], resources: ["configmaps"] }];

  /** Binds a policy for the length of an act. */
  const under = async <T>(spec: object, binding: object, act: () => Promise<T>): Promise<T> => {
    const [policies, bindings] = [`${group}/validatingadmissionpolicies`, `${group}/validatingadmissionpolicybindings`];
    const matchConstraints = { resourceRules: rules };
    const policy = await send("POST", policies, { metadata: { name: "p" }, spec: { matchConstraints, ...spec } });
    const bound = { policyName: "p", validationActions: ["Deny"], ...binding };
    const made = await send("POST", bindings, { metadata: { name: "b" }, spec: bound });
    expect([policy.status, made.status]).toEqual([201, 201]);
    try {
      return await act();
    } finally {
      await send("DELETE", `${bindings}/b`);
      await send("DELETE", `${policies}/p`);
    }
  };
  const create = (more: object = {}) => send("POST", `${maps}?dryRun=All`, map("a", more));
  const denied = `configmaps "a" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: `;

  test("a policy is in force when its binding is answered, until that is deleted", async () => {
    const { status, message } = await under({ validations: [{ expression: "has(object.data)" }] }, {}, () => create());
    expect([status, message]).toEqual([422, `${denied}failed expression: has(object.data)`]);
    expect((await create()).status).toBe(201);
  });

  test.each([
    ["a message", { message: "no data" }, 422, "no data"],
    ["a reason", { reason: "Forbidden" }, 403, "failed expression: has(object.data)"],
    [
      "a messageExpression",
      { message: "no", messageExpression: "'no data in ' + object.metadata.name" },
      422,
      "no data in a",
    ],
    ["a messageExpression that fails", { message: "no", messageExpression: "string(object.none)" }, 422, "no"],
  ])("a denial has %s", async (_, more, code, text) => {
    const validations = [{ expression: "has(object.data)", ...more }];
    const { status, message } = await under({ validations }, {}, () => create());
    expect([status, message]).toEqual([code, denied + text]);
  });

  test.each([
    ["Fail", 422],
    ["Ignore", 201],
  ])("an expression that fails under failurePolicy %s", async (failurePolicy, code) => {
    const spec = { failurePolicy, validations: [{ expression: "object.data.a == 'b'" }] };
    const { status, message } = await under(spec, {}, () => create());
    expect(status).toBe(code);
    if (code === 422)
      expect(message).toBe(`${denied}expression 'object.data.a == 'b'' resulted in error: no such key: data`);
  });

  test("a violation only warns if the binding's action is Warn", async () => {
    const validations = [{ expression: "has(object.data)", message: "no data" }];
    const { status, warning } = await under({ validations }, { validationActions: ["Warn"] }, () => create());
    expect(status).toBe(201);
    expect(warning).toBe(`299 - "Validation failed for ValidatingAdmissionPolicy 'p' with binding 'b': no data"`);
  });

  test("a message with control characters is no warning, but a denial", async () => {
    const validations = [{ expression: "false", messageExpression: "'a\\tb'" }];
    expect(await under({ validations }, { validationActions: ["Warn"] }, () => create())).toMatchObject({
      status: 201,
      warning: null,
    });
    expect((await under({ validations }, {}, () => create())).message).toBe(`${denied}a\tb`);
  });

  test.each<[string, object, object, number, string | undefined]>([
    ["an action that only warns", {}, { validationActions: ["Warn"] }, 422, "no such key: none"],
    ["an action that only audits", {}, { validationActions: ["Audit"] }, 422, "no such key: none"],
    ["failurePolicy Ignore", { failurePolicy: "Ignore" }, {}, 201, undefined],
  ])("an audit annotation that fails refuses the request, but not with failurePolicy Ignore: %s", async (...row) => {
    const [, more, binding, code, problem] = row;
    const auditAnnotations = [{ key: "k", valueExpression: "string(object.none)" }];
    const { status, message, warning } = await under({ auditAnnotations, ...more }, binding, () => create());
    const text = problem && `${denied}expression 'string(object.none)' resulted in error: ${problem}`;
    expect([status, message, warning]).toEqual([code, text, null]);
  });

  test("an object that is deleted with its collection is not named", async () => {
    await send("POST", maps, map("named"));
    const { message } = await under({ validations: [{ expression: "false" }] }, {}, () => send("DELETE", maps));
    expect(message).toMatch(/^configmaps "Unknown" is forbidden: /);
  });

  test.each([
    ["matchConditions", { matchConditions: [{ name: "c", expression: "object.metadata.name != 'a'" }] }, {}],
    ["matchResources of the binding", {}, { matchResources: { objectSelector: { matchLabels: { a: "b" } } } }],
    [
      "excludeResourceRules",
      { matchConstraints: { resourceRules: rules, excludeResourceRules: [{ ...rules[0], operations: ["CREATE"] }] } },
      {},
    ],
    ["resourceNames", { matchConstraints: { resourceRules: [{ ...rules[0], resourceNames: ["b"] }] } }, {}],
  ])("a request that %s leave out is not validated", async (_, spec, binding) => {
    const validations = [{ expression: "false" }];
    expect((await under({ validations, ...spec }, binding, () => create())).status).toBe(201);
  });

  test("variables may use each other, and an unused one that fails does no harm", async () => {
    const variables = [
      { name: "bad", expression: "object.none" },
      { name: "keys", expression: "has(object.data) ? object.data.size() : 0" },
      { name: "many", expression: "variables.keys > 1" },
    ];
    const validations = [{ expression: "!variables.many", messageExpression: "'keys: ' + string(variables.keys)" }];
    await under({ variables, validations }, {}, async () => {
      expect((await create()).status).toBe(201);
      expect((await create({ data: { a: "1", b: "2" } })).message).toBe(`${denied}keys: 2`);
    });
  });

  test.each([
    [
      "by name",
      { name: "params", parameterNotFoundAction: "Deny" },
      422,
      "failed expression: object.data.size() <= int(params.data.max)",
    ],
    [
      "that are not there, and must",
      { name: "none", parameterNotFoundAction: "Deny" },
      422,
      "failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction",
    ],
    ["that are not there, and may", { name: "none", parameterNotFoundAction: "Allow" }, 201, ""],
  ])("parameters %s", async (_, paramRef, code, text) => {
    const paramKind = { apiVersion: "v1", kind: "ConfigMap" };
    const validations = [{ expression: "object.data.size() <= int(params.data.max)" }];
    const { status, message = denied } = await under({ paramKind, validations }, { paramRef }, () =>
      create({ data: { a: "", b: "", c: "" } }),
    );
    expect([status, message.slice(denied.length)]).toEqual([code, code === 201 ? message.slice(denied.length) : text]);
  });

  test("a denial names the object of the request, whatever its body", async () => {
    const pods = "/api/v1/namespaces/default/pods";
    const resourceRules = [{ ...rules[0], resources: ["pods/binding"] }];
    const binding = { metadata: { generateName: "x-", name: "p" }, target: { kind: "Node", name: "n" } };
    const { message } = await under(
      { matchConstraints: { resourceRules }, validations: [{ expression: "false" }] },
      {},
      () => send("POST", `${pods}/p/binding`, binding),
    );
    expect(message).toMatch(/^pods "p" is forbidden: /);
  });

  test("namespaced parameters are those of the request's namespace", async () => {
    const namespaces = [{ apiGroups: [""], apiVersions: ["v1"], operations: ["UPDATE"], resources: ["namespaces"] }];
    const spec = {
      paramKind: { apiVersion: "v1", kind: "ConfigMap" },
      matchConstraints: { resourceRules: namespaces },
      validations: [{ expression: "false", messageExpression: "'in ' + params.metadata.namespace" }],
    };
    const binding = { paramRef: { name: "params", parameterNotFoundAction: "Deny" } };
    const { message } = await under(spec, binding, () => send("PATCH", "/api/v1/namespaces/default?dryRun=All", {}));
    expect(message).toMatch(/denied request: in default$/);
  });

  /** Costs 700,000. */
  const costly = ["get", "list"].map((verb) => `authorizer.group('').resource('pods').check('${verb}').allowed()`);
  const costlyAll = costly.join(" && ");
  const outOfBudget = "validation failed due to running out of cost budget, no further validation rules will be run";

  test.each<[string, object, number]>([
    ["14 costly validations", { validations: Array.from({ length: 14 }, () => ({ expression: costlyAll })) }, 201],
    ["15 costly validations", { validations: Array.from({ length: 15 }, () => ({ expression: costlyAll })) }, 422],
    [
      "20 costly variables",
      {
        variables: Array.from({ length: 20 }, (_, i) => ({ name: `v${i}`, expression: costlyAll })),
        validations: Array.from({ length: 20 }, (_, i) => ({ expression: `variables.v${i}` })),
      },
      422,
    ],
    [
      "20 uses of a costly variable",
      {
        variables: [{ name: "v", expression: costlyAll }],
        validations: Array.from({ length: 20 }, () => ({ expression: "variables.v" })),
      },
      201,
    ],
    [
      "4 costly conditions",
      {
        matchConditions: Array.from({ length: 4 }, (_, i) => ({ name: `c${i}`, expression: costlyAll })),
        validations: [{ expression: "true" }],
      },
      422,
    ],
    [
      "15 costly validations under failurePolicy Ignore, whatever else does not hold",
      {
        failurePolicy: "Ignore",
        validations: [{ expression: "false" }, ...Array.from({ length: 15 }, () => ({ expression: costlyAll }))],
      },
      201,
    ],
  ])("%s share the budget of a policy", async (_, spec, code) => {
    const { status, message } = await under(spec, {}, () => create());
    expect(status).toBe(code);
    if (code === 422) expect(message).toBe(denied + outOfBudget);
  });

  test("metrics count violations, by action", async () => {
    const counted = async (): Promise<Readonly<Record<string, number>>> => {
      const lines = (await (await server.fetch("/metrics")).text()).matchAll(
        /^apiserver_validating_admission_policy_check_total\{enforcement_action="(\w+)",error_type="invalid_error",.*policy_binding="b"\} (\d+)$/gm,
      );
      return Object.fromEntries([...lines].map(([, action = "", count]) => [action, Number(count)]));
    };
    const before = await counted();
    const validations = [{ expression: "has(object.data)" }];
    await under({ validations }, { validationActions: ["Warn", "Audit"] }, () => create());
    const { warn = 0, audit = 0, deny } = await counted();
    expect([warn - (before["warn"] ?? 0), audit - (before["audit"] ?? 0), deny]).toEqual([1, 1, before["deny"]]);
    const condition = [{ name: "c", expression: "object.none == 1" }];
    const ignored = { failurePolicy: "Ignore", validations };
    await under({ ...ignored, matchConditions: condition }, {}, () => create());
    await under({ ...ignored, validations: [{ expression: "object.none == 1" }] }, {}, () => create());
    // A condition that fails counts as little as one that is false.
    expect((await counted())["allow"]).toBe((before["allow"] ?? 0) + 1);
  });

  test("policies are evaluated for webhook configurations, but not for policies", async () => {
    const everything = [{ apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["*/*"] }];
    const spec = { matchConstraints: { resourceRules: everything }, validations: [{ expression: "false" }] };
    await under(spec, {}, async () => {
      expect((await create()).status).toBe(422);
      const path = `${group}/validatingadmissionpolicies/p`;
      expect((await send("PATCH", path, { metadata: { labels: { a: "b" } } })).status).toBe(200);
      const webhooks = `${group}/validatingwebhookconfigurations?dryRun=All`;
      expect((await send("POST", webhooks, map("a"))).status).toBe(422);
    });
  });

  test("the status of a policy has the type errors of its expressions", async () => {
    const path = `${group}/validatingadmissionpolicies`;
    const validations = [{ expression: "object.nope == 1" }];
    const spec = { matchConstraints: { resourceRules: rules }, validations };
    await send("POST", path, { metadata: { name: "typed" }, spec });
    const status = async (): Promise<unknown> =>
      ((await (await server.fetch(`${path}/typed`)).json()) as { readonly status?: unknown }).status;
    const warning =
      "/v1, Kind=ConfigMap: ERROR: <input>:1:7: undefined field 'nope'\n | object.nope == 1\n | ......^\n";
    await expect.poll(status, { interval: 5 }).toEqual({
      observedGeneration: 1,
      typeChecking: { expressionWarnings: [{ fieldRef: "spec.validations[0].expression", warning }] },
    });
    await send("PATCH", `${path}/typed`, { spec: { validations: [{ expression: "has(object.data)" }] } });
    await expect.poll(status, { interval: 5 }).toEqual({ observedGeneration: 2 });
  });
});
