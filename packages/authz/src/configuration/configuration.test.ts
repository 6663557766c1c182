import { kubernetesDialect, svcDialect } from "@svc/meta";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { alwaysAllow } from "../constant-authorizers.ts";
import { attributesWith, userOf } from "../testing/attributes.ts";
import type { AuthorizationConfiguration, AuthorizerConfiguration } from "./configuration.ts";
import { createConfiguredAuthorizer } from "./configured-authorizer.ts";
import { createConfigurationParser, replacementProblem } from "./parse.ts";

const checkFile = (path: string): string | undefined =>
  path === "/there" ? undefined : `error loading file: stat ${path}: no such file or directory`;
const parse = createConfigurationParser({ dialect: svcDialect, checkFile });
const head = { apiVersion: "apiserver.config.svc.io/v1", kind: "AuthorizationConfiguration" };
const connectionInfo = { type: "KubeConfigFile", kubeConfigFile: "/there" };
const sound = { timeout: "3s", subjectAccessReviewVersion: "v1", failurePolicy: "Deny", connectionInfo };

const webhook = (changes: object = {}, name = "a"): object => ({
  type: "Webhook",
  name,
  webhook: { ...sound, ...changes },
});
const file = (...authorizers: unknown[]): object => ({ ...head, authorizers });

function parsed(...authorizers: unknown[]): AuthorizationConfiguration {
  const result = parse(file(...authorizers));
  if (!result.ok) throw new Error(result.message);
  return result.value;
}

test("omitted fields get their defaults", () => {
  expect(parsed(webhook(), { type: "Node", name: "node" }, { type: "RBAC", name: "rbac" })).toEqual({
    authorizers: [
      {
        type: "Webhook",
        name: "a",
        webhook: {
          authorizedTtlMs: 300_000,
          unauthorizedTtlMs: 30_000,
          timeoutMs: 3000,
          version: "v1",
          failurePolicy: "Deny",
          kubeConfigFile: "/there",
          matchConditions: [],
        },
      },
      { type: "Node", name: "node" },
      { type: "RBAC", name: "rbac" },
    ],
  });
});

test.each(["v1", "v1beta1", "v1alpha1"])("version %s is read, in both dialects", (version) => {
  for (const dialect of [svcDialect, kubernetesDialect]) {
    const apiVersion = dialect.expand(`apiserver.config.{api}/${version}`);
    const read = createConfigurationParser({ dialect, checkFile });
    expect(read({ ...file({ type: "RBAC", name: "rbac" }), apiVersion }).ok).toBe(true);
  }
});

