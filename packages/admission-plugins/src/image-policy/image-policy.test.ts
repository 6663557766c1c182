import type { AdmissionRequest } from "@svc/admission";
import { createManualClock } from "@svc/base";
import { kubernetesDialect, svcDialect } from "@svc/meta";
import { describe, expect, test } from "vitest";
import { requestFor, verdictOf } from "../testing/request.ts";
import { type ImagePolicyOptions, imagePolicyWebhook } from "./image-policy.ts";

interface Review {
  readonly apiVersion: string;
  readonly spec: { readonly containers?: readonly { readonly image: string }[] };
}
type TestResponse = { readonly status?: number; readonly body?: unknown; readonly review?: object } | Error;

const clock = createManualClock();

function policy(answer: TestResponse, options: Partial<ImagePolicyOptions> = {}) {
  const reviews: Review[] = [];
  const plugin = imagePolicyWebhook({
    dialect: kubernetesDialect,
    clock,
    retryBackoffMs: 0,
    ...options,
    post: async (text) => {
      const review = JSON.parse(text) as Review;
      reviews.push(review);
      if (answer instanceof Error) throw answer;
      const { status = 200, body, review: own } = answer;
      const whole = body ?? { ...review, ...own };
      return { status, body: typeof whole === "string" ? whole : JSON.stringify(whole) };
    },
  });
  return { plugin, reviews };
}

const pod = (image: string, more: object = {}): AdmissionRequest =>
  requestFor("pods", { spec: { containers: [{ name: "a", image }] }, ...more });
const allowed: TestResponse = { review: { status: { allowed: true } } };
const denied: TestResponse = { review: { status: { allowed: false, reason: "no way" } } };
const refusal = 'pods "a" is forbidden: image policy webhook backend denied one or more images: no way';

describe("a review", () => {
  const spec = {
    containers: [{ image: "c" }],
    initContainers: [{ image: "i" }],
    ephemeralContainers: [{ image: "e" }],
  };
  const old = { metadata: { name: "a" } };
  test.each<
    [what: string, subresource: string, oldObject: AdmissionRequest["oldObject"], images: string[] | undefined]
  >([
    ["a new pod", "", undefined, ["c", "i"]],
    ["a pod that is changed", "", old, ["c", "i"]],
    // CVE-2023-2727
    ["ephemeral containers", "ephemeralcontainers", old, ["e"]],
    ["the status of a pod", "status", old, undefined],
    ["the size of a pod", "resize", old, undefined],
  ])("of %s", async (_, subresource, oldObject, images) => {
    const { plugin, reviews } = policy(denied);
    const verdict = await verdictOf(plugin, requestFor("pods", { spec }, { subresource, oldObject }));
    expect(reviews.map(({ spec: { containers } }) => containers?.map(({ image }) => image))).toEqual(
      images === undefined ? [] : [images],
    );
    expect(verdict).toBe(images === undefined ? "admitted" : refusal);
  });

  test("has the annotations that are for it, in both dialects", async () => {
    for (const dialect of [kubernetesDialect, svcDialect]) {
      const { plugin, reviews } = policy(allowed, { dialect });
      const own = dialect.expand("x.image-policy.{api}/y");
      const metadata = { name: "a", annotations: { other: "1", [own]: "2" } };
      expect(await verdictOf(plugin, pod("i", { metadata }))).toBe("admitted");
      expect(reviews).toEqual([
        {
          kind: "ImageReview",
          apiVersion: dialect.expand("imagepolicy.{api}/v1alpha1"),
          metadata: { creationTimestamp: null },
          spec: { containers: [{ image: "i" }], annotations: { [own]: "2" }, namespace: "default" },
          status: { allowed: false },
        },
      ]);
    }
  });
});

