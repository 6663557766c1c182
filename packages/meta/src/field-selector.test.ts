import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createFieldSelector,
  type FieldRequirement,
  matchesFields,
  parseFieldSelector,
  requiredFieldValue,
} from "./index.ts";

describe("parseFieldSelector", () => {
  it.each<[string, FieldRequirement[]]>([
    ["", []],
    [",", []],
    ["=", [{ field: "", op: "=", value: "" }]],
    ["a=b", [{ field: "a", op: "=", value: "b" }]],
    ["a==b", [{ field: "a", op: "=", value: "b" }]],
    ["a!=b", [{ field: "a", op: "!=", value: "b" }]],
    [" a=b", [{ field: " a", op: "=", value: "b" }]],
    [
      "b=1,a=2",
      [
        { field: "a", op: "=", value: "2" },
        { field: "b", op: "=", value: "1" },
      ],
    ],
    ["a=x\\,y\\=z\\\\", [{ field: "a", op: "=", value: "x,y=z\\" }]],
  ])("%s", (text, requirements) => {
    const result = parseFieldSelector(text);
    expect(result.ok && result.selector.requirements).toEqual(requirements);
  });

  it.each([
    ["a", "invalid selector: 'a'; can't understand 'a'"],
    ["a=b,c", "invalid selector: 'a=b,c'; can't understand 'c'"],
    ["b,a", "invalid selector: 'b,a'; can't understand 'a'"],
    ["a=b=c, d", "invalid selector: 'a=b=c, d'; can't understand ' d'"],
    ["a=\\n", "invalid field selector: invalid escape sequence: \\n"],
    ["a=b=c", "invalid field selector: unescaped character in value: 61"],
  ])("refuses %s", (text, message) => {
    expect(parseFieldSelector(text)).toEqual({ ok: false, message });
  });

  it("parses its own output", () => {
    const requirement = fc.record({
      field: fc.constantFrom("metadata.name", "spec.x"),
      op: fc.constantFrom("=" as const, "!=" as const),
      value: fc.string({ unit: fc.constantFrom("a", ",", "=", "\\", " ", "é") }),
    });
    fc.assert(
      fc.property(fc.array(requirement), (requirements) => {
        const selector = createFieldSelector(requirements);
        expect(parseFieldSelector(selector.text)).toEqual({ ok: true, selector });
      }),
    );
  });
});

it("takes an absent field for an empty one", () => {
  const { requirements } = createFieldSelector([{ field: "a", op: "=", value: "" }]);
  expect(matchesFields({ requirements, text: "" }, () => undefined)).toBe(true);
  expect(matchesFields(createFieldSelector([{ field: "a", op: "!=", value: "" }]), () => undefined)).toBe(false);
  expect(requiredFieldValue(createFieldSelector([{ field: "n", op: "=", value: "x" }]), "n")).toBe("x");
  expect(requiredFieldValue(createFieldSelector([{ field: "n", op: "!=", value: "x" }]), "n")).toBeUndefined();
});
