import { expect, it } from "vitest";
import { mistypedMember } from "./mistyped-member.ts";

const result = (members: object): object => ({ response: { result: members } });
const detail = (members: object): object => result({ details: members });

it.each<[string, object, string | undefined]>([
  [
    "a whole response",
    { response: { uid: "1", convertedObjects: [1], result: { status: "Success", code: 200 } } },
    undefined,
  ],
  ["nulls", { request: null, response: { uid: null, result: { code: null, details: { causes: [null] } } } }, undefined],
  ["unknown members", { spec: 5, response: { a: 5, result: { b: 5, details: { constructor: 5 } } } }, undefined],
  ["a request", { request: [] }, "array into Go struct field ConversionReview.request of type v1.ConversionRequest"],
  [
    "a version",
    { request: { desiredAPIVersion: 5 } },
    "number into Go struct field ConversionRequest.request.desiredAPIVersion of type string",
  ],
  [
    "a response",
    { response: true },
    "bool into Go struct field ConversionReview.response of type v1.ConversionResponse",
  ],
  [
    "a reason",
    result({ reason: 5 }),
    "number into Go struct field Status.response.result.reason of type v1.StatusReason",
  ],
  ["a code", result({ code: "x" }), "string into Go struct field Status.response.result.code of type int32"],
  [
    "a code with a fraction",
    result({ code: 1.5 }),
    "number 1.5 into Go struct field Status.response.result.code of type int32",
  ],
  [
    "a large code",
    result({ code: 3e9 }),
    "number 3000000000 into Go struct field Status.response.result.code of type int32",
  ],
  [
    "a revision",
    result({ metadata: { resourceVersion: 5 } }),
    "number into Go struct field ListMeta.response.result.metadata.resourceVersion of type string",
  ],
  ["details", detail([]), "array into Go struct field Status.response.result.details of type v1.StatusDetails"],
  [
    "causes",
    detail({ causes: {} }),
    "object into Go struct field StatusDetails.response.result.details.causes of type []v1.StatusCause",
  ],
  [
    "a cause",
    detail({ causes: [{}, "x"] }),
    "string into Go struct field StatusDetails.response.result.details.causes of type v1.StatusCause",
  ],
  [
    "a cause's message",
    detail({ causes: [{ message: 5 }] }),
    "number into Go struct field StatusCause.response.result.details.causes.message of type string",
  ],
  [
    "the first of two members",
    { response: { uid: 5, result: "x" } },
    "number into Go struct field ConversionResponse.response.uid of type types.UID",
  ],
])("a review with a mistyped member is told by it: %s", (_, review, want) => {
  expect(mistypedMember(review as Record<string, unknown>)).toBe(want && `json: cannot unmarshal ${want}`);
});
