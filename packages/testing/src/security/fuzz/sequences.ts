import type { Dialect } from "@svc/meta";
import { mutate } from "./mutate.ts";
import type { Random } from "./random.ts";
import type { FuzzRequest } from "./requests.ts";

/**
 * Steps about types, policies and webhooks that come, change and go while objects are written: each
 * step is valid or a mutation of one that is.
 */
export function createSequence(dialect: Dialect, random: Random, length: number): readonly FuzzRequest[] {
  const steps = stepsOf(dialect, random);
  return Array.from({ length }, () => random.pick(steps)());
}

type Step = () => FuzzRequest;

function stepsOf(dialect: Dialect, random: Random): readonly Step[] {
  const group = (name: string): string => `/apis/${dialect.expand(name)}/v1`;
  const definitions = `${group("apiextensions.{api}")}/customresourcedefinitions`;
  const admission = group("admissionregistration.{api}");
  const policies = `${admission}/validatingadmissionpolicies`;
  const bindings = `${admission}/validatingadmissionpolicybindings`;
  const webhooks = `${admission}/${random.pick(["validating", "mutating"])}webhookconfigurations`;
  const things = (): string => `/apis/e.com/${random.pick(versionNames)}/namespaces/default/things`;
  const maps = "/api/v1/namespaces/default/configmaps";
  const written = (path: string, name: string, of: () => object): Step[] => [
    () => request("POST", path, { metadata: { name }, ...of() }, random),
    () => request("PATCH", `${path}/${name}`, of(), random),
    () => request("PATCH", `${path}/${name}`, of(), random),
  ];
  const removed =
    (path: string): Step =>
    () => ({ method: "DELETE", path, headers: {}, body: undefined });
  return [
    ...written(definitions, "things.e.com", () => ({ spec: definitionSpec(dialect, random) })),
    removed(`${definitions}/things.e.com`),
    () => request("POST", things(), { metadata: { name: "a" }, spec: thingSpec(random) }, random),
    () => request("POST", things(), { metadata: { name: "a" }, spec: thingSpec(random) }, random),
    () =>
      request(
        "PATCH",
        `${things()}/a${random.pick(["", "", "/status", "/scale"])}`,
        { spec: thingSpec(random) },
        random,
      ),
    () => ({
      method: "GET",
      path: things() + random.pick(["", "/a", "?watch=true", "/a/scale"]),
      headers: {},
      body: undefined,
    }),
    removed("/apis/e.com/v1/namespaces/default/things/a"),
    ...written(policies, "p", () => ({ spec: policySpec(random) })),
    ...written(bindings, "b", () => ({ spec: bindingSpec(random) })),
    removed(random.pick([`${policies}/p`, `${bindings}/b`])),
    ...written(webhooks, "w", () => ({ webhooks: [webhook(random)] })),
    removed(`${webhooks}/w`),
    () => request("POST", maps, { metadata: { name: random.pick(["a", "b"]) }, data: { a: "b" } }, random),
    () => request("PATCH", `${maps}/a`, { data: { a: random.pick(["c", "d"]) } }, random),
    removed(`${maps}/a`),
  ];
}

const versionNames = ["v1", "v2", "v1alpha1"] as const;

/** The body of one step in three is mutated. */
function request(method: "POST" | "PATCH", path: string, body: object, random: Random): FuzzRequest {
  const value = random.oneIn(3) ? mutate(body, random) : body;
  const contentType = method === "POST" ? "application/json" : "application/merge-patch+json";
  return { method, path, headers: { "content-type": contentType }, body: Buffer.from(JSON.stringify(value) ?? "") };
}

