import { type Attributes, type Authorizer, createRbac } from "@svc/authz";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./index.ts";

const group = "/apis/authorization.svc.io/v1";
const requested: Attributes[] = [];
/** Remembers what it was asked, and allows alice to read pods. */
const recorder: Authorizer = {
  authorize: (attributes) => {
    requested.push(attributes);
    if (attributes.resource === "broken") return { verdict: "deny", reason: "", error: "no answer" };
    return attributes.user.name === "alice" && attributes.resource === "pods"
      ? { verdict: "allow", reason: "she may" }
      : { verdict: "noOpinion", reason: "" };
  },
};

interface Review {
  readonly metadata: object;
  readonly status: object;
  readonly message?: string;
}

describe("access reviews", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ authorizer: recorder });
  });
  afterAll(async () => server?.[Symbol.asyncDispose]());
  beforeEach(() => void (requested.length = 0));

  const review = async (resource: string, body: object): Promise<readonly [number, Review]> => {
    const headers = { "content-type": "application/json" };
    const answer = await server.fetch(`${group}/${resource}`, { method: "POST", headers, body: JSON.stringify(body) });
    return [answer.status, (await answer.json()) as Review];
  };
  const of = (resourceAttributes: object, more: object = {}): object => ({
    spec: { user: "alice", resourceAttributes },
    ...more,
  });

  test("have the authorizer's decision for the user that they name", async () => {
    const pods = { verb: "list", resource: "pods" };
    const [status, answer] = await review("subjectaccessreviews", {
      spec: { user: "alice", groups: ["g"], uid: "7", extra: { a: ["b"] }, resourceAttributes: pods },
    });
    expect([status, answer.status]).toEqual([201, { allowed: true, reason: "she may" }]);
    expect(requested.at(-1)).toMatchObject({
      user: { name: "alice", groups: ["g"], uid: "7", extra: { a: ["b"] } },
      verb: "list",
      version: "*",
      isResource: true,
    });
  });

  test("report errors", async () => {
    const [, answer] = await review("subjectaccessreviews", of({ verb: "get", resource: "broken" }));
    expect(answer.status).toEqual({ allowed: false, denied: true, evaluationError: "no answer" });
  });

  test("return nothing of the request but its spec", async () => {
    const [, answer] = await review("subjectaccessreviews", of({}, { metadata: { uid: "x", namespace: "y" } }));
    expect(answer.metadata).not.toHaveProperty("uid");
    expect(answer.metadata).not.toHaveProperty("namespace");
  });

  const path = "spec.resourceAttributes";
  const field = `${path}.fieldSelector`;
  const label = `${path}.labelSelector`;
  const selecting = (selector: object): object => of({ verb: "list", resource: "pods", ...selector });
  const operator = (of: "fieldSelector" | "labelSelector", requirement: object): object =>
    selecting({ [of]: { requirements: [{ key: "k", ...requirement }] } });
  const bad: readonly [string, string, object, string][] = [
    ["nothing", "subjectaccessreviews", {}, `[${path}: Invalid value: "null": exactly one of`],
    [
      "no subject",
      "subjectaccessreviews",
      { spec: { resourceAttributes: {} } },
      'spec.user: Invalid value: "": at least one of user or group must be specified',
    ],
    ["a name", "subjectaccessreviews", of({}, { metadata: { name: "x" } }), "metadata: Invalid value: "],
    [
      "an annotation",
      "subjectaccessreviews",
      of({}, { metadata: { annotations: { a: "b" } } }),
      "metadata: Invalid value: ",
    ],
    [
      "another namespace",
      "namespaces/default/localsubjectaccessreviews",
      of({ namespace: "x" }),
      `${path}.namespace: Invalid value: "x": must match metadata.namespace`,
    ],
    [
      "a path in a namespace",
      "namespaces/default/localsubjectaccessreviews",
      { spec: { user: "a", nonResourceAttributes: { path: "/x" } } },
      "disallowed on this kind of request",
    ],
    [
      "an empty selector",
      "subjectaccessreviews",
      selecting({ fieldSelector: {} }),
      `${field}.requirements: Required value: when ${field} is specified, requirements or rawSelector is required`,
    ],
    [
      "both forms",
      "subjectaccessreviews",
      selecting({ labelSelector: { rawSelector: "a", requirements: [{ key: "a", operator: "Exists" }] } }),
      `${label}.rawSelector: Invalid value: "a": may not specified at the same time as requirements`,
    ],
    [
      "no values",
      "subjectaccessreviews",
      operator("fieldSelector", { operator: "In" }),
      `${field}.requirements[0].values: Required value: must be specified when \`operator\` is 'In' or 'NotIn'`,
    ],
    [
      "values too many",
      "subjectaccessreviews",
      operator("labelSelector", { operator: "Exists", values: ["a"] }),
      `${label}.requirements[0].values: Forbidden: may not be specified when \`operator\` is 'Exists' or 'DoesNotExist'`,
    ],
    [
      "no field",
      "subjectaccessreviews",
      operator("fieldSelector", { key: "", operator: "In", values: ["a"] }),
      `${field}.requirements[0].key: Required value: must be specified`,
    ],
    [
      "no field and no values",
      "subjectaccessreviews",
      operator("fieldSelector", { key: "", operator: "In" }),
      `[${field}.requirements[0].key: Required value: must be specified, ${field}.requirements[0].values: Required value`,
    ],
    [
      "both forms and a bad requirement",
      "subjectaccessreviews",
      selecting({ labelSelector: { rawSelector: "a", requirements: [{ key: "a", operator: "In" }] } }),
      `at the same time as requirements, ${label}.requirements[0].values: Required value`,
    ],
    [
      "no subject and an empty selector",
      "subjectaccessreviews",
      { spec: { resourceAttributes: { fieldSelector: {} } } },
      `at least one of user or group must be specified, ${field}.requirements: Required value`,
    ],
    [
      "no label",
      "subjectaccessreviews",
      operator("labelSelector", { key: "a b", operator: "In", values: ["a"] }),
      `${label}.requirements[0].key: Invalid value: "a b": `,
    ],
  ];
  test.each(bad)("with %s are refused", async (_name, resource, body, message) => {
    const [status, answer] = await review(resource, body);
    expect([status, answer.message]).toEqual([422, expect.stringContaining(message)]);
    expect(requested.some((a) => a.user.name === "alice")).toBe(false);
  });

  const understood: readonly [string, object, object | undefined, string | undefined][] = [
    ["text", { fieldSelector: { rawSelector: "a=b" } }, [{ key: "a", operator: "In", values: ["b"] }], undefined],
    ["no text", { fieldSelector: { rawSelector: "(((" } }, undefined, `${field} ignored due to parse error`],
    [
      "one value",
      { fieldSelector: { requirements: [{ key: "a", operator: "NotIn", values: ["b"] }] } },
      [{ key: "a", operator: "NotIn", values: ["b"] }],
      undefined,
    ],
    [
      "what fields cannot be asked",
      { fieldSelector: { requirements: [{ key: "a", operator: "Exists" }] } },
      undefined,
      `${field} ignored due to parse error`,
    ],
  ];
  test.each(understood)(
    "with a selector of fields by %s pass it to the authorizer",
    async (_name, selector, want, error) => {
      const [, answer] = await review("subjectaccessreviews", selecting(selector));
      expect(requested.at(-1)?.fieldSelector).toEqual(want);
      expect(answer.status).toEqual({
        allowed: true,
        reason: "she may",
        ...(error === undefined ? {} : { evaluationError: error }),
      });
    },
  );

  test("requests themselves pass their selectors on, while the gate is on", async () => {
    const list = "/api/v1/pods?fieldSelector=spec.nodeName=n&labelSelector=a%20in%20(b,c),!d";
    await server.as({ name: "alice" }).fetch(list);
    expect(requested.at(-1)).toMatchObject({
      fieldSelector: [{ key: "spec.nodeName", operator: "In", values: ["n"] }],
      labelSelector: [
        { key: "a", operator: "In", values: ["b", "c"] },
        { key: "d", operator: "DoesNotExist", values: [] },
      ],
    });
    await using closed = await startTestServer({
      authorizer: recorder,
      config: { featureGates: { AuthorizeWithSelectors: false } },
    });
    await closed.as({ name: "alice" }).fetch(list);
    expect(requested.at(-1)).not.toHaveProperty("fieldSelector");
  });

  test("an authorizer that could not decide is no refusal", async () => {
    const answer = await server.as({ name: "alice" }).fetch("/apis/x.io/v1/broken?a=%3Cb%3E");
    expect([answer.status, await answer.text()]).toEqual([
      500,
      'Internal Server Error: "/apis/x.io/v1/broken?a=%3Cb%3E": no answer\n',
    ]);
  });
});

