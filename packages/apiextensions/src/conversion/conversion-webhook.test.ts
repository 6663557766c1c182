import type { ApiObject } from "@svc/meta";
import { describe, expect, it } from "vitest";
import type { ConversionCall } from "../definition/definition-observer.ts";
import type { ConversionReview } from "./conversion-review.ts";
import { type CallConversionWebhook, conversionWebhook, type WebhookOptions } from "./conversion-webhook.ts";

const object: ApiObject = {
  apiVersion: "example.com/v1",
  kind: "Widget",
  metadata: { name: "a", namespace: "ns", uid: "u", resourceVersion: "7", labels: { l: "m" } },
  spec: { address: "h:1" },
};

interface TestResponse {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly response?: object;
}

const convert = async (
  answer: (review: ConversionReview) => TestResponse | Promise<TestResponse>,
  reviews: readonly string[] = ["v1"],
  observer?: WebhookOptions["observer"],
  objects: readonly ApiObject[] = [object],
): Promise<readonly ApiObject[]> => {
  const call: CallConversionWebhook = async (_, review) => answer(review);
  const options = {
    names: { kind: "Widget", plural: "widgets" },
    group: "example.com",
    apiGroup: "apiextensions.k8s.io",
    call,
    randomUid: () => "1",
    observer,
  };
  const webhook = { clientConfig: { url: "https://example.com" }, conversionReviewVersions: reviews };
  const ask = conversionWebhook({ strategy: "Webhook", webhook }, options);
  return ask(objects, { group: "example.com", version: "v2" });
};

const success = ({ apiVersion, kind, request }: ConversionReview, change: (o: ApiObject) => unknown): TestResponse => ({
  apiVersion,
  kind,
  response: {
    uid: request.uid,
    result: { status: "Success" },
    convertedObjects: request.objects.map((o) => change({ ...o, apiVersion: request.desiredAPIVersion })),
  },
});

it("an object is returned in the requested version; of metadata only labels and annotations change", async () => {
  const [converted] = await convert((review) =>
    success(review, (o) => ({
      ...o,
      metadata: { ...o.metadata, labels: { by: "hook" }, generation: 99, finalizers: ["x"], resourceVersion: "1" },
      spec: { host: "h" },
    })),
  );
  expect(converted).toEqual({
    apiVersion: "example.com/v2",
    kind: "Widget",
    metadata: { name: "a", namespace: "ns", uid: "u", resourceVersion: "7", labels: { by: "hook" } },
    spec: { host: "h" },
  });
});

it("a review has the first version that both sides support", async () => {
  const observed: string[] = [];
  await convert(
    (review) => {
      observed.push(review.apiVersion);
      return success(review, (o) => o);
    },
    ["v9", "v1beta1", "v1"],
  );
  expect(observed).toEqual(["apiextensions.k8s.io/v1beta1"]);
});

it("a review has an empty response for the webhook to fill in", async () => {
  const observed: unknown[] = [];
  await convert((review) => {
    observed.push(review.response);
    return success(review, (o) => o);
  });
  expect(observed).toEqual([{ uid: "", convertedObjects: null, result: { metadata: {} } }]);
});

