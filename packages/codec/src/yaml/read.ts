import { isUtf8 } from "node:buffer";
import { decodeUtf8, finishSteps } from "@svc/base";
import { aNonNegativeNumber, aUint8Array, checkArgument, oneOf, optional, optionsOf } from "@svc/base/check";
import type { JsonValue } from "@svc/meta";
import { isAlias, isMap, isScalar, isSeq, type LineCounter, type Node } from "yaml";
import { DecodeError } from "../decoding/decode-error.ts";
import { maxBodyValues, tooManyValues } from "../decoding/value-budget.ts";
import { controlCharacters } from "../json/control-characters.ts";
import { type Exact, ExactObject, NumberText, type PlainObject } from "../json/exact.ts";
import { parseUnique, uniqueSteps } from "../json/plain.ts";
import { maxValueDepth, toJson } from "../json/to-json.ts";
import { firstDocument, maxYamlTokens, skipEmptyLines } from "./first-document.ts";
import { problemText, textAt } from "./problem.ts";
import { utf8Problem } from "./utf8-problem.ts";

/** A document of YAML, with numbers as they were written. */
export interface YamlBody {
  readonly value: Exact;
  /** Repeated keys, as strict errors name them. */
  readonly duplicates: readonly string[];
}

const openingBrace = 0x7b;
/** Characters of all texts that aliases expand to: the size of the largest body. */
export const maxAliasedLength: number = 3 * 1024 * 1024;

/**
 * A document of YAML 1.1, as JSON. Keys of other types become text.
 * @throws {DecodeError} of stage `type`
 * @throws {StatusError} 413 for too many values or tokens
 */
export function readYaml(bytes: Uint8Array, options: ReadYamlOptions = {}): YamlBody {
  return finishSteps(yamlSteps(bytes, options));
}

/**
 * Like `readYaml`, in steps of a few milliseconds, except for the last ones, which take as long as
 * the bounds allow.
 */
export function* yamlSteps(bytes: Uint8Array, options: ReadYamlOptions = {}): Generator<void, YamlBody> {
  const { maxTokens = maxYamlTokens, documents = "one" } = options;
  checkUtf8(bytes);
  const text = decodeUtf8(bytes);
  const json = mayBeJson(bytes, text) ? yield* uniqueSteps(bytes, text) : undefined;
  if (json !== undefined) return { value: json, duplicates: [] };
  checkCharacters(text);
  yield;
  const { value, duplicates, end } = yield* documentSteps(text, {
    maxTokens,
    linesBefore: 0,
    isWhole: documents === "one",
  });
  if (documents === "one" && skipEmptyLines(text, end) < text.length)
    throw notYaml("expected one document, but more follow: readYamlDocuments and parseYamlDocuments read all");
  return { value, duplicates };
}

/** Options of the YAML reader. */
export interface ReadYamlOptions {
  /** Tokens of the text; a member of a block has eight. @default 400,000 */
  readonly maxTokens?: number;
  /**
   * `one` refuses a text of several documents; `first` reads the first one, as the API does with
   * bodies of requests, and does not look at what follows. @default one
   */
  readonly documents?: "one" | "first";
}

const readYamlDocumentsOptions = optionsOf<Pick<ReadYamlOptions, "maxTokens">>({
  maxTokens: optional(aNonNegativeNumber),
});

/**
 * All documents of a text, without empty ones.
 * @throws {DecodeError} as `readYamlValue` does, with lines of the whole text
 * @throws {StatusError} 413 for too many tokens in all of them together, or too many values in one
 * @throws {TypeError} for a wrong argument
 */
export function readYamlDocuments(
  bytes: Uint8Array,
  options: Pick<ReadYamlOptions, "maxTokens"> = {},
): readonly YamlValue[] {
  checkArgument("readYamlDocuments: bytes", bytes, aUint8Array);
  checkArgument("readYamlDocuments: options", options, readYamlDocumentsOptions);
  const { maxTokens = maxYamlTokens } = options;
  return [...yamlDocuments(bytes, maxTokens)].map(({ value, duplicates }) => ({
    value: plainValueOf(value),
    duplicates,
  }));
}

