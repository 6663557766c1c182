import { ruleFieldPathNames } from "@svc/schema";
import { oneOf } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { type ExtensionNames, type SchemaNode, type ValidationRule, valuesOf } from "./schema-node.ts";

const reasons = oneOf("FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired");

/** Reports what rules lack beside their expressions. */
export function ruleForms(x: ExtensionNames): (schema: SchemaNode, at: FieldPath) => void {
  return (schema, at) => {
    for (const [i, rule] of (x.get(schema, "validations") ?? []).entries())
      form(rule, schema, at.field(`${x.prefix}validations`).item(i));
  };
}

function form(value: ValidationRule, schema: SchemaNode, at: FieldPath): void {
  const { rule = "", message = "", messageExpression = "", fieldPath = "", reason } = value;
  const [ruleText, messageText, messageAt] = [rule.trim(), message.trim(), at.field("message")];
  if (ruleText === "") at.field("rule").required("rule is not specified");
  else if (message !== "" && messageText === "") messageAt.invalid(message, "message must be non-empty if specified");
  else if (hasBreaks(messageText)) messageAt.invalid(message, "message must not contain line breaks");
  else if (hasBreaks(ruleText) && messageText === "")
    messageAt.required("message must be specified if rule contains line breaks");
  if (messageExpression !== "" && messageExpression.trim() === "")
    at.field("messageExpression").required("messageExpression must be non-empty if specified");
  if (reason !== undefined) reasons(reason, at.field("reason"));
  if (fieldPath !== "") path(fieldPath, schema, at.field("fieldPath"));
}

function path(value: string, schema: SchemaNode, at: FieldPath): void {
  if (value.trim() === "") at.invalid(value, "fieldPath must be non-empty if specified");
  if (hasBreaks(value)) at.invalid(value, "fieldPath must not contain line breaks");
  if (fieldAt(value, schema) === undefined) at.invalid(value, "fieldPath must be a valid path");
}

function hasBreaks(text: string): boolean {
  return /[\n\r]/.test(text);
}

/** The schema of what a path names: fields, and keys of maps. */
function fieldAt(path: string, schema: SchemaNode): SchemaNode | undefined {
  return ruleFieldPathNames(path)?.reduce<SchemaNode | undefined>((node, name) => {
    if (node === undefined) return undefined;
    const { properties = {} } = node;
    return Object.hasOwn(properties, name) ? properties[name] : valuesOf(node);
  }, schema);
}
