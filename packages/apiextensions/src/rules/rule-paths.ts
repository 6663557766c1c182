import type { StructuralSchema } from "@svc/cel";
import type { JsonValue } from "@svc/meta";
import { parseObjectPath } from "@svc/schema";

/**
 * A field path of a rule as errors show it: members of maps in brackets. `.a['b-c'].m.k` →
 * `a.b-c.m[k]`
 */
export function normalizedPath(path: string, schema: StructuralSchema): string {
  if (path.trim() === "") return "";
  let at: StructuralSchema | undefined = schema;
  let text = "";
  for (const step of parseObjectPath(path).steps) {
    const property: StructuralSchema | undefined = at?.properties?.[step];
    const values: StructuralSchema["additionalProperties"] = at?.additionalProperties;
    if (property === undefined && typeof values === "object") {
      text += `[${step}]`;
      at = values;
    } else {
      text += text === "" ? step : `.${step}`;
      at = property;
    }
  }
  return text;
}

export function membersAt(value: JsonValue): Readonly<Record<string, JsonValue>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, JsonValue>>)
    : {};
}
