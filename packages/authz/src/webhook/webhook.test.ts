import { createManualClock, type ManualClock } from "@svc/base";
import { svcDialect } from "@svc/meta";
import { describe, expect, test, vi } from "vitest";
import type { Authorizer, Decision } from "../authorizer.ts";
import { authorizerConformance } from "../conformance/suite.ts";
import { attributesWith, pathAttributes, userOf } from "../testing/attributes.ts";
import { createConditionCompiler, createMatchConditions, type MatchConditions } from "./match-conditions.ts";
import { createWebhookAuthorizer, type SendReview, type WebhookOptions } from "./webhook.ts";

const apiVersion = "authorization.svc.io/v1";

interface Rig {
  readonly authorizer: Authorizer;
  readonly clock: ManualClock;
  readonly send: ReturnType<typeof vi.fn<SendReview>>;
}

/** A webhook with a fixed or computed response. */
function rig(answer: object | SendReview, options: Partial<WebhookOptions> = {}): Rig {
  const clock = createManualClock();
  const reply = async (): Promise<{ status: number; body: string }> => ({
    status: 201,
    body: JSON.stringify({ apiVersion, kind: "SubjectAccessReview", status: answer }),
  });
  const send = vi.fn<SendReview>(typeof answer === "function" ? (answer as SendReview) : reply);
  return { clock, send, authorizer: createWebhookAuthorizer({ dialect: svcDialect, clock, send, ...options }) };
}

const text = (body: string, status = 200) => rig(async () => ({ status, body }));

describe("conformance", () => {
  const send: SendReview = async (body) => {
    const { spec } = JSON.parse(body) as { spec: { user?: string; resourceAttributes?: object } };
    const { namespace, resource, name, verb, group, subresource } = attributesWith();
    const same =
      JSON.stringify({ namespace, verb, version: "v1", resource, name }) === JSON.stringify(spec.resourceAttributes);
    const allowed = spec.user === "alice" && same && group === "" && subresource === "";
    return { status: 200, body: JSON.stringify({ apiVersion, kind: "SubjectAccessReview", status: { allowed } }) };
  };
  authorizerConformance({
    open: () => ({ authorizer: rig(send).authorizer, allowed: attributesWith(), remote: true }),
    test,
  });
});

describe("requests to the webhook", () => {
  const bodyOf = async (options: Partial<WebhookOptions>, question = attributesWith()): Promise<unknown> => {
    const { authorizer, send } = rig({ allowed: true }, options);
    await authorizer.authorize(question);
    return JSON.parse(send.mock.calls[0]?.[0] ?? "");
  };
  const user = { name: "alice", uid: "7", groups: ["a", "b"], extra: { "x.io/y": ["1", "2"] } };

  test("a review of a resource, with selectors, without empty fields", async () => {
    const labelSelector = [
      { key: "a", operator: "In", values: ["b", "c"] },
      { key: "d", operator: "DoesNotExist", values: [] },
    ] as const;
    expect(await bodyOf({}, attributesWith({ user, verb: "list", name: "", labelSelector }))).toEqual({
      kind: "SubjectAccessReview",
      apiVersion,
      metadata: { creationTimestamp: null },
      spec: {
        resourceAttributes: {
          namespace: "default",
          verb: "list",
          version: "v1",
          resource: "pods",
          labelSelector: {
            requirements: [
              { key: "a", operator: "In", values: ["b", "c"] },
              { key: "d", operator: "DoesNotExist" },
            ],
          },
        },
        user: "alice",
        groups: ["a", "b"],
        extra: { "x.io/y": ["1", "2"] },
        uid: "7",
      },
      status: { allowed: false },
    });
  });

  test("of a path; in v1beta1 the groups are called group", async () => {
    expect(await bodyOf({ version: "v1beta1" }, pathAttributes("/metrics", { user }))).toMatchObject({
      apiVersion: "authorization.svc.io/v1beta1",
      spec: { nonResourceAttributes: { path: "/metrics", verb: "get" }, group: ["a", "b"] },
    });
  });
});

