import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createLabelSelector,
  type LabelRequirement,
  labelSelectorFrom,
  matchesLabels,
  parseLabelSelector,
} from "./index.ts";

const labels = { app: "web", tier: "", n: "7", "example.com/k": "v" };

describe("matches", () => {
  it.each<[string, boolean]>([
    ["", true],
    ["app", true],
    ["!app", false],
    ["absent", false],
    ["!absent", true],
    ["app=web", true],
    ["app==web", true],
    ["app=db", false],
    ["app!=db", true],
    ["absent!=x", true],
    ["app in (db,web)", true],
    ["app notin (db,web)", false],
    ["absent notin (x)", true],
    ["tier=", true],
    ["tier in ()", true],
    ["tier in (x,)", true],
    ["app in ()", false],
    ["tier in (,x)", true],
    ["app in (a,,web)", true],
    ["n>6", true],
    ["n>7", false],
    ["n<8", true],
    ["app>1", false],
    ["absent<1", false],
    ["example.com/k=v,app", true],
    ["app=web,n>9", false],
    [" app = web , n > 1 ", true],
    ["in in (x)", false],
    ["constructor", false],
    ["__proto__", false],
  ])("%s: %s", (text, want) => {
    const result = parseLabelSelector(text);
    expect(result.ok && matchesLabels(result.selector, labels)).toBe(want);
  });
});

describe("refusals", () => {
  const name =
    "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
  it.each([
    ["n gt 5", "unable to parse requirement: found 'gt', expected: in, notin, =, ==, !=, gt, lt"],
    ["a in x", "unable to parse requirement: found 'x' expected: '('"],
    ["a in (x y)", "unable to parse requirement: found 'y', expected: ',' or ')'"],
    ["a in (=)", "unable to parse requirement: found '=', expected: ',', ')' or identifier"],
    ["a in (", "unable to parse requirement: found '', expected: ',', ')' or identifier"],
    ["a in (a,=)", "unable to parse requirement: found '=', expected: ',', or identifier"],
    ["a in (a,,)", "unable to parse requirement: found ')', expected: ',', or identifier"],
    ["a in (a", "unable to parse requirement: found '', expected: ',' or ')'"],
    ["a in ())", "found ')', expected: ',' or 'end of string'"],
    ["a!==b", "unable to parse requirement: found '=', expected: identifier"],
    ["!", "unable to parse requirement: found '', expected: identifier"],
    ["!a=b", "found '=', expected: ',' or 'end of string'"],
    ["a=(", "unable to parse requirement: found '(', expected: identifier"],
    ["=a", "found '=', expected: !, identifier, or 'end of string'"],
    ["a,", "found '', expected: identifier after ','"],
    [",a", "found ',', expected: !, identifier, or 'end of string'"],
    ["a,,b", "found ',', expected: identifier after ','"],
    ["a b=c", "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
    ["a=b c", "found 'c', expected: ',' or 'end of string'"],
    ["-a", `unable to parse requirement: <nil>: Invalid value: "-a": ${name}`],
    [
      "n>x",
      "unable to parse requirement: values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer",
    ],
  ])("%s", (text, message) => {
    expect(parseLabelSelector(text)).toEqual({ ok: false, message });
  });

  it("names the value that is no label value", () => {
    const result = parseLabelSelector("a in (ok,-bad)");
    expect(!result.ok && result.message).toContain(
      'unable to parse requirement: values[0][a]: Invalid value: "-bad": a valid label must be',
    );
  });
});

it("any text either parses or is rejected with a message, and a parsed one formats to an equivalent text", () => {
  const piece = fc.constantFrom("a", "b", "in", "notin", "(", ")", ",", "=", "!=", "!", ">", "<", "1", " ", "é", "==");
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 12 }),
      fc.dictionary(fc.constantFrom("a", "b", "in"), fc.constantFrom("", "1", "a")),
      (parts, l) => {
        const result = parseLabelSelector(parts.join(""));
        if (!result.ok) {
          expect(result.message).not.toBe("");
          return;
        }
        const again = parseLabelSelector(result.selector.text);
        expect(again.ok && matchesLabels(again.selector, l)).toBe(matchesLabels(result.selector, l));
      },
    ),
  );
});

it("agrees with the naive meaning of requirements", () => {
  const requirement: fc.Arbitrary<LabelRequirement> = fc.oneof(
    fc.record({ key: fc.constantFrom("a", "b"), op: fc.constantFrom("exists" as const, "doesNotExist" as const) }),
    fc.record({
      key: fc.constantFrom("a", "b"),
      op: fc.constantFrom("in" as const, "notIn" as const),
      values: fc.subarray(["", "x", "y"]),
    }),
  );
  fc.assert(
    fc.property(
      fc.array(requirement),
      fc.dictionary(fc.constantFrom("a", "b"), fc.constantFrom("", "x", "y")),
      (requirements, l) => {
        const naive = requirements.every((r) => {
          const has = r.key in l;
          if (r.op === "exists") return has;
          if (r.op === "doesNotExist") return !has;
          const listed = "values" in r && has && r.values.includes(l[r.key] ?? "");
          return r.op === "in" ? listed : !listed;
        });
        expect(matchesLabels(createLabelSelector(requirements), l)).toBe(naive);
      },
    ),
  );
});

it.each([
  [undefined, undefined],
  [{}, ""],
  [{ matchLabels: { b: "2", a: "1" } }, "a=1,b=2"],
  [
    {
      matchExpressions: [
        { key: "c", operator: "In", values: ["z", "y"] },
        { key: "d", operator: "Exists" },
      ],
    },
    "c in (y,z),d",
  ],
  [
    {
      matchExpressions: [
        { key: "e", operator: "DoesNotExist" },
        { key: "f", operator: "NotIn", values: ["x"] },
      ],
    },
    "!e,f notin (x)",
  ],
])("object form %j", (object, text) => {
  expect(labelSelectorFrom(object)?.text).toBe(text);
});
