import fc from "fast-check";
import { expect, test } from "vitest";
import { matchesFields } from "./field-match.ts";
import { createFieldSelector, type FieldRequirement } from "./field-selector.ts";
import { matchesLabels } from "./label-match.ts";
import { createLabelSelector, type LabelRequirement } from "./label-selector.ts";

const text = fc.constantFrom("a", "b", "1", "7", "x1", "");
const key = fc.constantFrom("k", "l", "m", "n");
const requirement: fc.Arbitrary<LabelRequirement> = fc.oneof(
  fc.record({ key, op: fc.constantFrom("exists", "doesNotExist") }),
  fc.record({ key, op: fc.constantFrom("in", "notIn"), values: fc.array(text, { maxLength: 12 }) }),
  fc.record({ key, op: fc.constantFrom("gt", "lt"), value: fc.bigInt(-1n, 8n) }),
);

test("a long label selector matches what its requirements match one by one", () => {
  const labels = fc.option(fc.dictionary(key, text), { nil: undefined });
  fc.assert(
    fc.property(fc.array(requirement, { maxLength: 14 }), labels, (requirements, of) => {
      const one = (r: LabelRequirement): boolean => matchesLabels(createLabelSelector([r]), of);
      expect(matchesLabels(createLabelSelector(requirements), of)).toBe(requirements.every(one));
    }),
    { numRuns: 2_000 },
  );
});

test("a long field selector matches what its requirements match one by one", () => {
  const field: fc.Arbitrary<FieldRequirement> = fc.record({
    field: key,
    op: fc.constantFrom("=", "!=", "!="),
    value: text,
  });
  fc.assert(
    fc.property(fc.array(field, { maxLength: 14 }), fc.dictionary(key, text), (requirements, of) => {
      const matches = (list: readonly FieldRequirement[]): boolean =>
        matchesFields(createFieldSelector(list), (name) => (Object.hasOwn(of, name) ? of[name] : undefined));
      expect(matches(requirements)).toBe(requirements.every((r) => matches([r])));
    }),
    { numRuns: 2_000 },
  );
});

test("the fields that are read do not grow with the length of a selector", () => {
  const requirements = Array.from(
    { length: 3_000 },
    (_, i) => ({ field: `f${i % 2}`, op: "!=", value: `v${i}` }) as const,
  );
  let reads = 0;
  const selector = createFieldSelector(requirements);
  expect(matchesFields(selector, () => String(reads++))).toBe(true);
  expect(reads).toBe(2);
});

test("the labels that are read do not grow with the length of a selector", () => {
  const requirements = Array.from({ length: 3_000 }, (_, i) => ({ key: `k${i}`, op: "doesNotExist" }) as const);
  let reads = 0;
  const counted = <T>(value: T): T => {
    reads++;
    return value;
  };
  const labels = new Proxy<Record<string, string>>(
    { a: "b" },
    {
      get: (of, name) => counted(Reflect.get(of, name)),
      getOwnPropertyDescriptor: (of, name) => counted(Reflect.getOwnPropertyDescriptor(of, name)),
    },
  );
  expect(matchesLabels(createLabelSelector(requirements), labels)).toBe(true);
  expect(reads).toBeLessThan(5);
});
