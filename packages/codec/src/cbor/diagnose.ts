import { isUtf8 } from "node:buffer";
import { aUint8Array, checkArgument } from "@svc/base/check";
import { BrokenText, Bytes, Float, type Item, Pairs, Simple, Tagged } from "./item.ts";
import { readCbor } from "./read.ts";

/**
 * Formats a data item in diagnostic notation, for error messages. Source: RFC 8949, section 8.
 * @param bytes CBOR that was read successfully before
 * @throws {TypeError} for a wrong argument
 */
export function diagnoseCbor(bytes: Uint8Array): string {
  checkArgument("diagnoseCbor: bytes", bytes, aUint8Array);
  return textOf(readCbor(bytes));
}

function textOf(item: Item): string {
  if (item instanceof Bytes) return bytesText(item.content);
  if (item instanceof BrokenText) return `"${item.content.toString()}"`;
  if (item instanceof Float) return Number.isInteger(item.value) ? item.value.toFixed(1) : String(item.value);
  if (item instanceof Simple) return item.value === 23 ? "undefined" : `simple(${item.value})`;
  if (item instanceof Tagged) return `${item.tag}(${textOf(item.content)})`;
  if (item instanceof Pairs)
    return `{${item.keys.map((key, i) => `${textOf(key)}: ${textOf(item.values[i] as Item)}`).join(", ")}}`;
  if (Array.isArray(item)) return `[${(item as readonly Item[]).map(textOf).join(", ")}]`;
  return typeof item === "string" ? `"${escaped(item)}"` : String(item);
}

/** The API encodes texts as byte strings, which are shown as such where they are texts. */
function bytesText(content: Buffer): string {
  if (content.length === 0 || !isUtf8(content)) return `h'${content.toString("hex")}'`;
  return `'${escaped(content.toString()).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** As in JSON, in ASCII. */
function escaped(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
