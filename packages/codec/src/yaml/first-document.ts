import { appendAll } from "@svc/base";
import { requestTooLarge } from "@svc/meta";
import { Composer, CST, type Document, Lexer, LineCounter, Parser, type ScalarTag, type Tags } from "yaml";
import { maxValueDepth } from "../json/to-json.ts";

/**
 * Tokens of a document: keys, values, indicators, spaces and comments. A member of a block has
 * eight.
 */
export const maxYamlTokens = 250_000;

/**
 * A plain scalar of more characters is no number: no double has so many digits, and the time to
 * read them grows with their square.
 */
const maxNumberLength = 400;

/** So many tokens are read between two steps. */
const stepTokens = 1_024;

/** Containers that are open at the same time, and the document around them. */
const maxOpen = maxValueDepth + 3;

interface FirstDocument {
  /** Undefined where the text has none. */
  readonly document: Document.Parsed | undefined;
  readonly lines: LineCounter;
  /** Whether there are more levels than any value may have; the document is not whole then. */
  readonly isTooDeep: boolean;
  /** Offset of the text behind the document. */
  readonly end: number;
  /** Tokens of the document. */
  readonly tokens: number;
}

/**
 * Parses the first document of some YAML 1.1, and says where it ends.
 * @throws {StatusError} 413 for too many tokens
 */
export function* firstDocument(text: string, maxTokens: number = maxYamlTokens): Generator<void, FirstDocument> {
  const lines = new LineCounter();
  const parser = new Parser(lines.addNewLine);
  const composer = new Composer({
    version: "1.1",
    intAsBigInt: true,
    uniqueKeys: false,
    merge: true,
    logLevel: "silent",
    prettyErrors: false,
    lineCounter: lines,
    customTags: withShortNumbers,
  });
  lines.addNewLine(0);
  const documents: Document.Parsed[] = [];
  const documentEnd = new DocumentEnd();
  let tokens = 0;
  let offset = 0;
  let end = text.length;
  // Behind an end marker, the next document may begin with directives, or with no marker at all.
  let behindMarker: number | undefined;
  for (const lexeme of new Lexer().lex(text)) {
    if (documentEnd.isBehind(lexeme)) {
      end = behindMarker ?? offset;
      break;
    }
    if (++tokens > maxTokens) throw requestTooLarge(`a YAML document has at most ${maxTokens} tokens`);
    if (tokens % stepTokens === 0) yield;
    for (const token of parser.next(lexeme)) appendAll(documents, composer.next(token));
    if (documents.length > 0) {
      end = behindMarker ?? offset;
      break;
    }
    if (parser.stack.length > maxOpen) return { document: undefined, lines, isTooDeep: true, end, tokens };
    if (!isMark.has(lexeme)) offset += lexeme.length;
    if (documentEnd.began && CST.tokenType(lexeme) === "doc-end") behindMarker ??= offset;
  }
  yield;
  for (const token of parser.end()) appendAll(documents, composer.next(token));
  appendAll(documents, composer.end());
  if (documents.length > 1) end = behindMarker ?? end;
  return { document: documents[0], lines, isTooDeep: false, end, tokens };
}

/** Lexemes that stand for no text. */
const isMark: ReadonlySet<string> = new Set([CST.DOCUMENT, CST.FLOW_END, CST.SCALAR]);

const emptyLine = /\ufeff?(?:[ \t]*(?:#[^\r\n]*)?|(?:---|\.\.\.)(?:[ \t]+#[^\r\n]*|[ \t]*))(?:\r\n|[\r\n]|$)/y;

/** The offset behind lines that are empty, or only comments and markers of documents. */
export function skipEmptyLines(text: string, offset: number): number {
  let end = offset;
  while (end < text.length) {
    emptyLine.lastIndex = end;
    if (!emptyLine.test(text)) break;
    end = emptyLine.lastIndex;
  }
  return end;
}

/**
 * Sees where the second document begins: at a marker, or at a flow collection behind a whole one,
 * as in `{"a":1}{"b":2}`.
 */
class DocumentEnd {
  #began = false;
  #isScalar = false;
  readonly #flow = new RootFlow();

  /** True once something of the first document was seen. */
  get began(): boolean {
    return this.#began;
  }

  /** @param lexeme the next one */
  isBehind(lexeme: string): boolean {
    const wasScalar = this.#isScalar;
    this.#isScalar = lexeme === CST.SCALAR;
    if (wasScalar || this.#isScalar) {
      this.#began = true;
      this.#flow.sees("scalar", true);
      return false;
    }
    const type = CST.tokenType(lexeme);
    if (this.#flow.sees(type, this.#began)) return true;
    switch (type) {
      case "doc-start": {
        const isNext = this.#began;
        this.#began = true;
        return isNext;
      }
      case "space":
      case "comment":
      case "newline":
      case "directive-line":
      case "byte-order-mark":
      case "doc-mode":
      case "doc-end":
        return false;
      default:
        this.#began = true;
        return false;
    }
  }
}

/** The flow collection that is the whole of a document. */
class RootFlow {
  /** Undefined where the document's root is no flow collection, or not known to be one yet. */
  #depth: number | undefined;

  /** True if a token begins another flow collection behind the root. */
  sees(type: CST.TokenType | null, began: boolean): boolean {
    switch (type) {
      case "flow-map-start":
      case "flow-seq-start":
        if (this.#depth === 0) return true;
        if (this.#depth !== undefined) this.#depth++;
        else if (!began) this.#depth = 1;
        return false;
      case "flow-map-end":
      case "flow-seq-end":
        if (this.#depth !== undefined && this.#depth > 0) this.#depth--;
        return false;
      case "space":
      case "newline":
      case "comment":
        return false;
      default:
        // Behind a collection that is a key, as in `[a]: b`, more of the document follows.
        if (this.#depth === 0) this.#depth = undefined;
        return false;
    }
  }
}

function withShortNumbers(tags: Tags): Tags {
  return tags.map((tag) => {
    if (typeof tag === "string" || tag.collection !== undefined || !isNumber.has(tag.tag)) return tag;
    const { resolve } = tag;
    const short: ScalarTag["resolve"] = (text, onError, options) =>
      text.length > maxNumberLength ? text : resolve(text, onError, options);
    return { ...tag, resolve: short };
  });
}

const isNumber: ReadonlySet<string> = new Set(["tag:yaml.org,2002:int", "tag:yaml.org,2002:float"]);