/** The documents of a text, without empty ones, one after the other. */
export function* yamlDocuments(bytes: Uint8Array, maxTokens: number = maxYamlTokens): Generator<YamlBody> {
  checkUtf8(bytes);
  const text = decodeUtf8(bytes);
  const json = readAsJson(bytes, text);
  if (json !== undefined) return void (yield { value: json, duplicates: [] });
  checkCharacters(text);
  let tokensLeft = maxTokens;
  let linesBefore = 0;
  let offset = 0;
  const goTo = (next: number): void => {
    linesBefore += lineBreaks(text.slice(offset, next));
    offset = next;
  };
  goTo(skipEmptyLines(text, 0));
  while (offset < text.length) {
    const steps = documentSteps(text.slice(offset), { maxTokens: tokensLeft, linesBefore, isWhole: true });
    const { value, duplicates, end, tokens } = finishSteps(steps);
    // Only a document without a beginning takes none of the text.
    if (end === 0) throw notYaml("did not find expected <document start>");
    yield { value, duplicates };
    tokensLeft -= tokens;
    goTo(skipEmptyLines(text, offset + end));
  }
}

function lineBreaks(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}

/** A plain value read from YAML. */
export interface YamlValue {
  readonly value: JsonValue;
  /** Repeated keys, as strict errors name them. */
  readonly duplicates: readonly string[];
}

const readYamlOptions = optionsOf<ReadYamlOptions>({
  maxTokens: optional(aNonNegativeNumber),
  documents: optional(oneOf("one", "first")),
});

/**
 * A document of YAML 1.1 as a plain value.
 * @throws {DecodeError} of stage `type`; of stage `object` for numbers that no double holds
 * @throws {TypeError} for a wrong argument
 */
export function readYamlValue(bytes: Uint8Array, options: ReadYamlOptions = {}): YamlValue {
  checkArgument("readYamlValue: bytes", bytes, aUint8Array);
  checkArgument("readYamlValue: options", options, readYamlOptions);
  return finishSteps(yamlValueSteps(bytes, options));
}

/** Like `readYamlValue`, in interruptible steps. */
export function* yamlValueSteps(bytes: Uint8Array, options: ReadYamlOptions = {}): Generator<void, YamlValue> {
  const { value, duplicates } = yield* yamlSteps(bytes, options);
  return { value: plainValueOf(value), duplicates };
}

/** The value of a document. An object that was read as JSON is plain already. */
function plainValueOf(value: Exact): JsonValue {
  const isPlain = typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? (value as JsonValue) : toJson(value);
}

/** Reads YAML that is a JSON object, the usual case. Undefined where JSON and YAML could differ. */
export function readAsJson(bytes: Uint8Array, text: string): PlainObject | undefined {
  return mayBeJson(bytes, text) ? parseUnique(bytes, text) : undefined;
}

function mayBeJson(bytes: Uint8Array, text: string): boolean {
  return bytes[0] === openingBrace && !controlCharacters.test(text);
}

/** @throws {DecodeError} for bytes that are not UTF-8, or a control character before them */
export function checkUtf8(bytes: Uint8Array): void {
  if (isUtf8(bytes)) return;
  const { why, at } = utf8Problem(bytes) ?? { why: "invalid Unicode character", at: 0 };
  checkCharacters(Buffer.from(bytes.subarray(0, at)).toString());
  throw notYaml(why);
}

/** @throws {DecodeError} */
function checkCharacters(text: string): void {
  if (controlCharacters.test(text)) throw notYaml("control characters are not allowed");
}

interface DocumentOptions {
  readonly maxTokens: number;
  /** Of the documents before this one. */
  readonly linesBefore: number;
  /** True if text behind a whole flow collection, which begins no document, is an error. */
  readonly isWhole: boolean;
}

interface FirstBody extends YamlBody {
  /** Offset of the text behind the document. */
  readonly end: number;
  readonly tokens: number;
}

