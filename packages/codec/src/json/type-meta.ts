import { parseApiVersion } from "@svc/meta";
import { DecodeError } from "../decoding/decode-error.ts";
import { type Exact, NumberText } from "./exact.ts";
import { membersOf } from "./to-json.ts";

/** The declared type of a body. Both fields are optional. */
export interface TypeMeta {
  readonly apiVersion?: string;
  readonly kind?: string;
}

/** The declared type of a body, whose fields may be spelled in several ways. */
export interface DeclaredType extends TypeMeta {
  /** The fields that are spelled exactly; absent where all are. */
  readonly exact?: TypeMeta;
}

const typeName =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/**
 * Reads `apiVersion` and `kind` of any object. These two names are matched ignoring case, unlike
 * all others; the last of several spellings counts.
 *
 * @param order of the members: that of the text, or of their names, as the original reads YAML
 * @throws {DecodeError} of stage `type`
 */
export function typeMetaOf(value: Exact, order: "text" | "names" = "text"): DeclaredType {
  if (value === null) return {};
  if (typeof value !== "object" || Array.isArray(value) || value instanceof NumberText)
    throw wrongType(value, `Go value of type ${typeName}`);
  const found: { apiVersion?: string; kind?: string } = {};
  const spelling: { apiVersion?: string; kind?: string } = {};
  const exact: { apiVersion?: string; kind?: string } = {};
  let isExact = true;
  const [names, values] = membersOf(value);
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string;
    const field = fieldOf(name);
    const value = values[i] as Exact;
    if (field === undefined || value === null) continue;
    if (typeof value !== "string") throw wrongType(value, `Go struct field .${field} of type string`);
    if (name === field) exact[field] = value;
    else isExact = false;
    if (order === "names" && name < (spelling[field] ?? "")) continue;
    found[field] = value;
    spelling[field] = name;
  }
  const { apiVersion } = found;
  if (apiVersion !== undefined && parseApiVersion(apiVersion) === undefined)
    throw new DecodeError("type", `unexpected GroupVersion string: ${apiVersion}`);
  return isExact ? found : { ...found, exact };
}

function fieldOf(name: string): "apiVersion" | "kind" | undefined {
  if (name === "apiVersion" || name === "kind") return name;
  // Length and first letter rule out most names, which is cheaper than folding the case of each.
  // The Kelvin sign folds to `k`.
  if ((name.length !== 10 || !/^a/i.test(name)) && (name.length !== 4 || !/^k/iu.test(name))) return undefined;
  const folded = name.toLowerCase().toUpperCase();
  return folded === "APIVERSION" ? "apiVersion" : folded === "KIND" ? "kind" : undefined;
}

function wrongType(value: Exact, into: string): DecodeError {
  const what = Array.isArray(value)
    ? "array"
    : typeof value === "boolean"
      ? "bool"
      : typeof value === "string"
        ? "string"
        : typeof value === "object" && !(value instanceof NumberText)
          ? "object"
          : "number";
  return new DecodeError(
    "type",
    `couldn't get version/kind; json parse error: json: cannot unmarshal ${what} into ${into}`,
  );
}
