import { appendAll, asBuffer, finishSteps, type Steps } from "@svc/base";
import { aUint8Array, checkArgument } from "@svc/base/check";
import type { JsonValue } from "@svc/meta";
import { ValueBudget } from "../decoding/value-budget.ts";
import { parseExact } from "../json/parse.ts";
import { toJson } from "../json/to-json.ts";
import { itemsOf, membersOf, type Span } from "../json/values.ts";
import { compareKeys } from "./key-order.ts";
import { textScalar } from "./scalar.ts";

/** Bytes of JSON that are converted in one step: some milliseconds of work. */
const bytesPerStep = 128 * 1024;

/** Converts JSON to YAML with sorted members. @throws {TypeError} for a wrong argument */
export function yamlOf(json: Uint8Array): Buffer {
  checkArgument("yamlOf: json", json, aUint8Array);
  return finishSteps(yamlSteps(json));
}

/** The same in steps, between the items of the document's own lists. */
export function* yamlSteps(json: Uint8Array): Steps<Buffer> {
  const document = new DocumentWriter(asBuffer(json));
  for (const _ of document.parts()) if (document.isStepOver()) yield;
  return document.content();
}

/** Writes a document by parts, each of which is parsed when it is written. */
class DocumentWriter {
  readonly #json: Buffer;
  #out: string[] = [];
  readonly #written: Buffer[] = [];
  #bytes = 0;

  constructor(json: Buffer) {
    this.#json = json;
  }

  /** Writes one part after the other. */
  *parts(): Generator<void> {
    const members = new Map(this.#json[0] === 0x7b ? membersOf(this.#json) : []);
    if (members.size === 0) {
      this.#write({ from: 0, to: this.#json.length }, { indent: 0, column: 0, within: "document" });
      return;
    }
    let isFirst = true;
    for (const name of [...members.keys()].sort(compareKeys)) {
      const value = members.get(name) as Span;
      if (!isFirst) this.#out.push("\n");
      isFirst = false;
      const position = writeKey(this.#out, name, 0);
      if (this.#json[value.from] === 0x5b) yield* this.#items(value, position);
      else this.#write(value, position);
      yield;
    }
  }

  *#items(list: Span, position: Position): Generator<void> {
    const at = columnOfDashes(position);
    let isEmpty = true;
    for (const item of itemsOf(this.#json, list)) {
      isEmpty = false;
      this.#out.push(lineOf(at));
      this.#write(item, beginItem(this.#out, at));
      yield;
    }
    if (isEmpty) this.#out.push(" []");
  }

  #write({ from, to }: Span, position: Position): void {
    this.#bytes += to - from;
    writeValue(this.#out, toJson(parseExact(this.#json.subarray(from, to), unbounded)), position);
  }

  isStepOver(): boolean {
    if (this.#bytes < bytesPerStep) return false;
    this.#bytes = 0;
    this.#flush();
    return true;
  }

  #flush(): void {
    this.#written.push(Buffer.from(this.#out.join("")));
    this.#out = [];
  }

  content(): Buffer {
    this.#out.push("\n");
    this.#flush();
    const [only] = this.#written;
    return this.#written.length === 1 ? (only as Buffer) : Buffer.concat(this.#written);
  }
}

/** The server's own JSON has as many values as were stored. */
const unbounded = new ValueBudget(Number.POSITIVE_INFINITY);

interface Position {
  /** Of the keys or dashes that the value would write. */
  readonly indent: number;
  /** The column at which the value begins. */
  readonly column: number;
  readonly within: "document" | "map" | "list";
}

function writeValue(out: string[], value: JsonValue | bigint, position: Position): void {
  if (typeof value === "string") {
    appendAll(out, lead(position));
    out.push(textScalar(value, scalarPosition(position)));
  } else if (typeof value !== "object" || value === null) {
    appendAll(out, lead(position));
    out.push(plainOf(value));
  } else if (Array.isArray(value)) writeList(out, value, position);
  else writeMap(out, value as Readonly<Record<string, JsonValue>>, position);
}

/** A value on the line of its key follows a space. */
function lead({ within }: Position): readonly string[] {
  return within === "map" ? [" "] : [];
}

function scalarPosition({ indent, column, within }: Position): { readonly column: number; readonly indent: number } {
  if (within === "document") return { column: 0, indent: 2 };
  return { column: within === "map" ? column + 1 : column, indent };
}

function writeList(out: string[], items: readonly JsonValue[], position: Position): void {
  const { within } = position;
  if (items.length === 0) {
    out.push(within === "map" ? " []" : "[]");
    return;
  }
  const at = columnOfDashes(position);
  items.forEach((item, i) => {
    if (i > 0 || within === "map") out.push(lineOf(at));
    writeValue(out, item, beginItem(out, at));
  });
}

/** Dashes are aligned with the first letter of their key. */
function columnOfDashes({ indent, within }: Position): number {
  return within === "map" ? indent - 2 : indent;
}

function lineOf(indent: number): string {
  return `\n${" ".repeat(indent)}`;
}

function beginItem(out: string[], at: number): Position {
  out.push("- ");
  return { indent: at + 2, column: at + 2, within: "list" };
}

/** Longer keys are written as complex keys. */
const maxKeyLength = 128;

function writeMap(out: string[], map: Readonly<Record<string, JsonValue>>, { indent, within }: Position): void {
  const keys = Object.keys(map).sort(compareKeys);
  if (keys.length === 0) {
    out.push(within === "map" ? " {}" : "{}");
    return;
  }
  keys.forEach((key, i) => {
    if (i > 0 || within === "map") out.push(lineOf(indent));
    const position = writeKey(out, key, indent);
    writeValue(out, map[key] ?? null, position);
  });
}

/** Writes a key, and returns the position of its value. */
function writeKey(out: string[], key: string, indent: number): Position {
  const text = textScalar(key, { column: indent, indent: indent + 2, isKey: true });
  const isLong = Buffer.byteLength(key) > maxKeyLength;
  const head = isLong
    ? `? ${textScalar(key, { column: indent + 2, indent: indent + 2 })}${lineOf(indent)}:`
    : `${text}:`;
  out.push(head);
  return { indent: indent + 2, column: isLong ? indent + 1 : indent + head.length, within: "map" };
}

function plainOf(value: number | bigint | boolean | null): string {
  if (typeof value !== "number" || Number.isInteger(value)) return String(value);
  return floatText(value);
}

/**
 * Numbers with more than seven digits before the point, and small ones, get an exponent of at least
 * two digits.
 */
function floatText(value: number): string {
  const [digits = "", exponent = "0"] = value.toExponential().split("e");
  const power = Number(exponent);
  if (power >= -4 && power < 21) return String(value);
  return `${digits}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}
