import { kubernetesDialect } from "@svc/meta";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./index.ts";

const group = "/apis/admissionregistration.k8s.io/v1alpha1";
const maps = "/api/v1/namespaces/default/configmaps";

interface TestResponse {
  readonly status: number;
  readonly body: {
    readonly message?: string;
    readonly reason?: string;
    readonly details?: object;
    readonly data?: Readonly<Record<string, string>>;
    readonly metadata?: { readonly labels?: Readonly<Record<string, string>>; readonly managedFields?: unknown };
    readonly spec?: { readonly containers?: readonly Readonly<Record<string, unknown>>[] };
  };
}

let server: TestServer;

async function send(method: string, path: string, body?: object, type = "application/json"): Promise<TestResponse> {
  const response = await server.fetch(path, {
    method,
    headers: { "content-type": type },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as TestResponse["body"] };
}

const apply = (expression: string): object => ({ patchType: "ApplyConfiguration", applyConfiguration: { expression } });
const jsonPatch = (expression: string): object => ({ patchType: "JSONPatch", jsonPatch: { expression } });
const labelled = (key: string, value: string): object =>
  apply(`Object{metadata: Object.metadata{labels: {"${key}": ${value}}}}`);
const rules = [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE", "UPDATE"], resources: ["configmaps"] }];

interface Bound {
  readonly name?: string;
  readonly mutations: readonly object[];
  readonly spec?: object;
  readonly binding?: object;
}

/** Binds policies for the length of an act. */
async function under<T>(bound: readonly Bound[], act: () => Promise<T>): Promise<T> {
  const paths = ["mutatingadmissionpolicybindings", "mutatingadmissionpolicies"];
  for (const [i, { mutations, spec, binding, name = `p${i}` }] of bound.entries()) {
    const defaults = { matchConstraints: { resourceRules: rules }, reinvocationPolicy: "Never" };
    const policy = { metadata: { name }, spec: { ...defaults, mutations, ...spec } };
    const made = await send("POST", `${group}/mutatingadmissionpolicies`, policy);
    const tied = { metadata: { name }, spec: { policyName: name, ...binding } };
    const second = await send("POST", `${group}/mutatingadmissionpolicybindings`, tied);
    expect([made.body.message, made.status, second.status]).toEqual([undefined, 201, 201]);
  }
  try {
    return await act();
  } finally {
    for (const [i, { name = `p${i}` }] of bound.entries())
      for (const path of paths) await send("DELETE", `${group}/${path}/${name}`);
  }
}

const create = (more: object = {}): Promise<TestResponse> =>
  send("POST", `${maps}?dryRun=All`, { metadata: { name: "a" }, ...more });

beforeAll(async () => {
  const api = "admissionregistration.k8s.io/v1alpha1";
  server = await startTestServer({
    dialect: kubernetesDialect,
    config: { featureGates: { MutatingAdmissionPolicy: true }, runtimeConfig: new Map([[api, true]]) },
  });
});
afterAll(() => server[Symbol.asyncDispose]());

describe("changes by a mutation", () => {
  test.each<[string, readonly object[], object, object]>([
    ["adds a field", [apply('Object{data: {"x": "1"}}')], { data: { y: "2" } }, { x: "1", y: "2" }],
    ["replaces a field", [apply('Object{data: {"y": "1"}}')], { data: { y: "2" } }, { y: "1" }],
    ["reads the object", [apply("Object{data: {object.metadata.name: request.operation}}")], {}, { a: "CREATE" }],
    [
      "sees what the one before it made",
      [
        jsonPatch('[JSONPatch{op: "add", path: "/data", value: {"a": "1"}}]'),
        apply('Object{data: {"b": object.data.a + "2"}}'),
      ],
      {},
      { a: "1", b: "12" },
    ],
    [
      "applies all operations of a patch",
      [
        jsonPatch(
          '[JSONPatch{op: "copy", from: "/data/a", path: "/data/b"}, JSONPatch{op: "move", from: "/data/a", path: "/data/" + jsonpatch.escapeKey("c")}]',
        ),
      ],
      { data: { a: "1" } },
      { b: "1", c: "1" },
    ],
    [
      "leaves the object alone where a test of the patch fails",
      [
        jsonPatch(
          '[JSONPatch{op: "add", path: "/data/b", value: "2"}, JSONPatch{op: "test", path: "/data/a", value: "x"}]',
        ),
      ],
      { data: { a: "1" } },
      { a: "1" },
    ],
    [
      "puts an object where a patch says",
      [jsonPatch('[JSONPatch{op: "add", path: "/data", value: Object.data{x: "1"}}]')],
      {},
      { x: "1" },
    ],
  ])("%s", async (_, mutations, object, data) => {
    const { status, body } = await under([{ mutations }], () => create(object));
    expect([status, body.data]).toEqual([201, data]);
  });

  test("lists are merged by their keys", async () => {
    const mutations = [
      apply(
        'Object{spec: Object.spec{containers: object.spec.containers.map(c, Object.spec.containers{name: c.name, imagePullPolicy: "Never"}) + [Object.spec.containers{name: "side", image: "x"}]}}',
      ),
    ];
    const matchConstraints = { resourceRules: [{ ...rules[0], resources: ["pods"] }] };
    const { body } = await under([{ mutations, spec: { matchConstraints } }], () =>
      send("POST", "/api/v1/namespaces/default/pods?dryRun=All", {
        metadata: { name: "p" },
        spec: { containers: [{ name: "a", image: "b" }] },
      }),
    );
    expect(body.spec?.containers?.map(({ name, image, imagePullPolicy }) => [name, image, imagePullPolicy])).toEqual([
      ["a", "b", "Never"],
      ["side", "x", "Always"],
    ]);
  });

  test("belongs to no manager, so that the next apply of another value conflicts", async () => {
    const applied = (labels?: object): Promise<TestResponse> =>
      send(
        "PATCH",
        `${maps}/owned?fieldManager=m`,
        { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "owned", ...(labels && { labels }) } },
        "application/apply-patch+yaml",
      );
    await under([{ mutations: [labelled("by", '"policy"')] }], async () => {
      const { body } = await applied();
      expect(body.metadata).toMatchObject({ labels: { by: "policy" } });
      expect((await applied({ by: "me" })).status).toBe(409);
    });
  });
});

describe("refused mutations", () => {
  const denied = "policy 'p0' with binding 'p0' denied request: ";
  const untyped = "error applying patch: failed to convert patch object to typed object: ";
  test.each<[string, object, number, string]>([
    ["a field that there is not", apply('Object{nope: "x"}'), 403, `${untyped}.nope: field not declared in schema`],
    ["null", apply("Object{data: dyn(null)}"), 403, `${untyped}.data: expected map, got &{NULL_VALUE}`],
    [
      "an object of another type than its field",
      apply("Object{metadata: Object.spec{}}"),
      403,
      'type mismatch: unexpected type name "Object.spec", expected "Object.metadata", which matches field name path from root Object type',
    ],
    [
      "a value that is replaced as one",
      apply("Object{metadata: Object.metadata{managedFields: []}}"),
      403,
      "error applying patch: invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: .metadata.managedFields",
    ],
    [
      "an expression that fails",
      apply('Object{data: {"x": object.data.none}}'),
      403,
      "expression 'Object{data: {\"x\": object.data.none}}' resulted in error: no such key: data",
    ],
    [
      "a text that is not encoded",
      apply('Object{binaryData: {"x": "y"}}'),
      403,
      "unable to convert unstructured object to /v1, Kind=ConfigMap: error decoding from json: illegal base64 data at input byte 0",
    ],
    [
      "a text that is no time",
      apply('Object{metadata: Object.metadata{deletionTimestamp: "x"}}'),
      403,
      'unable to convert unstructured object to /v1, Kind=ConfigMap: parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
    ],
    [
      "a patch of what is not there",
      jsonPatch('[JSONPatch{op: "remove", path: "/metadata/labels/x"}]'),
      403,
      'JSON Patch: remove operation does not apply: doc is missing path: "/metadata/labels/x": missing value',
    ],
    [
      "a value without a form in JSON",
      jsonPatch('[JSONPatch{op: "add", path: "/data", value: type(1)}]'),
      403,
      "JSONPath valueExpression evaluated to a type that could not marshal to JSON: type conversion not supported for 'type'",
    ],
  ])("%s", async (_, mutation, code, text) => {
    const { status, body } = await under([{ mutations: [mutation] }], () => create());
    expect([status, body.reason, body.message]).toEqual([code, "Invalid", denied + text]);
  });

  test.each<[string, object, string]>([
    [
      "a field that the kind does not have",
      jsonPatch('[JSONPatch{op: "add", path: "/nope", value: 1}]'),
      'Internal error occurred: strict decoding error: unknown field "nope"',
    ],
    [
      "another kind",
      jsonPatch('[JSONPatch{op: "add", path: "/kind", value: "Secret"}]'),
      "Internal error occurred: failed to convert object: converting (v1.Secret) to (core.ConfigMap): unknown conversion",
    ],
  ])("%s ends the request with 500", async (_, mutation, text) => {
    const { status, body } = await under([{ mutations: [mutation] }], () => create());
    expect([status, body.message]).toEqual([500, text]);
  });

  test("a field that the schema of an extension type lacks is dropped", async () => {
    const openAPIV3Schema = { type: "object", properties: { text: { type: "string" } } };
    await send("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
      metadata: { name: "widgets.example.com" },
      spec: {
        group: "example.com",
        scope: "Cluster",
        names: { plural: "widgets", kind: "Widget" },
        versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }],
      },
    });
    const path = "/apis/example.com/v1/widgets";
    await expect.poll(async () => (await send("GET", path)).status, { interval: 1 }).toBe(200);
    const everything = [{ ...rules[0], apiGroups: ["example.com"], resources: ["widgets"] }];
    const mutation = jsonPatch(
      '[JSONPatch{op: "add", path: "/nope", value: 1}, JSONPatch{op: "add", path: "/text", value: "a"}]',
    );
    const widget = { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "a" } };
    const spec = { matchConstraints: { resourceRules: everything } };
    const { status, body } = await under([{ mutations: [mutation], spec }], () => send("POST", path, widget));
    expect([status, body]).toEqual([201, expect.objectContaining({ text: "a" })]);
    expect(body).not.toHaveProperty("nope");
  });

  describe("mutations that cost too much all together", () => {
    /** Costs 700,000; a policy may cost 10,000,000. */
    const check = (verb: string): string => `authorizer.group("").resource("pods").check("${verb}").allowed()`;
    const mutation = apply(`Object{data: {"x": string(${check("get")} && ${check("list")})}}`);
    test.each([
      [14, "Fail", 201, undefined],
      [15, "Ignore", 201, undefined],
      [
        15,
        "Fail",
        403,
        `${denied}validation failed due to running out of cost budget, no further validation rules will be run`,
      ],
    ])("%i of them, failurePolicy %s", async (count, failurePolicy, code, text) => {
      const mutations = Array.from({ length: count }, () => mutation);
      const { status, body } = await under([{ mutations, spec: { failurePolicy } }], () => create());
      expect([status, body.message]).toEqual([code, text]);
    });
  });

  test("failurePolicy Ignore passes over a mutation that fails, but not over the next", async () => {
    const mutations = [apply('Object{data: {"x": object.data.none}}'), apply('Object{data: {"y": "1"}}')];
    const { status, body } = await under([{ mutations, spec: { failurePolicy: "Ignore" } }], () => create());
    expect([status, body.data]).toEqual([201, { y: "1" }]);
  });
});

