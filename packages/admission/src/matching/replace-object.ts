import { DecodeError } from "@svc/codec";
import { type ApiObject, formatApiVersion, internalError, type JsonValue, plainError, quote } from "@svc/meta";
import { type FormDeps, type FormValue, type ObjectForm, setFromForm } from "./object-form.ts";

/** What is replaced. */
export interface Replacement extends FormValue {
  /** The refusal of another kind, where the usual one does not do. */
  readonly otherKind?: (message: string) => Error;
}

/**
 * Makes an object of a request what a patched value says, in place.
 *
 * @throws {StatusError} 500 where the value is no object of the form
 */
export function replaceObject(deps: FormDeps, object: ApiObject, replacement: Replacement): void {
  const { value, form, otherKind = plainError } = replacement;
  checkKind(value, form, otherKind);
  try {
    // A value that is no object has no type.
    deps.codec.parseValue(value);
    setFromForm(deps, object, replacement);
  } catch (error) {
    if (error instanceof DecodeError) throw internalError(error.message);
    throw error;
  }
}

/** A patch may take the kind away, but not make it another one. @throws {StatusError} 500 */
function checkKind(
  value: JsonValue,
  { kind: own, type: { schema } }: ObjectForm,
  otherKind: (message: string) => Error,
): void {
  const { kind = own.kind, apiVersion = formatApiVersion(own) } = (value ?? {}) as Partial<ApiObject>;
  if (apiVersion !== formatApiVersion(own))
    throw internalError(
      `no kind ${quote(kind)} is registered for version ${quote(apiVersion)} in scheme "pkg/runtime/scheme.go:110"`,
    );
  if (kind === own.kind) return;
  // A schema is named by its package and its kind: `example.com/shop/Widget`.
  const group = (schema.name ?? "").split("/").at(-2)?.split(".").at(-1) || own.group;
  throw otherKind(`converting (${own.version}.${kind}) to (${group}.${own.kind}): unknown conversion`);
}
