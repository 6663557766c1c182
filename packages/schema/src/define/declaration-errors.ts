import { type ApiObject, type FieldError, fieldErrorText, invalid } from "@svc/meta";
import { type Declaration, type DeclarationIssue, issuesOf } from "./declaration.ts";
import { valueAt } from "./object-path.ts";

/**
 * The validation errors of a declaration for an object, with the library's messages. Errors that
 * the old object has too are ignored: declarations may become stricter than stored objects.
 */
export function declarationErrors(
  declaration: Declaration,
  object: ApiObject,
  old: ApiObject | undefined,
): readonly FieldError[] {
  const errors = errorsOf(declaration, object);
  if (errors.length === 0 || old === undefined) return errors;
  const before = new Set(errorsOf(declaration, old).map(fieldErrorText));
  return errors.filter((error) => !before.has(fieldErrorText(error)));
}

function errorsOf(declaration: Declaration, object: ApiObject): readonly FieldError[] {
  const { apiVersion: _apiVersion, kind: _kind, metadata: _metadata, ...declared } = object;
  return issuesOf(declaration, declared).map((issue) => {
    const steps = stepsOf(issue);
    const error = invalid(pathText(steps), valueAt(object, { text: "", steps }) ?? null, messageOf(issue));
    return { ...error, origin: "declaration" };
  });
}

/** The message; for a union, with the problems of each alternative. */
function messageOf({ message, errors = [] }: DeclarationIssue): string {
  const alternatives = errors.map((issues) =>
    issues
      .map((issue) => {
        const path = pathText(stepsOf(issue));
        return path === "" ? messageOf(issue) : `${path}: ${messageOf(issue)}`;
      })
      .join(", "),
  );
  return alternatives.length === 0 ? message : `${message}: ${alternatives.join("; or ")}`;
}

function stepsOf({ path = [] }: DeclarationIssue): readonly (string | number)[] {
  return path.map((step) => {
    const key = typeof step === "object" ? step.key : step;
    return typeof key === "number" ? key : String(key);
  });
}

function pathText(steps: readonly (string | number)[]): string {
  return steps.reduce<string>(
    (text, step) => (typeof step === "number" ? `${text}[${step}]` : text === "" ? step : `${text}.${step}`),
    "",
  );
}
