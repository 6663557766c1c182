import { createManualClock, type ManualClock } from "@svc/base";
import { kubernetesDialect } from "@svc/meta";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { AuthenticationResult } from "../authenticator.ts";
import type { TokenVerifier } from "../token/token-verifier.ts";
import { type SendTokenReview, type WebhookVerifierOptions, webhookVerifier } from "./webhook-verifier.ts";

let clock: ManualClock;
let requested: unknown[];
beforeEach(() => {
  clock = createManualClock();
  requested = [];
});

const user = { username: "joe", uid: "7", groups: ["g"], extra: { k: ["v"] } };
const joe = { name: "joe", uid: "7", groups: ["g"], extra: { k: ["v"] } };
const review = (status: unknown, apiVersion = "authentication.k8s.io/v1beta1"): string =>
  JSON.stringify({ kind: "TokenReview", apiVersion, status });

function verifierThat(send: SendTokenReview, more: Partial<WebhookVerifierOptions> = {}): TokenVerifier {
  return webhookVerifier({
    dialect: kubernetesDialect,
    clock,
    apiAudiences: ["api"],
    send: (body, signal) => {
      requested.push(JSON.parse(body));
      return send(body, signal);
    },
    ...more,
  });
}

const says =
  (body: string, status = 200): SendTokenReview =>
  () =>
    Promise.resolve({ status, body });

const verify = async (verifier: TokenVerifier, audiences: readonly string[] = []): Promise<AuthenticationResult> =>
  verifier.verify("secret", { audiences });

describe("a response", () => {
  it.each([
    {
      name: "names a user",
      body: review({ authenticated: true, user }),
      want: { kind: "authenticated", user: joe, audiences: ["api"] },
    },
    {
      name: "names audiences",
      body: review({ authenticated: true, user, audiences: ["x", "y"] }),
      audiences: ["y", "z"],
      want: { kind: "authenticated", user: joe, audiences: ["y"] },
    },
    {
      name: "names none of the required audiences",
      body: review({ authenticated: true, user, audiences: ["x"] }),
      audiences: ["z"],
      want: { kind: "absent" },
    },
    {
      name: "names no audience, where another than the server's is required",
      body: review({ authenticated: true, user }),
      audiences: ["z"],
      want: { kind: "absent" },
    },
    { name: "is unauthenticated", body: review({ authenticated: false }), want: { kind: "absent" } },
    { name: "says nothing", body: review(undefined), want: { kind: "absent" } },
    {
      name: "says why not",
      body: review({ error: "too old" }),
      want: { kind: "rejected", reason: "too old" },
    },
  ])("that $name", async ({ body, audiences = [], want }) => {
    expect(await verify(verifierThat(says(body)), audiences)).toEqual(want);
  });

  it.each([
    "",
    "junk",
    "[]",
    "{}",
    review({ authenticated: true, user }, "authentication.k8s.io/v1"),
    JSON.stringify({ kind: "Status", apiVersion: "authentication.k8s.io/v1beta1", status: { authenticated: true } }),
    review("yes"),
    review({ authenticated: "true", user }),
    review({ authenticated: true, user: "joe" }),
    review({ authenticated: true, user: { username: 5 } }),
    review({ authenticated: true, user: { username: "joe", groups: "system:masters" } }),
    review({ authenticated: true, user: { username: "joe", extra: { a: "b" } } }),
    review({ authenticated: true, user, audiences: "api" }),
    review({ error: 5 }),
  ])("with a malformed response is a failure: %s", async (body) => {
    expect((await verify(verifierThat(says(body)))).kind).toBe("rejected");
  });

  it("never makes the parser throw, or return a user by accident", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (status) => {
        const result = await verify(verifierThat(says(review(status))));
        const reported = (status as { authenticated?: unknown } | null)?.authenticated;
        expect(result.kind === "authenticated").toBe(reported === true);
      }),
      { numRuns: 50 },
    );
  });
});

it("the request has the token and its audiences, in the configured version", async () => {
  await verify(verifierThat(says(review({}, "authentication.k8s.io/v1")), { version: "v1" }), ["a"]);
  expect(requested).toEqual([
    {
      kind: "TokenReview",
      apiVersion: "authentication.k8s.io/v1",
      metadata: { creationTimestamp: null },
      spec: { token: "secret", audiences: ["a"] },
      status: { user: {} },
    },
  ]);
});

describe("responses are cached", () => {
  it.each([
    { name: "good ones", body: review({ authenticated: true, user }) },
    { name: "bad ones", body: review({ authenticated: false }) },
  ])("$name, for two minutes", async ({ body }) => {
    const verifier = verifierThat(says(body));
    const first = await verify(verifier);
    clock.advance(119_999);
    expect(verifier.verify("secret", { audiences: [] })).toEqual(first);
    clock.advance(1);
    await verify(verifier);
    expect(requested.length).toBe(2);
  });

  it("by audience", async () => {
    const verifier = verifierThat(says(review({ authenticated: true, user })));
    await verify(verifier, ["api"]);
    expect(await verify(verifier, ["other"])).toEqual({ kind: "absent" });
    expect(requested.length).toBe(2);
  });

  it("but not failures", async () => {
    const verifier = verifierThat(says("junk"));
    await verify(verifier);
    await verify(verifier);
    expect(requested.length).toBe(2);
  });

  it("nor without required audiences", async () => {
    const verifier = verifierThat(says(review({})), { cacheTtlMs: 0 });
    await verify(verifier);
    await verify(verifier);
    expect(requested.length).toBe(2);
  });

  it("concurrent requests for one token share one call", async () => {
    const verifier = verifierThat(says(review({ authenticated: true, user })));
    const results = await Promise.all(Array.from({ length: 50 }, () => verify(verifier)));
    expect(new Set(results.map((r) => r.kind))).toEqual(new Set(["authenticated"]));
    expect(requested.length).toBe(1);
  });
});

describe("a webhook that does not respond", () => {
  it.each([301, 302, 307, 308, 400, 401, 404])("with status %i is a failure, and is not retried", async (status) => {
    const result = await verify(verifierThat(says(review({ authenticated: true, user }), status)));
    expect(result).toEqual({ kind: "rejected", reason: `the webhook answered with status ${status}` });
    expect(requested.length).toBe(1);
  });

  it("at first is retried", async () => {
    const pending = verify(
      verifierThat((body, signal) =>
        says(review({ authenticated: true, user }), requested.length < 3 ? 503 : 200)(body, signal),
      ),
    );
    for (let i = 0; i < 10; i++) {
      await new Promise(setImmediate);
      clock.advance(500);
    }
    expect(await pending).toMatchObject({ kind: "authenticated" });
    expect(requested.length).toBe(3);
  });

  it("in time is a failure", async () => {
    const never: SendTokenReview = (_body, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
    const pending = verify(verifierThat(never));
    clock.advance(10_000);
    expect(await pending).toEqual({ kind: "rejected", reason: "the webhook did not answer within 10000 ms" });
  });

  it("at all is a failure", async () => {
    const unreachable: SendTokenReview = () => Promise.reject(new Error("connect ECONNREFUSED"));
    expect(await verify(verifierThat(unreachable))).toEqual({ kind: "rejected", reason: "connect ECONNREFUSED" });
  });
});

it("a token of absurd length is not sent on", async () => {
  const verifier = verifierThat(says(review({})));
  expect(verifier.verify("x".repeat(65_537), { audiences: [] })).toEqual({ kind: "absent" });
  expect(requested).toEqual([]);
});
