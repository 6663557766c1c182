import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withoutManagedFields } from "./managed-fields.ts";

describe("metadata without the owners of fields", () => {
  const text = fc.oneof(fc.string(), fc.constantFrom(',"managedFields":[', 'a","managedFields":[]', '\\"', "]", "\\"));
  const texts = fc.dictionary(text, text, { noNullPrototype: true });
  const entry = fc.record({ manager: text, fieldsV1: fc.dictionary(text, fc.record({ "f:a": texts })) });

  test("equals the text without that member", () => {
    fc.assert(
      fc.property(texts, fc.array(entry), fc.option(fc.array(texts)), (annotations, managedFields, last) => {
        const behind = last === null ? {} : { ownerReferences: last };
        const json = (owners: object): string =>
          JSON.stringify({ type: "MODIFIED", object: { metadata: { annotations, ...owners, ...behind } } });
        expect(withoutManagedFields(json({ managedFields }))).toBe(json({}));
      }),
    );
  });

  test("is no JSON where they are cut off behind a bracket", () => {
    const cut = withoutManagedFields('{"metadata":{"name":"a","managedFields":[{"manager":"b]');
    expect(() => JSON.parse(cut)).toThrow(SyntaxError);
  });

  test("is found as the last member, and is not confused with text", () => {
    const managedFields = [{ manager: "],", fieldsV1: { "f:]}": {}, "f:],": {} } }];
    const json = (owners: object): string => `${JSON.stringify({ object: { metadata: { name: "a", ...owners } } })}\n`;
    expect(withoutManagedFields(json({ managedFields }))).toBe(json({}));
    expect(withoutManagedFields(json({ managedFields: [{ manager: "]}]" }] }))).toBe(json({}));
  });

  test.each([
    ["there are none", '{"metadata":{"name":"a"}}'],
    ["it is truncated", '{"metadata":{"name":"a","managedFields":[{"manager":"b'],
    ["it has spaces", '{"metadata": {"name": "a", "managedFields": []}}'],
  ])("is unchanged where %s", (_, json) => {
    expect(withoutManagedFields(json)).toBe(json);
  });
});
