import { ruleFieldPathNames } from "@svc/schema";
import { oneOf } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { type ExtensionNames, memberOf, type SchemaNode, type ValidationRule } from "./schema-node.ts";
import { hasUnsupported } from "./unsupported-members.ts";

const reasons = oneOf("FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired");

/** Reports what rules lack beside their expressions. */
export function ruleForms(x: ExtensionNames): (schema: SchemaNode, at: FieldPath) => void {
  return (schema, at) => {
    const hasPath = (path: string): boolean => fieldAt(path, schema) !== undefined || hasUnsupported(schema, x);
    for (const [i, rule] of (x.get(schema, "validations") ?? []).entries())
      form(rule, hasPath, at.field(`${x.prefix}validations`).item(i));
  };
}

function form(value: ValidationRule, hasPath: (path: string) => boolean, at: FieldPath): void {
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
  if (fieldPath === "") return;
  const pathAt = at.field("fieldPath");
  if (fieldPath.trim() === "") pathAt.invalid(fieldPath, "fieldPath must be non-empty if specified");
  if (hasBreaks(fieldPath)) pathAt.invalid(fieldPath, "fieldPath must not contain line breaks");
  if (!hasPath(fieldPath)) pathAt.invalid(fieldPath, "fieldPath must be a valid path");
}

function hasBreaks(text: string): boolean {
  return /[\n\r]/.test(text);
}

/** The schema of what a path names: fields, and keys of maps. */
function fieldAt(path: string, schema: SchemaNode): SchemaNode | undefined {
  return ruleFieldPathNames(path)?.reduce<SchemaNode | undefined>((node, name) => node && memberOf(node, name), schema);
}