describe("reviews of rules", () => {
  const rulesOf = async (authorizer: Authorizer): Promise<Record<string, unknown>> => {
    await using server = await startTestServer({ authorizer });
    const answer = await server.as({ name: "alice", groups: ["g"] }).fetch(`${group}/selfsubjectrulesreviews`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ spec: { namespace: "default" } }),
    });
    return ((await answer.json()) as { status: Record<string, unknown> }).status;
  };
  const create = { verbs: ["create"], apiGroups: ["*"], resources: ["*"] };

  test("list the rules of bindings, and missing roles", async () => {
    const rbac = createRbac("rbac.authorization.svc.io");
    rbac.setRole("", "r", [create, { verbs: ["get"], nonResourceURLs: ["/x"] }]);
    for (const [name, role] of [
      ["b", "r"],
      ["c", "gone"],
    ] as const) {
      const subjects = [{ kind: "Group", name: "g" }];
      rbac.setBinding("", name, { namespace: "", name, roleRef: { kind: "ClusterRole", name: role }, subjects });
    }
    expect(await rulesOf(rbac)).toEqual({
      resourceRules: [create],
      nonResourceRules: [{ verbs: ["get"], nonResourceURLs: ["/x"] }],
      incomplete: false,
      evaluationError: 'clusterrole.rbac.authorization.svc.io "gone" not found',
    });
  });

  test("are incomplete if an authorizer cannot list its rules", async () => {
    const authorizer: Authorizer = { authorize: () => ({ verdict: "allow", reason: "" }) };
    expect(await rulesOf(authorizer)).toEqual({ resourceRules: [], nonResourceRules: [], incomplete: true });
  });
});
