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
    if (form.type.semantics === "structural") checkExtensionKind(value as Partial<ApiObject>, form);
    else checkKind(deps, value as Partial<ApiObject>, { form, otherKind });
    setFromForm(deps, object, replacement);
  } catch (error) {
    if (error instanceof DecodeError) throw internalError(error.message);
    throw error;
  }
}

/** A patch may take the kind away, but not make it another one. @throws {StatusError} 500 */
function checkKind(
  { isKind }: ReplaceDeps,
  value: Partial<ApiObject>,
  { form, otherKind }: Required<Pick<Replacement, "form" | "otherKind">>,
): void {
  const { kind: own, type } = form;
  const { kind = own.kind, apiVersion = formatApiVersion(own) } = value;
  const isOwnVersion = apiVersion === formatApiVersion(own);
  if (isOwnVersion && kind === own.kind) return;
  if (!isOwnVersion || !isKind(apiVersion, kind))
    throw internalError(
      `no kind ${quote(kind)} is registered for version ${quote(apiVersion)} in scheme "pkg/runtime/scheme.go:110"`,
    );
  // A schema is named by its package and its kind: `example.com/shop/Widget`.
  const group = (type.schema.name ?? "").split("/").at(-2)?.split(".").at(-1) || own.group;
  throw otherKind(`converting (${own.version}.${kind}) to (${group}.${own.kind}): unknown conversion`);
}

/**
 * Objects of extension types must name their version and their kind.
 * @throws {StatusError} 500, or 422 for another kind of the same version
 */
function checkExtensionKind(value: Partial<ApiObject>, { kind: own }: ObjectForm): void {
  const { kind = "", apiVersion = "", metadata } = value;
  if (kind === "") throw internalError(`Object 'Kind' is missing in '${sortedJson(value)}'`);
  const named = parseApiVersion(apiVersion);
  if (named === undefined) throw internalError(`unexpected GroupVersion string: ${apiVersion}`);
  const wanted = formatApiVersion(own);
  if (apiVersion !== wanted) {
    if (named.group === own.group)
      throw plainError(`request to convert CR from an invalid group/version: ${apiVersion}`);
    const given = `${named.group}/${named.version}, Kind=${kind}`;
    throw plainError(`${given} is unstructured and is not suitable for converting to ${quote(wanted)}`);
  }
  if (kind === own.kind) return;
  const target = { group: own.group, kind, name: metadata?.name ?? "" };
  throw invalidObject(target, [invalid("kind", kind, `must be ${own.kind}`)]);
}
