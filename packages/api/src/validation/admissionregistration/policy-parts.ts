import type { Steps } from "@svc/base";
import { dns1035Label, dns1123Subdomain, parseApiVersion, pathSegment } from "@svc/meta";
import type { AdmissionExpressions } from "@svc/schema";
import type { admissionregistrationv1 as admissionv1 } from "@svc/types";
import { type Check, members, named, needed } from "../common/check.ts";
import { CompiledText } from "../common/compiled-text.ts";
import type { FieldPath } from "../common/field-path.ts";
import { labelSelector } from "../common/label-selector.ts";
import { checkCompiled } from "./match-conditions.ts";

const apiVersion: Check<string> = (value, at) => {
  if (value.split("/").length > 2) {
    at.invalid(value, `unexpected GroupVersion string: ${value}`);
    return;
  }
  const { group = "", version = "" } = parseApiVersion(value) ?? {};
  if (group !== "") named(dns1123Subdomain)(group, at);
  if (version === "") at.invalid(value, "version must be specified");
  else named(dns1035Label)(version, at);
};

/** Validates the kind of a policy's parameters. */
export const paramKind: Check<admissionv1.ParamKind> = members<admissionv1.ParamKind>({
  apiVersion: needed(apiVersion),
  kind: needed((value, at) => {
    for (const problem of dns1035Label(value.toLowerCase()))
      at.invalid(value, `may have mixed case, but should otherwise match: ${problem}`);
  }),
});

const identifier = /^[_a-zA-Z][_a-zA-Z0-9]*$/;
/** Words that the language keeps for itself. */
const reserved: ReadonlySet<string> = new Set([
  ...["true", "false", "null", "in", "as", "break", "const", "continue", "else", "for", "function", "if", "import"],
  ...["let", "loop", "package", "namespace", "return", "var", "void", "while"],
]);

/** Expressions under names: each may use those before it. */
export function* variables(
  list: readonly admissionv1.Variable[],
  expressions: AdmissionExpressions | undefined,
  at: FieldPath,
): Steps<void> {
  const compiledText = new CompiledText();
  for (const [i, { name = "", expression = "" }] of list.entries()) {
    const item = at.item(i);
    if (name.trim() === "") item.field("name").required("name is not specified");
    else if (!identifier.test(name) || reserved.has(name))
      item.field("name").invalid(name, "name is not a valid CEL identifier");
    if (expression.trim() === "") item.field("expression").required("expression is not specified");
    else if (expressions !== undefined) {
      const expressionText = { text: expression, at: item.field("expression") };
      checkCompiled(expressions.declare(name, expression), [], expressionText);
    }
    if (compiledText.endsStep(expression)) yield;
  }
}

export const paramRef: Check<admissionv1.ParamRef> = (ref, at) => {
  const hasName = (ref.name ?? "") !== "";
  if (hasName) named(pathSegment)(ref.name ?? "", at.field("name"));
  const { selector } = ref;
  if (hasName && selector !== undefined) at.field("name").forbidden("name and selector are mutually exclusive");
  if (selector !== undefined) labelSelector(selector, at.field("selector"));
  if (hasName && selector !== undefined) at.field("selector").forbidden("name and selector are mutually exclusive");
  if (!hasName && selector === undefined) at.required("one of name or selector must be specified");
  refMembers(ref, at);
};

const notFoundActions: readonly string[] = ["Deny", "Allow"];
const refMembers = members<admissionv1.ParamRef>({
  parameterNotFoundAction: needed((value, at) => {
    if (!notFoundActions.includes(value)) at.notSupported(value, notFoundActions);
  }),
});