function* documentSteps(
  text: string,
  { maxTokens, linesBefore, isWhole }: DocumentOptions,
): Generator<void, FirstBody> {
  const { document, lines, isTooDeep, refused, end, tokens } = yield* firstDocument(text, maxTokens);
  const lineAt = (offset: number): number => lines.linePos(offset).line + linesBefore;
  if (isTooDeep) throw notYaml("exceeded max depth");
  if (refused !== undefined) throw notYaml(textAt(refused, { text, lineAt, offset: refused.offset }));
  if (document === undefined) return { value: null, duplicates: [], end, tokens };
  const { contents } = document;
  const problem = document.errors.find(
    // Directives were checked before.
    ({ code, pos }) => code !== "BAD_DIRECTIVE" && (isWhole || code !== "UNEXPECTED_TOKEN" || pos[0] < endOf(contents)),
  );
  if (problem !== undefined) {
    // The parser is recursive and reports when it runs out of stack.
    if (problem.message.includes("call stack")) throw notYaml("exceeded max depth");
    const isBlockList = isSeq(contents) && contents.flow !== true;
    throw notYaml(problemText(problem, { text, lineAt, isBlockList }));
  }
  yield;
  const walk: Walk = {
    lines,
    linesBefore,
    duplicates: [],
    anchors: new Map(),
    nodes: 0,
    aliasedNodes: 0,
    length: 0,
    aliasedLength: 0,
  };
  return { value: exactOf(walk, document.contents, 0), duplicates: walk.duplicates, end, tokens };
}

/**
 * Text after brackets or quotes that are the whole document is ignored: it would be another
 * document.
 */
function endOf(root: Node | null): number {
  const isBracketed = (isMap(root) || isSeq(root)) && root.flow === true;
  const isQuoted = isScalar(root) && (root.type === "QUOTE_DOUBLE" || root.type === "QUOTE_SINGLE");
  return (isBracketed || isQuoted ? root.range?.[1] : undefined) ?? Number.POSITIVE_INFINITY;
}

interface Walk {
  readonly lines: LineCounter;
  readonly linesBefore: number;
  readonly duplicates: string[];
  /** The values of aliases: undefined while they are being read. */
  readonly anchors: Map<string, Anchored | undefined>;
  nodes: number;
  /** Nodes that aliases expanded to. */
  aliasedNodes: number;
  /** Characters of all texts, keys included. */
  length: number;
  /** Characters of the texts that aliases expanded to. */
  aliasedLength: number;
}

interface Anchored {
  readonly value: Exact;
  /** The number of nodes of the value, with the expansions of its own aliases. */
  readonly nodes: number;
  /** Characters of all its texts, keys included. */
  readonly length: number;
}

function notYaml(why: string): DecodeError {
  return new DecodeError("type", `yaml: ${why}`);
}

function exactOf(walk: Walk, node: unknown, depth: number): Exact {
  if (isAlias(node)) return aliased(walk, node);
  count(walk, 1);
  if (depth > maxValueDepth) throw notYaml("exceeded max depth");
  const { anchor } = (node ?? {}) as { readonly anchor?: string };
  if (anchor === undefined) return contentOf(walk, node, depth);
  const { nodes: before, length: lengthBefore } = walk;
  walk.anchors.set(anchor, undefined);
  const value = contentOf(walk, node, depth);
  walk.anchors.set(anchor, { value, nodes: walk.nodes - before, length: walk.length - lengthBefore });
  return value;
}

/** The value of an alias is read once, and counted at each use. */
function aliased(walk: Walk, { source }: { readonly source: string }): Exact {
  if (!walk.anchors.has(source)) throw notYaml(`unknown anchor '${source}' referenced`);
  const known = walk.anchors.get(source);
  if (known === undefined) throw notYaml(`anchor '${source}' value contains itself`);
  walk.aliasedNodes += known.nodes;
  count(walk, known.nodes + 1);
  walk.length += known.length;
  walk.aliasedLength += known.length;
  if (walk.aliasedLength > maxAliasedLength) throw excessive();
  return known.value;
}