describe("invalid configurations", () => {
  const prefix = "failed to load AuthorizationConfiguration from file: ";
  const condition = (...expressions: string[]): object => ({
    matchConditionSubjectAccessReviewVersion: "v1",
    matchConditions: expressions.map((expression) => ({ expression })),
  });
  const rbac = { type: "RBAC", name: "rbac" };
  const cases: readonly [string, unknown, string][] = [
    ["nothing", null, `${prefix}Object 'Kind' is missing`],
    ["no kind", {}, `${prefix}Object 'Kind' is missing`],
    ["no authorizers", head, "authorizers: Required value: at least one authorization mode must be defined"],
    ["an empty authorizer", file({}), "authorizers[0].type: Required value"],
    ["a list that is none", { ...head, authorizers: {} }, `${prefix}authorizers must be a list`],
    ["a number for a type", file({ type: 3 }), `${prefix}authorizers[0].type must be a string`],
    [
      "unknown fields",
      { ...file({ ...webhook({ fooo: 1, connectionInfo: { b: 1 } }), bogus: 1 }), zz: 1 },
      `${prefix}strict decoding error: unknown field "authorizers[0].bogus", unknown field "authorizers[0].webhook.connectionInfo.b", unknown field "authorizers[0].webhook.fooo", unknown field "zz"`,
    ],
    ["the same type twice", file(rbac, rbac), 'authorizers[1].type: Duplicate value: "RBAC"'],
    ["the same name twice", file(webhook(), webhook()), 'authorizers[1].name: Duplicate value: "a"'],
    ["no name", file({ type: "RBAC" }), "authorizers[0].name: Required value"],
    [
      "its own name where it has one",
      file({ type: "RBAC", name: "a" }, { type: "AlwaysAllow", name: "b" }),
      "[expected name rbac for authorizer RBAC instead of a, expected name alwaysallow for authorizer AlwaysAllow instead of b]",
    ],
    [
      "another type",
      file({ type: "Foo", name: "Bar_" }),
      'authorizers[0].type: Unsupported value: "Foo": supported values: "ABAC", "AlwaysAllow", "AlwaysDeny", "Node", "RBAC", "Webhook"',
    ],
    [
      "a webhook without one",
      file({ type: "Webhook", name: "a" }),
      "authorizers[0].webhook: Required value: required when type=Webhook",
    ],
    [
      "a webhook section for a type without one",
      file({ ...rbac, webhook: {} }),
      'authorizers[0].webhook: Invalid value: "non-null": may only be specified when type=Webhook',
    ],
    [
      "an empty webhook",
      file({ type: "Webhook", name: "a", webhook: {} }),
      "[authorizers[0].timeout: Required value, authorizers[0].subjectAccessReviewVersion: Required value, authorizers[0].failurePolicy: Required value, authorizers[0].connectionInfo.type: Required value]",
    ],
    [
      "everything wrong",
      file(
        webhook({
          timeout: "31s",
          authorizedTTL: "-1s",
          unauthorizedTTL: "-1s",
          subjectAccessReviewVersion: "v2",
          matchConditionSubjectAccessReviewVersion: "v1beta1",
          failurePolicy: "Foo",
          connectionInfo: { type: "KubeConfigFile" },
        }),
      ),
      '[authorizers[0].timeout: Invalid value: "31s": must be > 0s and <= 30s, authorizers[0].authorizedTTL: Invalid value: "-1s": must be > 0s, authorizers[0].unauthorizedTTL: Invalid value: "-1s": must be > 0s, authorizers[0].subjectAccessReviewVersion: Unsupported value: "v2": supported values: "v1", "v1beta1", authorizers[0].matchConditionSubjectAccessReviewVersion: Unsupported value: "v1beta1": supported values: "v1", authorizers[0].failurePolicy: Unsupported value: "Foo": supported values: "NoOpinion", "Deny", authorizers[0].connectionInfo.kubeConfigFile: Required value]',
    ],
    [
      "no duration",
      file(webhook({ timeout: "3x" })),
      `${prefix}authorizers[0].webhook.timeout must be a duration such as 30s, not "3x"`,
    ],
    [
      "a relative path",
      file(webhook({ connectionInfo: { type: "KubeConfigFile", kubeConfigFile: "kc" } })),
      'authorizers[0].connectionInfo.kubeConfigFile: Invalid value: "kc": must be an absolute path',
    ],
    [
      "a missing file",
      file(webhook({ connectionInfo: { type: "KubeConfigFile", kubeConfigFile: "/nope" } })),
      'authorizers[0].connectionInfo.kubeConfigFile: Invalid value: "/nope": error loading file: stat /nope: no such file or directory',
    ],
    [
      "a file for an account",
      file(webhook({ connectionInfo: { type: "InClusterConfig", kubeConfigFile: "/there" } })),
      'authorizers[0].connectionInfo.kubeConfigFile: Invalid value: "/there": can only be set when type=KubeConfigFile',
    ],
    [
      "an account in the cluster that the server itself serves",
      file(webhook({ connectionInfo: { type: "InClusterConfig" } })),
      'authorizers[0].connectionInfo.type: Invalid value: "InClusterConfig": a server that serves the cluster has no account in it',
    ],
    [
      "conditions without a version",
      file(webhook({ matchConditions: [{ expression: "" }] })),
      "[authorizers[0].matchConditionSubjectAccessReviewVersion: Required value: required if match conditions are specified, authorizers[0].matchConditions[0].expression: Required value]",
    ],
    [
      "conditions that are none",
      file(webhook(condition("1", "request.user == 'a'", "request.user == 'a'"))),
      `[authorizers[0].matchConditions[0].expression: Invalid value: "1": must evaluate to bool but got int, authorizers[0].matchConditions[2].expression: Duplicate value: "request.user == 'a'"]`,
    ],
    [
      "too many conditions",
      file(webhook(condition(...Array.from({ length: 65 }, (_, i) => `request.user == '${i}'`)))),
      "authorizers[0].matchConditions: Too many: 65: must have at most 64 items",
    ],
  ];
  test.each(cases)("%s", (_name, value, message) => {
    expect(parse(value)).toEqual({ ok: false, message });
  });

  test("another kind or version", () => {
    const other = parse({ ...head, apiVersion: "apiserver.config.svc.io/v2" });
    expect(other).toEqual({ ok: false, message: expect.stringContaining('no kind "AuthorizationConfiguration"') });
  });

  test("any other text is rejected without an exception", () => {
    const part = fc.anything({ maxDepth: 3 });
    fc.assert(fc.property(part, (value) => parse(value).ok === false));
    fc.assert(fc.property(fc.array(part), (list) => typeof parse(file(...list)).ok === "boolean"));
    fc.assert(
      fc.property(part, (value) => typeof parse(file({ type: "Webhook", name: "a", webhook: value })).ok === "boolean"),
    );
  });
});

