import { isIP } from "node:net";
import { durationProblem, parseDuration, parseQuantity, quantityProblem, quote } from "@svc/base";
import { parseCsv } from "./csv.ts";
import type { FlagType } from "./flag-table.ts";

/** Reports why a value of a flag cannot be parsed, in kube-apiserver's words. */
export class FlagValueError extends Error {
  override readonly name = "FlagValueError";
}

/**
 * Reads one value of a flag.
 * @returns the value as this server's own flags spell it; a list has one member for each item
 * @throws {FlagValueError}
 */
export function readFlagValue(type: FlagType, text: string): readonly string[] {
  if (type === "strings") return readStrings(text);
  return [readers[type](text)];
}

type Reader = (text: string) => string;

const readers: Readonly<Record<Exclude<FlagType, "strings">, Reader>> = {
  bool: (text) => String(readBool(text)),
  int: (text) => readInteger(text, { parser: "ParseInt", bits: 64 }),
  int64: (text) => readInteger(text, { parser: "ParseInt", bits: 64 }),
  uint: (text) => readInteger(text, { parser: "ParseUint", bits: 64 }),
  level: (text) => readInteger(text, verbosity),
  float32: (text) => readFloat(text, 3.4028234663852886e38),
  float64: (text) => readFloat(text, Number.MAX_VALUE),
  duration: readDuration,
  ip: readIp,
  string: (text) => text,
  texts: (text) => text,
  gates: (text) => text,
  pairs: (text) => text,
  claims: (text) => checked(text, text.includes("="), "malformed pair, expect string=string"),
  seconds: readSeconds,
  textPairs: (text) => {
    keysOfPairs(text);
    return text;
  },
  modulePatterns: readModulePatterns,
  namedCertKey: readNamedCertKey,
  portRange: readPortRange,
  quantity: readQuantity,
  version: (text) => (text === "raw" ? text : String(readBool(text))),
};

const trueTexts: ReadonlySet<string> = new Set(["1", "t", "T", "TRUE", "true", "True"]);
const falseTexts: ReadonlySet<string> = new Set(["0", "f", "F", "FALSE", "false", "False"]);

/** @throws {FlagValueError} */
export function readBool(text: string): boolean {
  if (trueTexts.has(text)) return true;
  if (falseTexts.has(text)) return false;
  throw syntaxError("ParseBool", text);
}

function readStrings(text: string): readonly string[] {
  if (text === "") return [];
  const result = parseCsv(text);
  if (!result.ok) throw new FlagValueError(result.message);
  return result.fields;
}

type NumberParser = "ParseInt" | "ParseUint" | "ParseFloat" | "ParseBool" | "Atoi";

function syntaxError(parser: NumberParser, text: string): FlagValueError {
  return new FlagValueError(`strconv.${parser}: parsing ${quote(text)}: invalid syntax`);
}

function rangeError(parser: NumberParser, text: string): FlagValueError {
  return new FlagValueError(`strconv.${parser}: parsing ${quote(text)}: value out of range`);
}

/** Underscores may group digits where the text has a prefix of the base, as in `0x_ff`. */
const integerForms = [
  /^0[xX](?:_?[\da-fA-F])+$/,
  /^0[bB](?:_?[01])+$/,
  /^0[oO](?:_?[0-7])+$/,
  /^0(?:_?[0-7])*$/,
  /^[1-9](?:_?\d)*$/,
];

interface IntegerForm {
  readonly parser: "ParseInt" | "ParseUint";
  readonly bits: number;
  /** The base, where the text has no prefix. */
  readonly base?: 10;
}

/** A signed number of 32 bits that is read without a sign. */
const verbosity: IntegerForm = { parser: "ParseUint", bits: 31, base: 10 };

function readInteger(text: string, { parser, bits, base }: IntegerForm): string {
  const [, sign = "", digits = ""] = /^([+-]?)(.*)$/s.exec(text) ?? [];
  const signed = parser === "ParseInt";
  const isNumber = base === 10 ? /^\d+$/.test(digits) : integerForms.some((form) => form.test(digits));
  if (!isNumber || (sign !== "" && !signed)) throw syntaxError(parser, text);
  const plain = digits.replaceAll("_", "");
  const octal = base === undefined && /^0\d/.test(plain);
  const value = BigInt(octal ? `0o${plain.slice(1)}` : plain) * (sign === "-" ? -1n : 1n);
  const limit = 2n ** BigInt(signed ? bits - 1 : bits);
  if (value >= limit || value < (signed ? -limit : 0n)) throw rangeError(parser, text);
  return value.toString();
}