test("configurations are applied to bodies of subresources with the kind of a resource", async () => {
  const container = { name: "c", image: "i" };
  await send("POST", "/api/v1/namespaces/default/pods", { metadata: { name: "p" }, spec: { containers: [container] } });
  const resourceRules = [{ ...rules[0], resources: ["pods/binding", "pods/eviction"] }];
  const on = (name: string, kind: string, more: object) => {
    const apiVersion = kind === "Eviction" ? "policy/v1" : "v1";
    const body = { apiVersion, kind, metadata: { name: "p" }, ...more };
    return send("POST", `/api/v1/namespaces/default/pods/p/${name}?dryRun=All`, body);
  };
  const answers = await under(
    [{ mutations: [labelled("x", '"1"')], spec: { matchConstraints: { resourceRules } } }],
    async () => [
      await on("binding", "Binding", { target: { kind: "Node", name: "n" } }),
      await on("eviction", "Eviction", {}),
    ],
  );
  const refusal = expect.stringMatching(/no corresponding type for policy\/v1, Kind=Eviction$/) as string;
  expect(answers).toMatchObject([{ status: 201 }, { status: 403, body: { message: refusal } }]);
});

test("all failures are reported, refusals before any evaluation first", async () => {
  const remove = (name: string): object => jsonPatch(`[JSONPatch{op: "remove", path: "/data/${name}"}]`);
  const paramKind = { apiVersion: "example.com/v1", kind: "None" };
  const binding = { paramRef: { name: "x", parameterNotFoundAction: "Deny" } };
  const { status, body } = await under(
    [{ mutations: [remove("a"), remove("b")] }, { mutations: [remove("c")], spec: { paramKind }, binding }],
    () => create(),
  );
  const first = `policy "p1" denied request: failed to configure policy: failed to find resource referenced by paramKind: 'example.com/v1, Kind=None'`;
  const missing = (name: string): string =>
    `policy 'p0' with binding 'p0' denied request: JSON Patch: remove operation does not apply: doc is missing path: "/data/${name}": missing value`;
  const causes = [first, missing("a"), missing("b")].map((message) => ({ message }));
  expect([status, body]).toMatchObject([403, { message: first, reason: "Forbidden", details: { causes } }]);
});