describe("an invalid response is an error with a reason", () => {
  const respond = (review: ConversionReview, response: object): TestResponse => ({
    ...success(review, (o) => o),
    response,
  });

  it.each<[string, (review: ConversionReview) => TestResponse, string]>([
    ["a failure", (r) => respond(r, { uid: "1", result: { status: "Failure", message: "cannot" } }), "failed: cannot"],
    [
      "a failure without a message",
      (r) => respond(r, { uid: "1", result: { status: "Failure" } }),
      "failed: response.result.status was 'Failure', not 'Success'",
    ],
    [
      "another uid",
      (r) => respond(r, { uid: "2", result: { status: "Success" } }),
      'failed: expected response.uid="1", got "2"',
    ],
    [
      "too few objects",
      (r) => respond(r, { uid: "1", result: { status: "Success" }, convertedObjects: [] }),
      "returned 0 objects, expected 1",
    ],
    ["no response", ({ apiVersion, kind }) => ({ apiVersion, kind }), "failed: no response provided"],
    [
      "a response that is a list",
      (r) => ({ ...success(r, (o) => o), response: [] }),
      "failed: json: cannot unmarshal array into Go struct field ConversionReview.response of type v1.ConversionResponse",
    ],
    [
      "a version of the review that is a number",
      (r) => ({ ...success(r, (o) => o), apiVersion: 5 as unknown as string }),
      "failed: couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field .apiVersion of type string",
    ],
    [
      "annotations that are too long",
      (r) => success(r, (o) => ({ ...o, metadata: { ...o.metadata, annotations: { a: "x".repeat(300_000) } } })),
      "returned invalid metadata: metadata.annotation: Too long: may not be more than 262144 bytes",
    ],
    [
      "no type",
      () => ({}),
      "failed: expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got /, Kind=",
    ],
    [
      "another version of the review",
      (r) => ({ ...success(r, (o) => o), apiVersion: "apiextensions.k8s.io/v1beta1" }),
      "failed: converting (v1beta1.ConversionReview) to (v1.ConversionReview): unknown conversion",
    ],
    [
      "another kind of the group",
      (r) => ({ ...success(r, (o) => o), kind: "CustomResourceDefinition" }),
      "failed: converting (v1.CustomResourceDefinition) to (v1.ConversionReview): unknown conversion",
    ],
    [
      "a kind of all groups",
      (r) => ({ ...success(r, (o) => o), apiVersion: "v1", kind: "Status" }),
      "failed: converting (v1.Status) to (v1.ConversionReview): unknown conversion",
    ],
    [
      "an unknown kind",
      (r) => ({ ...success(r, (o) => o), kind: "Other" }),
      'failed: no kind "Other" is registered for version "apiextensions.k8s.io/v1" in scheme "pkg/runtime/scheme.go:110"',
    ],
    [
      "the review of another group",
      (r) => ({ ...success(r, (o) => o), apiVersion: "admission.k8s.io/v1" }),
      'failed: no kind "ConversionReview" is registered for version "admission.k8s.io/v1" in scheme "pkg/runtime/scheme.go:110"',
    ],
    [
      "a version with two slashes",
      (r) => ({ ...success(r, (o) => o), apiVersion: "a/b/c" }),
      "failed: unexpected GroupVersion string: a/b/c",
    ],
    [
      "a version alone",
      (r) => ({ ...success(r, (o) => o), kind: "" }),
      "failed: expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got apiextensions.k8s.io/v1, Kind=",
    ],
    [
      "the old version of the object",
      (r) => success(r, () => object),
      "returned invalid object at index 0: invalid groupVersion (expected example.com/v2, received example.com/v1)",
    ],
    [
      "another kind",
      (r) => success(r, (o) => ({ ...o, kind: "Other" })),
      "returned invalid object at index 0: invalid kind (expected Widget, received Other)",
    ],
    [
      "another name",
      (r) => success(r, (o) => ({ ...o, metadata: { ...o.metadata, name: "b" } })),
      "returned invalid object: must have the same name: a != b",
    ],
    [
      "a wrong label",
      (r) => success(r, (o) => ({ ...o, metadata: { ...o.metadata, labels: { l: "a b" } } })),
      "returned invalid metadata: metadata.labels: Invalid value",
    ],
    ...(
      [
        ["two wrong labels", { labels: { "a b": "-" } }, "[metadata.labels: Invalid value"],
        ["a wrong annotation", { annotations: { "a b": "x" } }, "metadata.annotation: Invalid value"],
        ["a label that is a number", { labels: { a: 1 } }, "metadata.labels[a] must be a string, but is int64 in"],
        ["a label that is null", { labels: { a: null } }, "metadata.labels[a] must be a string, but is <nil> in"],
        ["labels in a list", { labels: [] }, "invalid metadata.labels of type []interface {} in converted object"],
        [
          "an annotation in an object",
          { annotations: { a: {} } },
          "metadata.annotations[a] must be a string, but is map",
        ],
      ] as const
    ).map(([name, metadata, why]): [string, (review: ConversionReview) => TestResponse, string] => [
      name,
      (r) => success(r, (o) => ({ ...o, metadata: { ...o.metadata, ...metadata } })),
      `returned invalid metadata: ${why}`,
    ]),
    [
      "objects that are no list",
      (r) => respond(r, { uid: "1", result: { status: "Success" }, convertedObjects: "x" }),
      "failed: json: cannot unmarshal string into Go struct field ConversionResponse.response.convertedObjects of type []runtime.RawExtension",
    ],
    [
      "a result that is a text",
      (r) => respond(r, { uid: "1", result: "Success" }),
      "failed: json: cannot unmarshal string into Go struct field ConversionResponse.response.result of type v1.Status",
    ],
    [
      "a message that is a number",
      (r) => respond(r, { uid: "1", result: { status: "Failure", message: 5 } }),
      "failed: json: cannot unmarshal number into Go struct field Status.response.result.message of type string",
    ],
  ])("%s", async (_, answer, message) => {
    await expect(convert(answer)).rejects.toThrow(`conversion webhook for example.com/v1, Kind=Widget ${message}`);
  });

  it.each([
    ["null", null, "unexpected end of JSON input"],
    ["a text", "x", "json: cannot unmarshal string into Go value of type map[string]interface {}"],
    ["a list", [], "json: cannot unmarshal array into Go value of type map[string]interface {}"],
    ["without a kind", { a: 1 }, `Object 'Kind' is missing in '{"a":1}'`],
  ])("an object that is %s", async (_, made, message) => {
    await expect(convert((r) => success(r, () => made))).rejects.toMatchObject({ code: 500, message });
  });

  it("no response", async () => {
    await expect(
      convert(() => {
        throw new Error("EOF");
      }),
    ).rejects.toThrow("conversion webhook for example.com/v1, Kind=Widget failed: EOF");
  });
});

