import { parseApiVersion } from "@svc/meta";
import { DecodeError } from "../decoding/decode-error.ts";
import { type TypeMeta, typeMetaOf } from "../json/type-meta.ts";
import { eachField } from "./exact-decode.ts";
import { BrokenText, type Item, Pairs, Simple, untagged } from "./item.ts";
import { textItem, wrongItem } from "./to-json.ts";

/** Reads `apiVersion` and `kind`. @throws {DecodeError} of stage `type` */
export function itemTypeOf(item: Item): TypeMeta {
  try {
    return typeMetaOf(fieldsOf(untagged(item), textOfName) as Readonly<Record<string, string>>);
  } catch (error) {
    throw error instanceof DecodeError ? unknownType(error) : error;
  }
}

/**
 * The same for an object of an extension type: a name that is no text, or no version, is as an
 * absent one.
 * @throws {DecodeError} of stage `type`
 */
export function itemNamesOf(item: Item): TypeMeta {
  try {
    const { apiVersion, ...kind } = fieldsOf(untagged(item), textIfAny);
    if (apiVersion === undefined) return kind;
    return parseApiVersion(apiVersion) === undefined ? {} : { apiVersion, ...kind };
  } catch (error) {
    throw error instanceof DecodeError ? unknownType(error) : error;
  }
}

/** The error for bytes that are no object. */
export function unknownType(error: DecodeError): DecodeError {
  return new DecodeError("type", `unable to determine group/version/kind: ${error.message}`);
}

interface Names {
  apiVersion?: string;
  kind?: string;
}

function fieldsOf(item: Item, read: (value: Item, name: string) => string | undefined): Readonly<Names> {
  if (item === null) return {};
  if (!(item instanceof Pairs)) {
    const detail = Array.isArray(item) ? " (cannot decode CBOR array to struct without toarray option)" : "";
    throw wrongItem(item, "Go value", `v1.TypeMeta${detail}`);
  }
  const fields: Names = {};
  eachField(item, (name, value) => {
    if (name !== "kind" && name !== "apiVersion") return;
    const text = value === null ? undefined : read(value, name);
    if (text !== undefined) fields[name] = text;
  });
  return fields;
}

function textOfName(value: Item, name: string): string {
  return textItem(value, `Go struct field v1.TypeMeta.${name}`, "string");
}

/** @throws {DecodeError} for a text that is not UTF-8, and for an unknown simple value */
function textIfAny(value: Item, name: string): string | undefined {
  try {
    return textOfName(value, name);
  } catch (error) {
    if (!(error instanceof DecodeError) || value instanceof BrokenText || value instanceof Simple) throw error;
    return undefined;
  }
}
