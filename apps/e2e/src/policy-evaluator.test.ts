import { createExpressions, createPolicyEvaluator } from "@svc/admission";
import { builtin } from "@svc/api";
import { type ApiObject, kubernetesDialect } from "@svc/meta";
import { startTestServer, type TestServer } from "@svc/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

const v1 = "admissionregistration.k8s.io/v1";
const v1alpha1 = "admissionregistration.k8s.io/v1alpha1";
const rules = [{ apiGroups: [""], apiVersions: ["v1"], operations: ["*"], resources: ["configmaps", "pods"] }];
const creates = [{ ...rules[0], operations: ["CREATE", "UPDATE"] }];

const policy = (name: string, spec: object, binding: object = {}): readonly ApiObject[] => [
  {
    apiVersion: v1,
    kind: "ValidatingAdmissionPolicy",
    metadata: { name },
    spec: { matchConstraints: { resourceRules: rules }, ...spec },
  } as ApiObject,
  {
    apiVersion: v1,
    kind: "ValidatingAdmissionPolicyBinding",
    metadata: { name },
    spec: { policyName: name, validationActions: ["Deny"], ...binding },
  } as ApiObject,
];
const mutation = (name: string, expression: string): readonly ApiObject[] => [
  {
    apiVersion: v1alpha1,
    kind: "MutatingAdmissionPolicy",
    metadata: { name },
    spec: {
      matchConstraints: { resourceRules: creates },
      reinvocationPolicy: "Never",
      mutations: [{ patchType: "ApplyConfiguration", applyConfiguration: { expression } }],
    },
  } as ApiObject,
  {
    apiVersion: v1alpha1,
    kind: "MutatingAdmissionPolicyBinding",
    metadata: { name },
    spec: { policyName: name },
  } as ApiObject,
];
const map = (more: object = {}): ApiObject =>
  ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, ...more }) as ApiObject;
const pod = (image: string): ApiObject =>
  ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "p" },
    spec: { containers: [{ name: "c", image }] },
  }) as ApiObject;
const limits = { ...map({ data: { max: "1" } }), metadata: { name: "limits", namespace: "default" } } as ApiObject;

const cases: readonly (readonly [name: string, manifests: readonly ApiObject[], object: ApiObject])[] = [
  ["a validation that holds", policy("p", { validations: [{ expression: "object.metadata.name == 'a'" }] }), map()],
  ["one that does not", policy("p", { validations: [{ expression: "has(object.data)", message: "no data" }] }), map()],
  ["a reason", policy("p", { validations: [{ expression: "false", reason: "Forbidden" }] }), map()],
  ["an error", policy("p", { validations: [{ expression: "object.data.a == 'b'" }] }), map()],
  ["a warning", policy("p", { validations: [{ expression: "false" }] }, { validationActions: ["Warn"] }), map()],
  [
    "defaults of the object",
    policy("p", { validations: [{ expression: "object.spec.restartPolicy == 'Never'" }] }),
    pod("b"),
  ],
  [
    "the namespace",
    policy("p", {
      validations: [{ expression: "namespaceObject.metadata.labels['kubernetes.io/metadata.name'] != 'default'" }],
    }),
    map(),
  ],
  [
    "a selector of namespaces",
    policy(
      "p",
      { validations: [{ expression: "false" }] },
      { matchResources: { namespaceSelector: { matchLabels: { team: "other" } } } },
    ),
    map(),
  ],
  [
    "parameters",
    policy(
      "p",
      {
        paramKind: { apiVersion: "v1", kind: "ConfigMap" },
        validations: [{ expression: "object.data.size() <= int(params.data.max)" }],
      },
      { paramRef: { name: "limits", parameterNotFoundAction: "Deny" } },
    ),
    map({ data: { a: "1", b: "2" } }),
  ],
  [
    "parameters that are not there",
    policy(
      "p",
      { paramKind: { apiVersion: "v1", kind: "ConfigMap" }, validations: [{ expression: "true" }] },
      { paramRef: { name: "none", parameterNotFoundAction: "Deny" } },
    ),
    map(),
  ],
  [
    "the authorizer",
    policy("p", {
      validations: [{ expression: "authorizer.group('').resource('pods').check('get').allowed() == false" }],
    }),
    map(),
  ],
  ["a mutation", mutation("m", 'Object{metadata: Object.metadata{labels: {"by": request.operation}}}'), map()],
  ["a mutation that fails", mutation("m", 'Object{nope: "x"}'), map()],
  [
    "a mutation that a validation sees",
    [
      ...mutation("m", 'Object{data: {"x": "1"}}'),
      ...policy("p", { validations: [{ expression: "!has(object.data)" }] }),
    ],
    map(),
  ],
];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    dialect: kubernetesDialect,
    config: { featureGates: { MutatingAdmissionPolicy: true }, runtimeConfig: new Map([[v1alpha1, true]]) },
  });
  expect((await send("POST", "/api/v1/namespaces/default/configmaps", limits)).status).toBe(201);
});
afterAll(() => server[Symbol.asyncDispose]());

async function send(method: string, path: string, body?: object): Promise<Response> {
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  return server.fetch(path, { method, headers: { "content-type": "application/json" }, ...init });
}

const pathOf = ({ apiVersion = "", kind = "" }: ApiObject): string =>
  `/apis/${apiVersion}/${kind.toLowerCase().replace(/y$/, "ie")}s`;

interface Outcome {
  readonly code: number;
  readonly message: string;
  readonly warnings: string;
  readonly labels: unknown;
  readonly data: unknown;
}

/** What the server answers while the policies are in force. */
async function fromServer(manifests: readonly ApiObject[], object: ApiObject): Promise<Outcome> {
  for (const manifest of manifests) expect((await send("POST", pathOf(manifest), manifest)).status).toBe(201);
  const resource = object.kind === "Pod" ? "pods" : "configmaps";
  const response = await send("POST", `/api/v1/namespaces/default/${resource}?dryRun=All`, object);
  const body = (await response.json()) as ApiObject & { readonly message?: string; readonly data?: unknown };
  for (const manifest of manifests) await send("DELETE", `${pathOf(manifest)}/${manifest.metadata.name}`);
  const refused = response.status >= 400;
  return {
    code: response.status,
    message: body.message ?? "",
    warnings: response.headers.get("warning")?.replace(/^299 - "(.*)"$/, "$1") ?? "",
    labels: refused ? undefined : body.metadata.labels,
    data: refused ? undefined : body.data,
  };
}

async function withoutServer(manifests: readonly ApiObject[], object: ApiObject): Promise<Outcome> {
  const evaluator = createPolicyEvaluator({
    manifests: [...manifests, limits],
    definitions: builtin()(kubernetesDialect, createExpressions()),
    authorizer: { authorize: () => ({ verdict: "allow", reason: "" }) },
  });
  const { allowed, status, warnings, object: left } = await evaluator.evaluate({ object });
  const { metadata, data } = left as unknown as ApiObject & { readonly data?: unknown };
  return {
    code: status?.code ?? 201,
    message: status?.message ?? "",
    warnings: warnings.join(),
    labels: allowed ? metadata.labels : undefined,
    data: allowed ? data : undefined,
  };
}

test.each(cases)("the evaluator answers as the server: %s", async (_, manifests, object) => {
  expect(await withoutServer(manifests, object)).toEqual(await fromServer(manifests, object));
});