describe("of several objects", () => {
  const named = ["a", "b", "c"].map((name) => ({ ...object, metadata: { ...object.metadata, name } }));

  it("each is asked for alone where a review of all fails, since some webhooks answer no others", async () => {
    const sizes: number[] = [];
    const onlyFirst = (review: ConversionReview): TestResponse => {
      sizes.push(review.request.objects.length);
      const [first] = review.request.objects;
      return success(
        { ...review, request: { ...review.request, objects: first === undefined ? [] : [first] } },
        (o) => o,
      );
    };
    const converted = await convert(onlyFirst, ["v1"], undefined, named);
    expect(converted.map(({ metadata }) => metadata.name)).toEqual(["a", "b", "c"]);
    expect(sizes).toEqual([3, 1, 1, 1]);
  });

  it("the first one that fails is told", async () => {
    const renames = (review: ConversionReview): TestResponse =>
      success(review, (o) => (o.metadata.name === "a" ? o : { ...o, metadata: { ...o.metadata, uid: "x" } }));
    await expect(convert(renames, ["v1"], undefined, named)).rejects.toThrow("must have the same UID: u != x");
    await expect(convert(() => ({}), ["v1"], undefined, named)).rejects.toThrow("expected webhook response");
  });

  it("none is asked for again where the webhook is not reached", async () => {
    let calls = 0;
    const gone = (): never => {
      calls++;
      throw new Error("EOF");
    };
    await expect(convert(gone, ["v1"], undefined, named)).rejects.toThrow("failed: EOF");
    expect(calls).toBe(1);
  });
});

describe("an observer receives a call", () => {
  it.each([
    ["that converts all objects", (review: ConversionReview) => success(review, (o) => o), undefined],
    ["that has no response", () => Promise.reject(new Error("gone")), "call"],
    ["whose response is no review", () => ({}), "malformed_response"],
    [
      "with fewer objects than asked for",
      ({ apiVersion, kind, request: { uid } }: ConversionReview) => ({
        apiVersion,
        kind,
        response: { uid, result: { status: "Success" }, convertedObjects: [] },
      }),
      "partial_response",
    ],
    [
      "with an object of another kind",
      (review: ConversionReview) => success(review, (o) => ({ ...o, kind: "Gadget" })),
      "invalid_converted_object",
    ],
  ])("%s", async (_name, answer, failure) => {
    const calls: ConversionCall[] = [];
    const observer = {
      clock: { monotonic: () => calls.length },
      converted: (call: ConversionCall) => calls.push(call),
    };
    await convert(answer, ["v1"], observer).catch(() => undefined);
    const call = { definition: "widgets.example.com", from: "v1", to: "v2", seconds: 0 };
    expect(calls).toEqual([failure === undefined ? call : { ...call, failure }]);
  });
});
