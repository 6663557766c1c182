import { DecodeError, sortedJson } from "@svc/codec";
import {
  type ApiObject,
  formatApiVersion,
  internalError,
  invalid,
  invalidObject,
  parseApiVersion,
  plainError,
  quote,
} from "@svc/meta";
import { type FormDeps, type FormValue, type ObjectForm, setFromForm } from "./object-form.ts";

/** Dependencies of reading a patched object. */
export interface ReplaceDeps extends FormDeps {
  /** Whether an API version has a kind, of a resource or of a list. */
  readonly isKind: (apiVersion: string, kind: string) => boolean;
}

/** A replacement of an object in one of its forms. */
export interface Replacement extends FormValue {
  /** The refusal of another kind, where the usual one does not do. */
  readonly otherKind?: (message: string) => Error;
}

/**
 * Replaces the content of an object of a request with a patched value, in place.
 *
 * @throws {StatusError} 500 where the value is not an object of the form
 */
export function replaceObject(deps: ReplaceDeps, object: ApiObject, replacement: Replacement): void {
  const { value, form, otherKind = plainError } = replacement;
  try {
    // A value that is no object has no type.
    deps.codec.parseValue(value);
    if (form.type.semantics === "structural") checkExtensionType(value as Partial<ApiObject>, form);
    else checkKind(deps, value as Partial<ApiObject>, { form, otherKind });
    setFromForm(deps, object, replacement);
  } catch (error) {
    if (error instanceof DecodeError) throw internalError(error.message);
    throw error;
  }
}

/** A patch may take the kind away, but not make it another one. @throws {StatusError} 500 */
function checkKind(
  deps: ReplaceDeps,
  value: Partial<ApiObject>,
  { form, otherKind }: Required<Pick<Replacement, "form" | "otherKind">>,
): void {
  const problem = otherTypedKind(deps, value, form);
  if (problem === undefined) return;
  throw problem.isKnown ? otherKind(problem.message) : internalError(problem.message);
}

/** Why a value is not an object of the kind of a form, and whether there is such a kind. */
export function otherTypedKind(
  { isKind }: Pick<ReplaceDeps, "isKind">,
  value: Partial<ApiObject>,
  { kind: own, type }: ObjectForm,
): { readonly message: string; readonly isKnown: boolean } | undefined {
  const { kind = own.kind, apiVersion = formatApiVersion(own) } = value;
  const isOwnVersion = apiVersion === formatApiVersion(own);
  if (isOwnVersion && kind === own.kind) return undefined;
  if (!isOwnVersion || !isKind(apiVersion, kind)) {
    const message = `no kind ${quote(kind)} is registered for version ${quote(apiVersion)} in scheme "pkg/runtime/scheme.go:110"`;
    return { message, isKnown: false };
  }
  // A schema is named by its package and its kind: `example.com/shop/Widget`.
  const group = (type.schema.name ?? "").split("/").at(-2)?.split(".").at(-1) || own.group;
  return {
    message: `converting (${own.version}.${kind}) to (${group}.${own.kind}): unknown conversion`,
    isKnown: true,
  };
}

/** @throws {StatusError} 500, or 422 for another kind of the same version */
function checkExtensionType(value: Partial<ApiObject>, { kind: own }: ObjectForm): void {
  checkDeclaresKind(value);
  const problem = otherVersionProblem(value, own);
  if (problem !== undefined) throw problem;
  const { kind = "", metadata } = value;
  if (kind === own.kind) return;
  const target = { group: own.group, kind, name: metadata?.name ?? "" };
  throw invalidObject(target, [invalid("kind", kind, `must be ${own.kind}`)]);
}

/** Objects of extension types must name their version and their kind. @throws {StatusError} 500 */
export function checkDeclaresKind(value: Partial<ApiObject>): void {
  const { kind = "", apiVersion = "" } = value;
  if (kind === "") throw internalError(`Object 'Kind' is missing in '${sortedJson(value)}'`);
  if (parseApiVersion(apiVersion) === undefined) throw internalError(`unexpected GroupVersion string: ${apiVersion}`);
}

/** The refusal of an object of an extension type in another version. */
export function otherVersionProblem(
  { kind = "", apiVersion = "" }: Partial<ApiObject>,
  own: ObjectForm["kind"],
): Error | undefined {
  const expected = formatApiVersion(own);
  if (apiVersion === expected) return undefined;
  const named = parseApiVersion(apiVersion);
  if (named?.group === own.group)
    return plainError(`request to convert CR from an invalid group/version: ${apiVersion}`);
  const type = `${named?.group ?? ""}/${named?.version ?? ""}, Kind=${kind}`;
  return plainError(`${type} is unstructured and is not suitable for converting to ${quote(expected)}`);
}