describe("responses of the webhook", () => {
  const cases: readonly { name: string; status: object; want: Decision }[] = [
    { name: "yes", status: { allowed: true, reason: "sure" }, want: { verdict: "allow", reason: "sure" } },
    { name: "no", status: { allowed: false, denied: true, reason: "no" }, want: { verdict: "deny", reason: "no" } },
    { name: "nothing", status: { allowed: false, reason: "hm" }, want: { verdict: "noOpinion", reason: "hm" } },
    { name: "no status", status: {}, want: { verdict: "noOpinion", reason: "" } },
    {
      name: "both",
      status: { allowed: true, denied: true },
      want: {
        verdict: "deny",
        reason: "",
        error: "webhook subject access review returned both allow and deny response",
      },
    },
  ];
  test.each(cases)("$name", async ({ status, want }) => {
    expect(await rig(status).authorizer.authorize(attributesWith())).toEqual(want);
  });

  const broken: readonly [string, () => Rig][] = [
    ["no JSON", () => text("junk")],
    ["a list", () => text("[]")],
    ["another kind", () => text(JSON.stringify({ apiVersion, kind: "Pod", status: { allowed: true } }))],
    [
      "another version",
      () => text(JSON.stringify({ apiVersion: "v2", kind: "SubjectAccessReview", status: { allowed: true } })),
    ],
    ["a text for yes", () => rig({ allowed: "true" })],
    ["a number for yes", () => rig({ allowed: 1 })],
    ["a redirect", () => text("", 302)],
    ["a denial with its own reason", () => text("", 403)],
    [
      "a response with another status",
      () => text(JSON.stringify({ apiVersion, kind: "SubjectAccessReview", status: { allowed: true } }), 202),
    ],
    ["no connection", () => rig(async () => Promise.reject(new Error("connect ECONNREFUSED")))],
  ];
  test.each(broken)("%s does not allow, and the failure policy decides", async (_name, make) => {
    const { send } = make();
    for (const [failurePolicy, verdict] of [
      ["NoOpinion", "noOpinion"],
      ["Deny", "deny"],
    ] as const) {
      const { authorizer } = rig(send, { failurePolicy });
      const decision = await authorizer.authorize(attributesWith());
      expect(decision).toEqual({ verdict, reason: "", error: expect.stringMatching(/./) });
      await authorizer.authorize(attributesWith());
    }
    expect(send, "failures are not remembered").toHaveBeenCalledTimes(4);
  });
});

describe("decisions are cached", () => {
  test("allowed and denied for their own time, and then synchronously", async () => {
    for (const [status, ttl] of [
      [{ allowed: true }, 300_000],
      [{ allowed: false }, 30_000],
      [{ allowed: false, denied: true }, 30_000],
    ] as const) {
      const { authorizer, clock, send } = rig(status);
      const first = await authorizer.authorize(attributesWith());
      clock.advance(ttl - 1);
      expect(authorizer.authorize(attributesWith())).toEqual(first);
      expect(send).toHaveBeenCalledTimes(1);
      clock.advance(1);
      await authorizer.authorize(attributesWith());
      expect(send).toHaveBeenCalledTimes(2);
    }
  });

  test("by all attributes of the request", async () => {
    const { authorizer, send } = rig({ allowed: true });
    const others = [
      attributesWith(),
      attributesWith({ name: "p2" }),
      attributesWith({ user: userOf("bob") }),
      attributesWith({ verb: "list" }),
      pathAttributes("/x"),
    ];
    for (const question of [...others, ...others]) await authorizer.authorize(question);
    expect(send).toHaveBeenCalledTimes(others.length);
  });

  test("not at all with a ttl of 0, nor very long requests", async () => {
    const { authorizer, send } = rig({ allowed: true }, { authorizedTtlMs: 0 });
    await authorizer.authorize(attributesWith());
    await authorizer.authorize(attributesWith());
    const long = rig({ allowed: true });
    await long.authorizer.authorize(attributesWith({ name: "x".repeat(10_001) }));
    await long.authorizer.authorize(attributesWith({ name: "x".repeat(10_001) }));
    expect([send.mock.calls.length, long.send.mock.calls.length]).toEqual([2, 2]);
  });

  test("up to a bound, with the least recently used dropped", async () => {
    const { authorizer, send } = rig({ allowed: true }, { maxCached: 2 });
    for (const name of ["a", "b", "a", "c", "a", "b"]) await authorizer.authorize(attributesWith({ name }));
    expect(send).toHaveBeenCalledTimes(4);
  });
});

