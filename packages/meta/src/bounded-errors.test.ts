import { maxCauses, maxMessageLength, maxQuotedLength } from "@svc/base";
import { describe, expect, it } from "vitest";
import {
  addError,
  aggregateText,
  badRequest,
  displayList,
  type FieldError,
  invalid,
  invalidObject,
  isFurther,
  notSupported,
  required,
  StatusError,
  showValue,
} from "./index.ts";

const target = { group: "", kind: "ConfigMap", name: "a" };
const sizeOf = (error: StatusError): number => JSON.stringify(error.toStatus()).length;

describe("showValue of more than fits", () => {
  const beginningOf = (shown: string): string => shown.slice(0, 24);
  const endOf = (shown: string): string => shown.slice(shown.indexOf("... ("));
  const nested = (depth: number): unknown => JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`);
  it.each<[string, unknown, string, string]>([
    ["text", "x".repeat(20_000), `"${"x".repeat(23)}`, "... (3616 more characters)"],
    ["a list", Array.from({ length: 20_000 }, () => 1), "[1,1,1,1,1,1,1,1,1,1,1,1", "... (11808 more items)]"],
    ["texts", Array.from({ length: 20_000 }, () => "ab"), '[]string{"ab", "ab", "ab', "... (17270 more items)}"],
    [
      "an object",
      Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, 1])),
      '{"k0":1,"k1":1,"k2":1,"k',
      "... (18250 more members)}",
    ],
    ["text in an object", { a: "x".repeat(20_000), b: 1 }, `{"a":"${"x".repeat(18)}`, "... (3621 more characters)}"],
    ["nested lists", [nested(5000), 1], "[".repeat(24), `... (1 more items)${"]".repeat(101)}`],
  ])("%s", (_, value, beginning, end) => {
    const shown = showValue(value);
    expect([beginningOf(shown), endOf(shown)]).toEqual([beginning, end]);
    expect(shown.length).toBeLessThan(2 * maxQuotedLength + 100);
  });

  it("leaves values alone that fit", () => {
    const value = { a: [1, "x", null, true], b: { c: 2n }, d: undefined };
    expect(showValue(value)).toBe('{"a":[1,"x",null,true],"b":{"c":2}}');
    expect(showValue([])).toBe("[]");
    expect(showValue({})).toBe("{}");
    expect(displayList(["a", "b"], "core.Mode").shown).toBe('[]core.Mode{"a", "b"}');
  });
});

describe("errors", () => {
  it("count the supported values that they leave out", () => {
    const { body } = notSupported(
      "a",
      "b",
      Array.from({ length: 5000 }, (_, i) => `value-${i}`),
    );
    expect(body).toMatch(
      /^Unsupported value: "b": supported values: "value-0", "value-1", .*\.\.\. \(\d+ more values\)$/,
    );
    expect(body.length).toBeLessThan(2 * maxQuotedLength);
  });

  it("show the same causes and message as ever where there are few", () => {
    const error = invalidObject(target, [required("a"), invalid("b", "c", "no")]);
    expect(error.message).toBe('ConfigMap "a" is invalid: [a: Required value, b: Invalid value: "c": no]');
    expect(error.details?.causes).toHaveLength(2);
  });

  it("show the first causes and count the others", () => {
    const error = invalidObject(
      target,
      Array.from({ length: 5000 }, (_, i) => required(`f${i}`)),
    );
    expect(error.details?.causes?.slice(maxCauses - 1)).toEqual([
      { reason: "FieldValueRequired", message: "Required value", field: "f255" },
      { message: "... (4744 more causes)" },
    ]);
    expect(error.message).toMatch(/f255: Required value, \.\.\. \(4744 more errors\)\]$/);
  });

  it("do not grow with the square of a list that is quoted for each of its items", () => {
    const owners = Array.from({ length: 400 }, (_, i) => ({ apiVersion: "v1", kind: "Pod", name: `p${i}`, uid: "u" }));
    const errors = owners.map(() => invalid("metadata.ownerReferences", owners, "no"));
    expect(sizeOf(invalidObject(target, errors))).toBeLessThan(4 * maxMessageLength);
  });

  const long = "x".repeat(1_000_000);
  it.each<[string, StatusError]>([
    ["names", invalidObject({ ...target, name: long }, [required("a")])],
    ["paths", invalidObject(target, [required(long), required(`${long}.b`)])],
    ["messages", badRequest(long)],
    ["causes", new StatusError({ code: 409, message: "", details: { causes: [{ message: long, field: long }] } })],
    ["received errors", new StatusError({ code: 500, message: long, details: { name: long, causes: [] } })],
    ["repeated messages", badRequest(aggregateText(Array.from({ length: 100 }, (_, i) => `${i}${long}`)))],
  ])("are bounded for any %s", (_, error) => {
    expect(sizeOf(error)).toBeLessThan(4 * maxMessageLength);
    expect(JSON.stringify(error.toStatus())).toMatch(/\.\.\. \(\d+ more characters\)/);
  });

  it("are made only as far as they are described, and all counted", () => {
    const errors: FieldError[] = [];
    let made = 0;
    for (let i = 0; i < 5000; i++)
      addError(errors, () => {
        made++;
        return required(`f${i}`);
      });
    expect(made).toBe(4 * maxCauses);
    expect(errors.filter(isFurther)).toHaveLength(5000 - made);
    expect(invalidObject(target, errors).message).toMatch(/ \(4744 more errors\)\]$/);
  });
});
