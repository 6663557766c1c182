import { describe, expect, it } from "vitest";
import {
  alreadyExists,
  conflict,
  displayAs,
  duplicate,
  expired,
  forbidden,
  forbiddenError,
  hasReason,
  internalError,
  invalid,
  invalidObject,
  isStatusError,
  notFound,
  notSupported,
  quote,
  required,
  type StatusError,
  showValue,
  staleObject,
  statusErrorFrom,
  timeoutError,
  tooLong,
  tooMany,
} from "./index.ts";

describe("messages", () => {
  const pod = { group: "", resource: "pods", name: "a" };
  const deployment = { group: "apps", resource: "deployments", name: "d" };
  it.each<[StatusError, number, string, string]>([
    [notFound(pod), 404, "NotFound", 'pods "a" not found'],
    [alreadyExists(deployment), 409, "AlreadyExists", 'deployments.apps "d" already exists'],
    [
      conflict(deployment, staleObject),
      409,
      "Conflict",
      `Operation cannot be fulfilled on deployments.apps "d": ${staleObject}`,
    ],
    [forbiddenError(pod, "no"), 403, "Forbidden", 'pods "a" is forbidden: no'],
    [forbiddenError({ ...pod, name: undefined }, "no"), 403, "Forbidden", "pods is forbidden: no"],
    [forbiddenError({ group: "", resource: "" }, "no"), 403, "Forbidden", "forbidden: no"],
    [internalError("boom"), 500, "InternalError", "Internal error occurred: boom"],
    [timeoutError("late", 1), 504, "Timeout", "Timeout: late"],
  ])("%s", (error, code, reason, message) => {
    expect([error.code, error.reason, error.message]).toEqual([code, reason, message]);
  });

  it("lists one wrong field plainly, and several in brackets with equal ones once", () => {
    const target = { group: "apps", kind: "Deployment", name: "d" };
    expect(invalidObject(target, [required("spec.x")]).message).toBe(
      'Deployment.apps "d" is invalid: spec.x: Required value',
    );
    const many = invalidObject(target, [required("a"), required("a"), invalid("b", "v", "bad")]);
    expect(many.message).toBe('Deployment.apps "d" is invalid: [a: Required value, b: Invalid value: "v": bad]');
    expect(many.details?.causes).toHaveLength(3);
    expect(invalidObject(target, []).message).toBe('Deployment.apps "d" is invalid');
  });
});

it("makes the body that is sent, without the cause", () => {
  const status = internalError("boom", new Error("secret")).toStatus();
  expect(JSON.stringify(status)).toBe(
    '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"Internal error occurred: boom","reason":"InternalError","details":{"causes":[{"message":"boom"}]},"code":500}',
  );
  expect(expired("old", "token").toStatus().metadata).toEqual({ continue: "token" });
  expect(statusErrorFrom(notFound({ group: "", resource: "pods", name: "a" }).toStatus()).reason).toBe("NotFound");
});

it("recognizes its own errors only", () => {
  expect(isStatusError(notFound({ group: "", resource: "pods" }))).toBe(true);
  expect(hasReason(notFound({ group: "", resource: "pods" }), "NotFound")).toBe(true);
  expect([new Error("x"), { code: 404 }, null, undefined, "x"].some(isStatusError)).toBe(false);
});

it.each([
  [notSupported("f", "x", ["A", "B"]).body, 'Unsupported value: "x": supported values: "A", "B"'],
  [invalid("f", 0, "").body, "Invalid value: 0"],
  [invalid("f", displayAs("0x0"), "must").body, "Invalid value: 0x0: must"],
  [invalid("f", undefined, "must").body, "Invalid value: null: must"],
  [duplicate("f", "a").body, 'Duplicate value: "a"'],
  [forbidden("f", "no").body, "Forbidden: no"],
  [tooLong("f", 5).body, "Too long: may not be more than 5 bytes"],
  [tooMany("f", 3, 2).body, "Too many: 3: must have at most 2 items"],
])("%s", (body, want) => {
  expect(body).toBe(want);
});

it.each([
  ['a"b\\c', '"a\\"b\\\\c"'],
  ["\n\t\x00\x7f", '"\\n\\t\\x00\\x7f"'],
  ["héllo", '"héllo"'],
  ["\u00a0\u200b", '"\\u00a0\\u200b"'],
  ["😀", '"😀"'],
])("quotes %j", (text, want) => {
  expect(quote(text)).toBe(want);
});

it("shows any object as JSON", () => {
  expect(showValue({ a: 12n, b: [1] })).toBe('{"a":12,"b":[1]}');
});