describe("a webhook that is not well", () => {
  test("is retried five times, with growing delays", async () => {
    const { authorizer, clock, send } = rig(async () => ({ status: 503, body: "" }));
    const decision = Promise.resolve(authorizer.authorize(attributesWith()));
    for (const [calls, ms] of [
      [1, 500],
      [2, 750],
      [3, 1125],
      [4, 1688],
    ] as const) {
      await expect.poll(() => send).toHaveBeenCalledTimes(calls);
      await Promise.resolve();
      clock.advance(ms);
    }
    expect(await decision).toMatchObject({ verdict: "noOpinion", error: "the webhook answered with status 503" });
    expect(send).toHaveBeenCalledTimes(5);
  });

  const never: SendReview = (_body, signal) =>
    new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));

  test("is awaited until the timeout", async () => {
    const outcomes: string[] = [];
    const { authorizer, clock } = rig(never, {
      timeoutMs: 3000,
      failurePolicy: "Deny",
      observe: (o) => outcomes.push(o),
    });
    const decision = authorizer.authorize(attributesWith());
    clock.advance(3000);
    expect(await decision).toEqual({ verdict: "deny", reason: "", error: "the webhook did not answer within 3000 ms" });
    expect(outcomes).toEqual(["timeout"]);
  });

  test("is not awaited when the client has disconnected", async () => {
    const client = new AbortController();
    const decision = rig(never).authorizer.authorize(attributesWith(), client);
    client.abort(new Error("gone"));
    expect(await decision).toMatchObject({ verdict: "noOpinion", error: "gone" });
  });
});

describe("match conditions", () => {
  const compile = createConditionCompiler();
  const conditionsOf = (...expressions: readonly string[]): MatchConditions =>
    createMatchConditions(
      expressions.map((expression) => {
        const compiled = compile(expression);
        if (!compiled.ok) throw new Error(compiled.message);
        return compiled;
      }),
    );
  const bob = "request.user == 'bob'";
  const missing = "request.extra['x'][0] == 'a'";

  const cases: readonly { name: string; conditions: readonly string[]; want: Decision["verdict"]; calls: number }[] = [
    {
      name: "all hold",
      conditions: ["request.user == 'alice'", "request.groups.exists(g, g == 'developers')"],
      want: "allow",
      calls: 1,
    },
    { name: "one does not", conditions: ["request.user == 'alice'", bob], want: "noOpinion", calls: 0 },
    { name: "one fails", conditions: [missing], want: "deny", calls: 0 },
    { name: "one fails, another is false", conditions: [missing, bob], want: "noOpinion", calls: 0 },
    {
      name: "empty strings are present",
      conditions: ["request.resourceAttributes.group == ''", "request.uid == ''"],
      want: "allow",
      calls: 1,
    },
    {
      name: "fields of other requests are absent",
      conditions: ["!has(request.nonResourceAttributes)"],
      want: "allow",
      calls: 1,
    },
  ];
  test.each(cases)("$name", async ({ conditions, want, calls }) => {
    const { authorizer, send } = rig(
      { allowed: true },
      { matchConditions: conditionsOf(...conditions), failurePolicy: "Deny" },
    );
    expect((await authorizer.authorize(attributesWith())).verdict).toBe(want);
    expect(send).toHaveBeenCalledTimes(calls);
  });

  test("report evaluation errors", async () => {
    const { authorizer } = rig({ allowed: true }, { matchConditions: conditionsOf(missing) });
    const error = `cel evaluation error: expression '${missing}' resulted in error: no such key: x`;
    expect(await authorizer.authorize(attributesWith())).toEqual({ verdict: "noOpinion", reason: "", error });
  });

  const bad: readonly [string, RegExp][] = [
    ["1", /^must evaluate to bool but got int$/],
    ["request.fooo == 1", /^compilation failed: ERROR: <input>:1:8: undefined field 'fooo'/],
    ["request.user == 1", /^compilation failed: ERROR: <input>:1:14: found no matching overload for '_==_'/],
    ["request.user ==", /^compilation failed: ERROR: <input>:1:/],
  ];
  test.each(bad)("%s is no condition", (expression, message) => {
    expect(compile(expression)).toEqual({ ok: false, message: expect.stringMatching(message) });
  });
});
