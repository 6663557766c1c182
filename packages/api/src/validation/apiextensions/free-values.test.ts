import { expect, it } from "vitest";
import { fooDefinition, withField } from "../testing/custom-resource-definition.ts";
import { judgeKind } from "../testing/judge-kind.ts";

const judged = judgeKind(fooDefinition);
const properties = { b: { type: "string" } };

it.each<[object, readonly string[]]>([
  [{ type: "object", properties, additionalProperties: true }, []],
  [
    { type: "object", properties, additionalProperties: { type: "string" } },
    [".additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive"],
  ],
  [
    { "x-kubernetes-int-or-string": true, "x-kubernetes-preserve-unknown-fields": true },
    [".x-kubernetes-preserve-unknown-fields: Invalid value: true: must be false if x-kubernetes-int-or-string is true"],
  ],
])("%j", (field, errors) => {
  const at = "spec.validation.openAPIV3Schema.properties[a]";
  expect(judged.create(withField(field))).toEqual(errors.map((error) => `${at}${error}`));
});
