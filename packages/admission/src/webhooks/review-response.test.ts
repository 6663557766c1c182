import { createCodec } from "@svc/codec";
import { kubernetesDialect } from "@svc/meta";
import { describe, expect, test } from "vitest";
import { readVerdict } from "./review-response.ts";
import { createReviewTypes } from "./review-type.ts";

const codec = createCodec();
const typeOf = createReviewTypes(kubernetesDialect);

interface Options {
  readonly version?: string;
  readonly mayPatch?: boolean;
}

function verdictOf(body: string, { version = "v1", mayPatch = true }: Options = {}): string {
  const answer = { status: 200, contentType: "application/json", body: Buffer.from(body) };
  try {
    const { allowed, patch, status } = readVerdict(answer, { uid: "u", type: typeOf(version), mayPatch, codec });
    return [allowed ? "allowed" : "denied", patch?.toString(), status.message].filter((text) => text).join(" ");
  } catch (error) {
    return (error as Error).message;
  }
}

const review = (response: object, version = "v1"): string =>
  JSON.stringify({
    apiVersion: `admission.k8s.io/${version}`,
    kind: "AdmissionReview",
    response: { uid: "u", ...response },
  });
const patch = Buffer.from("[{}]").toString("base64");

describe("a response of a webhook", () => {
  const field = "failed to call webhook: json: cannot unmarshal";
  const cases: readonly { name: string; response: object; want: string }[] = [
    { name: "that allows", response: { allowed: true }, want: "allowed" },
    { name: "without a decision denies", response: {}, want: "denied" },
    { name: "with a patch", response: { allowed: true, patch, patchType: "JSONPatch" }, want: "allowed [{}]" },
    { name: "with a null patch", response: { allowed: true, patch: null, patchType: null }, want: "allowed" },
    { name: "with a null status", response: { allowed: false, status: null }, want: "denied" },
    {
      name: "with a decision that is no boolean",
      response: { allowed: "true" },
      want: `${field} string into Go struct field AdmissionResponse.response.allowed of type bool`,
    },
    {
      name: "with a code that is no integer",
      response: { status: { code: 403.5 } },
      want: `${field} number 403.5 into Go struct field Status.response.status.code of type int32`,
    },
    {
      name: "with a code beyond 32 bits",
      response: { status: { code: 3e9 } },
      want: `${field} number 3000000000 into Go struct field Status.response.status.code of type int32`,
    },
    {
      name: "with one text for warnings",
      response: { warnings: "x" },
      want: `${field} string into Go struct field AdmissionResponse.response.warnings of type []string`,
    },
    {
      name: "with a patch that is no base64",
      response: { patch: "a!", patchType: "JSONPatch" },
      want: "failed to call webhook: illegal base64 data at input byte 1",
    },
    {
      name: "with a patch type alone",
      response: { patchType: "" },
      want: "received invalid webhook response: webhook returned response.patchType but not response.patch",
    },
    {
      name: "of another request",
      response: { uid: "x" },
      want: 'received invalid webhook response: expected response.uid="u", got "x"',
    },
  ];
  test.each(cases)("$name", ({ response, want }) => expect(verdictOf(review(response))).toBe(want));

  test("of a validating webhook has no patch", () =>
    expect(verdictOf(review({ patch, patchType: "JSONPatch" }), { mayPatch: false })).toBe(
      "received invalid webhook response: validating webhook may not return response.patch",
    ));
});

describe("a body", () => {
  const conversion = (from: string): string =>
    `failed to call webhook: converting (${from}) to (v1.AdmissionReview): unknown conversion`;
  const unregistered = (kind: string, version: string): string =>
    `failed to call webhook: no kind "${kind}" is registered for version "${version}" in scheme "pkg/runtime/scheme.go:110"`;
  const cases: readonly { name: string; body: string; want: string }[] = [
    {
      name: "in YAML is a review",
      body: "kind: AdmissionReview\napiVersion: admission.k8s.io/v1\nresponse: {uid: u, allowed: true}\n",
      want: "allowed",
    },
    { name: "of an older version", body: review({}, "v1beta1"), want: conversion("v1beta1.AdmissionReview") },
    {
      name: "of an unknown version",
      body: review({}, "v2"),
      want: unregistered("AdmissionReview", "admission.k8s.io/v2"),
    },
    { name: "that is a Status", body: '{"kind":"Status","apiVersion":"v1"}', want: conversion("v1.Status") },
    { name: "of another kind", body: '{"kind":"ConfigMap","apiVersion":"v1"}', want: unregistered("ConfigMap", "v1") },
    {
      name: "that breaks off",
      body: '{"a"',
      want: "failed to call webhook: couldn't get version/kind; json parse error: unexpected end of JSON input",
    },
    { name: "without a response", body: "{}", want: "received invalid webhook response: webhook response was absent" },
    { name: "of null", body: "null", want: "received invalid webhook response: webhook response was absent" },
  ];
  test.each(cases)("$name", ({ body, want }) => expect(verdictOf(body)).toBe(want));
});

describe("a review of the first version", () => {
  const v1beta1: Options = { version: "v1beta1" };

  test("omits the uid and the type of its patch", () =>
    expect(verdictOf(review({ uid: "x", allowed: true, patch }, "v1beta1"), v1beta1)).toBe("allowed [{}]"));

  test("has a default for its type", () => expect(verdictOf('{"response":{"allowed":true}}', v1beta1)).toBe("allowed"));
});