/** Numbers of seconds have messages of their own. */
function readSeconds(text: string): string {
  try {
    return readers.int64(text);
  } catch (error) {
    if (!(error instanceof FlagValueError)) throw error;
    throw new FlagValueError(error.message.endsWith("out of range") ? "value out of range" : "parse error");
  }
}

const decimal = /^[+-]?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:[eE][+-]?\d+)?$/;
const hexadecimal = /^([+-]?)0[xX]_?([\da-fA-F_]+)(?:\.([\da-fA-F_]*))?[pP]([+-]?\d+)$/;

function readFloat(text: string, largest: number): string {
  if (/^[+-]?(?:inf|infinity)$/i.test(text)) return text.startsWith("-") ? "-Infinity" : "Infinity";
  if (/^nan$/i.test(text)) return "NaN";
  const value = floatOf(text);
  if (value === undefined) throw syntaxError("ParseFloat", text);
  if (Math.abs(value) > largest) throw rangeError("ParseFloat", text);
  return String(value);
}

function floatOf(text: string): number | undefined {
  if (decimal.test(text)) return Number(text.replaceAll("_", ""));
  const [, sign, whole = "", fraction = "", exponent] = hexadecimal.exec(text) ?? [];
  if (exponent === undefined) return undefined;
  const digits = (whole + fraction).replaceAll("_", "");
  const scale = Number(exponent) - 4 * fraction.replaceAll("_", "").length;
  return Number(`0x${digits}`) * 2 ** scale * (sign === "-" ? -1 : 1);
}

/**
 * The keys of `key=value`, or of several such pairs as comma-separated values.
 * @throws {FlagValueError} for a part that is no pair
 */
export function keysOfPairs(text: string): readonly string[] {
  if (text === "") return [];
  const pairs = text.split("=").length > 2 ? readStrings(text) : [text];
  return pairs.map((pair) => {
    const at = pair.indexOf("=");
    if (at < 0) throw new FlagValueError(`${pair} must be formatted as key=value`);
    return pair.slice(0, at);
  });
}

function readDuration(text: string): string {
  if (parseDuration(text) === undefined) throw new FlagValueError(`time: ${durationProblem(text) ?? ""}`);
  return text;
}

function readIp(text: string): string {
  const trimmed = text.trim();
  return checked(trimmed, isIP(trimmed) !== 0, `failed to parse IP: ${quote(text)}`);
}

function readModulePatterns(text: string): string {
  for (const pattern of text.split(",").filter((p) => p !== "")) {
    const [name = "", level, ...more] = pattern.split("=");
    if (name === "" || level === undefined || level === "" || more.length > 0)
      throw new FlagValueError(`${quote(pattern)} does not have the pattern=N format`);
    try {
      readInteger(level, verbosity);
    } catch (error) {
      throw new FlagValueError(`parsing verbosity in ${quote(pattern)}: ${(error as Error).message}`);
    }
  }
  return text;
}

function readNamedCertKey(text: string): string {
  const [files = "", names] = splitLast(text, ":");
  if (names?.trim() === "") throw new FlagValueError("empty names list is not allowed");
  return checked(text, files.split(",").length === 2, "expected comma separated certificate and key file paths");
}

/** A colon that a path of Windows has separates no names. */
function splitLast(text: string, separator: string): readonly [string, string?] {
  const at = text.lastIndexOf(separator);
  return at < 0 || text.slice(at).includes("\\") ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function readPortRange(text: string): string {
  const trimmed = text.trim();
  if (trimmed === "") return "0-0";
  const [, low = "", sign, more = ""] = /^([^-+]*)(?:([-+])(.*))?$/s.exec(trimmed) ?? [];
  const start = readPort(low);
  const end = sign === undefined ? start : readPort(more) + (sign === "+" ? start : 0);
  if (start > 65_535 || end > 65_535) throw new FlagValueError(`the port range cannot be greater than 65535: ${text}`);
  if (end < start) throw new FlagValueError(`end port cannot be less than start port: ${text}`);
  return `${start}-${end}`;
}

function readPort(text: string): number {
  if (!/^[+-]?\d+$/.test(text)) throw syntaxError("Atoi", text);
  return Number(text);
}

function readQuantity(text: string): string {
  return checked(text, parseQuantity(text) !== undefined, quantityProblem(text));
}

function checked(text: string, isGood: boolean, message: string): string {
  if (!isGood) throw new FlagValueError(message);
  return text;
}