function definitionSpec({ extensionPrefix: x }: Dialect, random: Random): object {
  const schema = (): object =>
    random.pick<object>([
      { type: "object", [`${x}preserve-unknown-fields`]: true },
      { type: "object", properties: { spec: { type: "object", properties: { a: { type: "string", default: "d" } } } } },
      { type: "object", properties: { spec: { type: "object", properties: { a: { type: "integer" } } } } },
      {
        type: "object",
        properties: {
          spec: {
            type: "object",
            properties: { list: { type: "array", maxItems: 9, items: { type: "string", maxLength: 9 } } },
            [`${x}validations`]: [
              { rule: random.pick(["!has(self.list) || self.list.size() < 3", "self == oldSelf", "1/0 == 1"]) },
            ],
          },
        },
      },
    ]);
  const served = versionNames.filter(() => !random.oneIn(3));
  return {
    group: "e.com",
    scope: random.oneIn(6) ? "Cluster" : "Namespaced",
    names: { plural: "things", kind: random.oneIn(8) ? "Other" : "Thing" },
    conversion: random.oneIn(4)
      ? { strategy: "Webhook", webhook: { clientConfig: { url: unreachable }, conversionReviewVersions: ["v1"] } }
      : { strategy: "None" },
    versions: served.map((name, i) => ({
      name,
      served: !random.oneIn(5),
      storage: i === 0,
      schema: { openAPIV3Schema: schema() },
      ...(random.oneIn(3)
        ? { subresources: { status: {}, scale: { specReplicasPath: ".spec.a", statusReplicasPath: ".status.a" } } }
        : {}),
      ...(random.oneIn(4)
        ? {
            additionalPrinterColumns: [
              { name: "A", type: "string", jsonPath: random.pick([".spec.a", ".spec.list[*]", ".spec['a']"]) },
            ],
          }
        : {}),
    })),
  };
}

function thingSpec(random: Random): object {
  return random.pick<object>([{ a: "b" }, { a: 3 }, { list: ["x"] }, { list: ["a", "b", "c"] }, { a: null }, {}]);
}

/** Nothing listens there. */
const unreachable = "https://127.0.0.1:9/";

const expressions = [
  "true",
  "false",
  "object.metadata.name.size() < 10",
  "object.spec.a == 'b'",
  "has(object.data) && object.data.exists(k, k == 'a')",
  "oldObject == null || object == oldObject",
  "variables.v > 1",
  "[1,2,3].map(x, [1,2,3].map(y, x * y)).size() > 2",
  "authorizer.group('').resource('pods').check('get').allowed()",
  "1 / 0 == 1",
] as const;

const rules = (random: Random): object[] => [
  {
    apiGroups: [random.pick(["", "*", "e.com"])],
    apiVersions: ["*"],
    operations: [random.pick(["CREATE", "UPDATE", "DELETE", "*"])],
    resources: [random.pick(["configmaps", "things", "*", "things/scale"])],
  },
];

function policySpec(random: Random): object {
  const expression = (): string => random.pick(expressions);
  return {
    failurePolicy: random.pick(["Fail", "Ignore"]),
    matchConstraints: { resourceRules: rules(random) },
    validations: [{ expression: expression(), message: "no" }],
    ...(random.oneIn(2)
      ? { variables: [{ name: "v", expression: random.pick(["1", "object.data.size()", "params.x"]) }] }
      : {}),
    ...(random.oneIn(3) ? { matchConditions: [{ name: "m", expression: expression() }] } : {}),
    ...(random.oneIn(3)
      ? { paramKind: { apiVersion: random.pick(["v1", "e.com/v1"]), kind: random.pick(["ConfigMap", "Thing"]) } }
      : {}),
  };
}

function bindingSpec(random: Random): object {
  return {
    policyName: "p",
    validationActions: [random.pick(["Deny", "Warn", "Audit"])],
    ...(random.oneIn(3)
      ? { paramRef: { name: "a", namespace: "default", parameterNotFoundAction: random.pick(["Deny", "Allow"]) } }
      : {}),
  };
}

function webhook(random: Random): object {
  return {
    name: "w.e.com",
    clientConfig: random.oneIn(3) ? { service: { namespace: "default", name: "none" } } : { url: unreachable },
    rules: rules(random),
    failurePolicy: random.pick(["Fail", "Ignore", "Ignore", "Ignore"]),
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
    timeoutSeconds: 1,
    ...(random.oneIn(3) ? { matchConditions: [{ name: "m", expression: random.pick(expressions) }] } : {}),
  };
}