describe("a response", () => {
  const failures: readonly (readonly [what: string, answer: TestResponse, why: string, calls: number])[] = [
    ["that the webhook is broken", { status: 500, body: "boom" }, 'an error on the server ("boom") has prevented', 5],
    ["that the webhook is overloaded", { status: 429, body: "x" }, "the server has received too many requests", 5],
    ["that nothing is there", { status: 404, body: "x" }, "the server could not find the requested resource", 1],
    ["that is a redirect", { status: 307, body: "x" }, "the server responded with the status code 307", 1],
    ["that is no JSON", { body: "rubbish" }, "is no JSON", 1],
    ["that is empty", { body: "" }, "0-length response", 1],
    ["of another kind", { body: { kind: "Pod", apiVersion: "v1", status: { allowed: true } } }, '"Pod" of "v1"', 1],
    ["that is null", { body: "null" }, "the webhook answered", 1],
    ["with another type", { review: { status: { allowed: "true" } } }, "is no status of an ImageReview", 1],
    ["that never comes", new Error("connect ECONNREFUSED"), "connect ECONNREFUSED", 1],
  ];

  test.each(failures)("%s refuses the pod", async (_, answer, why, calls) => {
    const { plugin, reviews } = policy(answer);
    const verdict = await verdictOf(plugin, pod("i"));
    expect(verdict).toMatch(/^pods "a" is forbidden: /);
    expect(verdict).toContain(why);
    expect(reviews.length).toBe(calls);
  });

  test.each(failures)("%s admits the pod where that is the default, and is audited", async (_, answer) => {
    const { plugin } = policy(answer, { defaultAllow: true });
    const notes: string[] = [];
    const annotate = (key: string, value: string): void => void notes.push(`${key}=${value}`);
    expect(await verdictOf(plugin, { ...pod("i"), annotate })).toBe("admitted");
    expect(notes).toEqual(["imagepolicywebhook.image-policy.k8s.io/failed-open=true"]);
  });

  test.each<[status: object, verdict: string]>([
    [{ allowed: false }, 'pods "a" is forbidden: one or more images rejected by webhook backend'],
    [{}, 'pods "a" is forbidden: one or more images rejected by webhook backend'],
    [{ allowed: false, reason: "no way" }, refusal],
  ])("with the status %j refuses the pod, whatever the default", async (status, verdict) => {
    const { plugin } = policy({ review: { status } }, { defaultAllow: true });
    expect(await verdictOf(plugin, pod("i"))).toBe(verdict);
  });

  test("has annotations for the audit event; those with invalid keys are dropped", async () => {
    const auditAnnotations = { a: "b", "bad key!": "c" };
    const { plugin } = policy({ review: { status: { allowed: true, auditAnnotations } } });
    const notes: string[] = [];
    const annotate = (key: string, value: string): void => void notes.push(`${key}=${value}`);
    expect(await verdictOf(plugin, { ...pod("i"), annotate })).toBe("admitted");
    expect(notes).toEqual(["imagepolicywebhook.image-policy.k8s.io/a=b"]);
  });

  test("is waited for until the time is over", async () => {
    const ending = createManualClock();
    let called = (): void => undefined;
    const isCalled = new Promise<void>((done) => {
      called = done;
    });
    const plugin = imagePolicyWebhook({
      dialect: kubernetesDialect,
      clock: ending,
      timeoutMs: 1_000,
      post: (_, signal) =>
        new Promise((_done, fail) => {
          signal.addEventListener("abort", () => fail(signal.reason as Error));
          called();
        }),
    });
    const verdict = verdictOf(plugin, pod("i"));
    await isCalled;
    ending.advance(1_000);
    expect(await verdict).toBe('pods "a" is forbidden: context deadline exceeded');
  });
});

describe("how long a response is cached", () => {
  test.each([
    ["an approval", allowed, "admitted"],
    ["a refusal", denied, refusal],
  ] as const)("%s counts for its time, for the same images only", async (_, answer, verdict) => {
    const { plugin, reviews } = policy(answer, { allowTtlMs: 1_000, denyTtlMs: 1_000 });
    const ask = async (image: string): Promise<number> => {
      expect(await verdictOf(plugin, pod(image))).toBe(verdict);
      return reviews.length;
    };
    expect([await ask("x"), await ask("x"), await ask("y")]).toEqual([1, 1, 2]);
    clock.advance(1_000);
    expect(await ask("x")).toBe(3);
  });

  test("a failure is not remembered, nor is anything without a time", async () => {
    for (const [answer, options] of [
      [{ status: 404, body: "" }, {}],
      [allowed, { allowTtlMs: 0 }],
      [denied, { denyTtlMs: 0 }],
    ] as const) {
      const { plugin, reviews } = policy(answer, options);
      await verdictOf(plugin, pod("x"));
      await verdictOf(plugin, pod("x"));
      expect(reviews.length).toBe(2);
    }
  });
});
