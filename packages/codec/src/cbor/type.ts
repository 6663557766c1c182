import { DecodeError } from "../decoding/decode-error.ts";
import { type TypeMeta, typeMetaOf } from "../json/type-meta.ts";
import { eachField } from "./exact-decode.ts";
import { type Item, Pairs, untagged } from "./item.ts";
import { textItem, wrongItem } from "./to-json.ts";

/** Reads `apiVersion` and `kind`. @throws {DecodeError} of stage `type` */
export function itemTypeOf(item: Item): TypeMeta {
  try {
    return typeMetaOf(fieldsOf(untagged(item)));
  } catch (error) {
    throw error instanceof DecodeError ? unknownType(error) : error;
  }
}

/** The error for bytes that are no object. */
export function unknownType(error: DecodeError): DecodeError {
  return new DecodeError("type", `unable to determine group/version/kind: ${error.message}`);
}

function fieldsOf(item: Item): { readonly [name: string]: string } {
  if (item === null) return {};
  if (!(item instanceof Pairs)) {
    const detail = Array.isArray(item) ? " (cannot decode CBOR array to struct without toarray option)" : "";
    throw wrongItem(item, "Go value", `v1.TypeMeta${detail}`);
  }
  const fields: { kind?: string; apiVersion?: string } = {};
  eachField(item, (name, value) => {
    if (name !== "kind" && name !== "apiVersion") return;
    if (value !== null) fields[name] = textItem(value, `Go struct field v1.TypeMeta.${name}`, "string");
  });
  return fields;
}