describe("a configuration that changes", () => {
  const allows = { type: "AlwaysAllow", name: "alwaysallow" };
  const denies = { type: "AlwaysDeny", name: "alwaysdeny" };

  test("may add and remove webhooks only", () => {
    expect(replacementProblem(parsed(allows), parsed(webhook(), allows))).toBeUndefined();
    expect(replacementProblem(parsed(webhook(), allows), parsed(allows))).toBeUndefined();
    expect(replacementProblem(parsed(allows, denies), parsed(allows))).toBe("missing required types: [AlwaysDeny]");
    expect(replacementProblem(parsed(allows), parsed(allows, denies))).toBe("unexpected types: [AlwaysDeny]");
  });

  test("keeps unchanged members, and uses the new order immediately", () => {
    const made: string[] = [];
    const create = (one: AuthorizerConfiguration) => {
      made.push(one.name);
      if (one.type === "AlwaysAllow") return alwaysAllow;
      return { authorize: () => ({ verdict: "deny", reason: one.name }) as const };
    };
    const authorizer = createConfiguredAuthorizer({ configuration: parsed(webhook({}, "a"), allows), create });
    expect(authorizer.authorize(attributesWith())).toEqual({ verdict: "deny", reason: "a" });
    expect(authorizer.authorize(attributesWith({ user: userOf("root", "system:masters") }))).toMatchObject({
      verdict: "allow",
    });
    authorizer.configure(parsed(allows, webhook({}, "a")));
    expect(authorizer.authorize(attributesWith())).toMatchObject({ verdict: "allow" });
    authorizer.configure(parsed(webhook({ timeout: "4s" }, "a"), allows));
    expect(made).toEqual(["a", "alwaysallow", "a"]);
  });

  test("is unchanged when a member cannot be created", () => {
    const create = (one: AuthorizerConfiguration) => {
      if (one.type === "Webhook") throw new Error("no kubeconfig");
      return alwaysAllow;
    };
    const authorizer = createConfiguredAuthorizer({ configuration: parsed(allows), create });
    expect(() => authorizer.configure(parsed(webhook(), allows))).toThrow("no kubeconfig");
    expect(authorizer.authorize(attributesWith())).toMatchObject({ verdict: "allow" });
  });
});
