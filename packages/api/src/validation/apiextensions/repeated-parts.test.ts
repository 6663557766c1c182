import { expect, test } from "vitest";
import { fooDefinition, withSchema } from "../testing/custom-resource-definition.ts";
import { judgeKind } from "../testing/judge-kind.ts";

const wrong = { type: "string", enum: ["a"], default: "b" };
const right = { type: "string", enum: ["a"], default: "a" };
const refusal = (field: string): string =>
  `spec.validation.openAPIV3Schema.properties[${field}].default: Unsupported value: "b": supported values: "a"`;
const unparsable = (field: string): string =>
  `spec.validation.openAPIV3Schema.properties[${field}].pattern: Invalid value: "(": must be a valid regular expression, but isn't: error parsing regexp: missing closing ): \`(\``;

// What was found right is not judged again; what was found wrong is, at each place.
test.each<[string, object, readonly string[]]>([
  ["a wrong default twice", { x: wrong, y: wrong }, [refusal("x"), refusal("y")]],
  ["a right default, then a wrong one", { x: right, y: wrong }, [refusal("y")]],
  ["a wrong default, then a right one", { x: wrong, y: right }, [refusal("x")]],
  [
    "descriptions that differ",
    { x: { ...right, description: "x" }, y: { ...wrong, description: "y" } },
    [refusal("y")],
  ],
  [
    "a default that is wrong for another schema",
    { x: right, y: { type: "string", enum: ["b"], default: "a" } },
    [`spec.validation.openAPIV3Schema.properties[y].default: Unsupported value: "a": supported values: "b"`],
  ],
  [
    "patterns",
    { x: { type: "string", pattern: "(" }, y: { type: "string", pattern: "a" }, z: { type: "string", pattern: "(" } },
    [unparsable("x"), unparsable("z")],
  ],
])("%s, in each of three definitions", (_, properties, errors) => {
  const judged = judgeKind(fooDefinition);
  for (let i = 0; i < 3; i++)
    expect(judged.create(withSchema({ type: "object", properties })), `definition ${i}`).toEqual(errors);
});