describe("when a policy acts", () => {
  test("is judged before any policy changes the object", async () => {
    const matchConstraints = { resourceRules: rules, objectSelector: { matchLabels: { x: "1" } } };
    const { body } = await under(
      [
        { mutations: [labelled("x", '"1"')] },
        { mutations: [labelled("y", '"1"')], spec: { matchConstraints } },
        { mutations: [labelled("z", '"1"')], binding: { matchResources: matchConstraints } },
      ],
      () => create(),
    );
    expect(body.metadata?.labels).toEqual({ x: "1" });
  });

  const mutations = [labelled("met", '"yes"')];
  test.each<[string, Omit<Bound, "mutations">]>([
    [
      "a condition that is false",
      { spec: { matchConditions: [{ name: "c", expression: "object.metadata.name == 'b'" }] } },
    ],
    ["matchResources of the binding", { binding: { matchResources: { objectSelector: { matchLabels: { a: "b" } } } } }],
    [
      "rules about other operations",
      { spec: { matchConstraints: { resourceRules: [{ ...rules[0], operations: ["UPDATE"] }] } } },
    ],
  ])("not under %s", async (_, more) => {
    const { body } = await under([{ mutations, ...more }], () => create());
    expect(body.metadata?.labels).toBeUndefined();
  });

  test("with the parameters of its binding", async () => {
    await send("POST", maps, { metadata: { name: "params" }, data: { value: "one" } });
    const bound = (name: string, action: string): Bound => ({
      mutations: [labelled("met", "params.data.value")],
      spec: { paramKind: { apiVersion: "v1", kind: "ConfigMap" } },
      binding: { paramRef: { name, parameterNotFoundAction: action } },
    });
    expect((await under([bound("params", "Deny")], () => create())).body.metadata?.labels).toEqual({ met: "one" });
    expect((await under([bound("none", "Allow")], () => create())).body.metadata?.labels).toBeUndefined();
    const { status, body } = await under([bound("none", "Deny")], () => create());
    expect([status, body.reason]).toEqual([403, "Forbidden"]);
  });

  test("again if it requests reinvocation and a policy changed the object", async () => {
    const count = (name: string): object =>
      apply(`Object{data: {"${name}-" + string(has(object.data) ? object.data.size() : 0): ""}}`);
    const { body } = await under(
      [{ mutations: [count("a")], spec: { reinvocationPolicy: "IfNeeded" } }, { mutations: [count("b")] }],
      () => create(),
    );
    expect(Object.keys(body.data ?? {}).sort()).toEqual(["a-0", "a-2", "b-1"]);
  });

  test("not without its feature gate", async () => {
    const api = "admissionregistration.k8s.io/v1alpha1";
    const on = server;
    await using off = await startTestServer({
      dialect: kubernetesDialect,
      config: { runtimeConfig: new Map([[api, true]]) },
    });
    server = off;
    const { body } = await under([{ mutations }], () => create());
    server = on;
    expect(body.metadata?.labels).toBeUndefined();
  });
});