function count(walk: Walk, nodes: number): void {
  walk.nodes += nodes;
  if (walk.nodes <= maxBodyValues) return;
  if (walk.aliasedNodes > 0) throw excessive();
  tooManyValues();
}

function excessive(): DecodeError {
  return notYaml("document contains excessive aliasing");
}

function contentOf(walk: Walk, node: unknown, depth: number): Exact {
  if (node === null || node === undefined) return null;
  if (isScalar(node)) {
    walk.length += node.source?.length ?? 0;
    return scalarOf(node.value, node.source);
  }
  if (isSeq(node)) return node.items.map((item) => exactOf(walk, item, depth + 1));
  if (isMap(node)) return mapOf(walk, node.items, depth);
  throw notYaml("a value of an unknown kind");
}

interface Entry {
  readonly key: unknown;
  readonly value: unknown;
}

function mapOf(walk: Walk, items: readonly Entry[], depth: number): Exact {
  const members = new Map<string, Exact>();
  const merged: Exact[] = [];
  for (const { key, value } of items) {
    if (isMergeKey(key)) {
      merged.push(exactOf(walk, value, depth + 1));
      continue;
    }
    const name = keyText(walk, key);
    walk.length += name.length;
    if (members.has(name)) {
      const offset = (key as Node).range?.[0] ?? 0;
      const line = walk.lines.linePos(offset).line + walk.linesBefore;
      walk.duplicates.push(`line ${line}: key ${JSON.stringify(name)} already set in map`);
    }
    members.set(name, exactOf(walk, value, depth + 1));
  }
  for (const source of merged.flat()) addMerged(members, source);
  const object = new ExactObject();
  for (const [name, value] of members) {
    object.names.push(name);
    object.values.push(value);
  }
  return object;
}

/** A literal `<<`, which the parser marks with a symbol. */
function isMergeKey(key: unknown): boolean {
  return isScalar(key) && (typeof key.value === "symbol" || (key.value === "<<" && key.type === "PLAIN"));
}

/** `<<` supplies members that the map itself does not have. */
function addMerged(members: Map<string, Exact>, source: Exact): void {
  if (!(source instanceof ExactObject)) throw notYaml("map merge requires map or sequence of maps as the value");
  source.names.forEach((name, i) => {
    if (!members.has(name)) members.set(name, source.values[i] as Exact);
  });
}

function keyText(walk: Walk, key: unknown): string {
  if (isScalar(key) && key.anchor === undefined)
    return String(Number.isNaN(key.value) ? (key.source ?? "") : key.value);
  const value = exactOf(walk, key, 0);
  if (value instanceof NumberText) return value.text;
  if (typeof value === "object" && value !== null) throw notYaml("invalid map key");
  return String(value);
}

function scalarOf(value: unknown, source: string | undefined): Exact {
  switch (typeof value) {
    case "bigint":
      return Number.isSafeInteger(Number(value)) ? Number(value) : value;
    case "number":
      // The parser reads a single dot as a number.
      return Number.isFinite(value) || spelledOut.test(source ?? "") ? numberText(value) : (source ?? String(value));
    case "string":
    case "boolean":
      return value;
    default:
      if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
      return value === null || value === undefined ? null : (source ?? "");
  }
}

const spelledOut = /^[-+]?\.(?:inf|nan)$/i;
const unwritable: ReadonlyMap<number, string> = new Map([
  [Number.POSITIVE_INFINITY, "+Inf"],
  [Number.NEGATIVE_INFINITY, "-Inf"],
]);

/** YAML floats are formatted anew, so `1.0` is an integer here. */
function numberText(value: number): Exact {
  if (!Number.isFinite(value))
    throw new DecodeError("type", `json: unsupported value: ${unwritable.get(value) ?? "NaN"}`);
  return Number.isSafeInteger(value) ? value + 0 : new NumberText(String(value));
}
