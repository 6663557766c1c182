import type { JsonValue } from "@svc/meta";
import { expect, test } from "vitest";
import { appliedFields, errorsText } from "./applied-fields.ts";
import { createShapes } from "./shape.ts";
import { thingVersions } from "./testing/thing.ts";

const shape = createShapes({ semantics: "structural" }).of(thingVersions.v1.schema);
const omits = `associative list with keys has an element that omits key field "k" (and doesn't have default value)`;

test.each<[string, JsonValue, string]>([
  [
    "a list is read up to the first item without a unique key",
    { items: [{ p: "1" }, {}] },
    `.spec.items: element 0: ${omits}`,
  ],
  [
    "errors of other fields are reported as well",
    { items: [{}, 1], scalar: 3 },
    `errors:\n  .spec.items: element 0: ${omits}\n  .spec.scalar: expected string, got &value.valueUnstructured{Value:3}`,
  ],
  [
    "of fields that are not declared the first by name is reported, and nothing behind it",
    { zz: 1, scalar: 3, xx: [], deep: 1 },
    ".spec.deep: field not declared in schema",
  ],
  [
    "what is before such a field is reported",
    { zz: 1, items: 1, yy: 1 },
    "errors:\n  .spec.items: expected list, got &{1}\n  .spec.yy: field not declared in schema",
  ],
])("%s", (_, spec, want) => {
  expect(errorsText(appliedFields(shape, { spec }).errors)).toBe(want);
});
