import type { StructuralSchema } from "@svc/cel";
import type { JsonValue } from "@svc/meta";
import { ruleFieldPathNames } from "@svc/schema";

/**
 * A field path of a rule as errors show it: members of maps in brackets. `.a['b-c'].m.k` →
 * `a.b-c.m[k]`. Empty for a path that the schema does not have.
 */
export function normalizedPath(path: string, schema: StructuralSchema): string {
  let at: StructuralSchema = schema;
  let text = "";
  for (const name of ruleFieldPathNames(path) ?? []) {
    const { properties = {}, additionalProperties: values } = at;
    if (Object.hasOwn(properties, name)) {
      text += text === "" ? name : `.${name}`;
      at = properties[name] as StructuralSchema;
    } else if (typeof values === "object") {
      text += `[${name}]`;
      at = values;
    } else return "";
  }
  return text;
}

export function membersAt(value: JsonValue): Readonly<Record<string, JsonValue>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, JsonValue>>)
    : {};
}
