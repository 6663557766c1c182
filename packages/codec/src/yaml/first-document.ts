import { appendAll } from "@svc/base";
import { requestTooLarge } from "@svc/meta";
import { Composer, CST, type Document, isCollection, isScalar, Lexer, LineCounter, type Node, Parser } from "yaml";
import { maxValueDepth } from "../json/to-json.ts";
import { attachParts, detachParts, type Part } from "./detach-parts.ts";
import { type DirectiveProblem, Directives, noDocumentStart } from "./directives.ts";
import { withNumbers } from "./numbers.ts";
import { noContent } from "./problem.ts";

/**
 * Tokens of a document: keys, values, indicators, spaces and comments. A member of a block has
 * eight.
 */
export const maxYamlTokens = 400_000;

/** Documents of fewer tokens are composed without a pause. */
const smallTokens = 16_384;

/** Directives before a document: each part is read with them. */
const maxDirectives = 4_000;

/** Tokens read between two steps. */
const stepTokens = 1_024;

/** Containers that may be open at the same time, and the document itself. */
const maxOpen = maxValueDepth + 3;

interface FirstDocument {
  /** Undefined where the text has no document. */
  readonly document: Document.Parsed | undefined;
  readonly lines: LineCounter;
  /** True when nesting exceeds the bound; the document is then incomplete. */
  readonly isTooDeep: boolean;
  /** A directive, or an end of nothing, that is refused; the document is then incomplete. */
  readonly refused?: DirectiveProblem & { readonly offset: number };
  /** Offset of the text behind the document. */
  readonly end: number;
  /** Tokens of the document. */
  readonly tokens: number;
}

/**
 * Parses the first document of a YAML 1.1 text, and returns its end.
 * @throws {StatusError} 413 for too many tokens
 */
export function* firstDocument(text: string, maxTokens: number = maxYamlTokens): Generator<void, FirstDocument> {
  const lines = new LineCounter();
  const parser = new Parser(lines.addNewLine);
  const options: ComposerOptions = {
    version: "1.1",
    intAsBigInt: true,
    uniqueKeys: false,
    merge: true,
    logLevel: "silent",
    prettyErrors: false,
    lineCounter: lines,
    customTags: withNumbers,
  };
  const composer = new Composer(options);
  lines.addNewLine(0);
  const documents: Document.Parsed[] = [];
  const documentEnd = new DocumentEnd();
  let tokens = 0;
  let offset = 0;
  let end = text.length;
  // Behind an end marker, the next document may begin with directives, or with no marker at all.
  let behindMarker: number | undefined;
  let parts: ComposedParts | undefined;
  const directives = new Directives();
  const before: CST.Directive[] = [];
  let refused: FirstDocument["refused"];
  const compose = function* (token: CST.Token): Generator<void, void> {
    if (token.type === "directive" && !documentEnd.began) {
      const problem = directives.check(token.source);
      if (problem !== undefined) refused ??= { ...problem, offset: token.offset };
      else if (before.push(token) > maxDirectives)
        throw requestTooLarge(`a YAML document has at most ${maxDirectives} directives`);
    }
    // A marker of an end, before which nothing began.
    if (token.type === "doc-end" && !documentEnd.began && !directives.any)
      refused ??= { ...noContent, offset: token.offset };
    if (tokens > smallTokens && token.type === "document") parts ??= yield* composeParts(token, { options, before });
    appendAll(documents, composer.next(token));
  };
  for (const lexeme of new Lexer().lex(text)) {
    if (documentEnd.isBehind(lexeme)) {
      end = behindMarker ?? offset;
      break;
    }
    if (++tokens > maxTokens) throw requestTooLarge(`a YAML document has at most ${maxTokens} tokens`);
    if (tokens % stepTokens === 0) yield;
    for (const token of parser.next(lexeme)) yield* compose(token);
    if (refused !== undefined) return { document: undefined, lines, isTooDeep: false, refused, end, tokens };
    if (documents.length > 0) {
      end = behindMarker ?? offset;
      break;
    }
    if (parser.stack.length > maxOpen) return { document: undefined, lines, isTooDeep: true, end, tokens };
    if (!isMark.has(lexeme)) offset += lexeme.length;
    if (documentEnd.began && CST.tokenType(lexeme) === "doc-end") behindMarker ??= offset;
  }
  yield;
  for (const token of parser.end()) yield* compose(token);
  appendAll(documents, composer.end());
  if (documents.length > 1) end = behindMarker ?? end;
  const [document] = documents;
  if (document === undefined && directives.any) refused ??= { ...noDocumentStart, offset: text.length };
  if (document !== undefined && parts !== undefined) joinParts(document, parts);
  return { document, lines, isTooDeep: false, ...(refused && { refused }), end, tokens };
}

/** Lexemes without text. */
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

type ComposerOptions = NonNullable<ConstructorParameters<typeof Composer>[0]>;

/** The parts of a document, which are not in it yet. */
interface ComposedParts {
  /** By their offsets in the text. */
  readonly nodes: ReadonlyMap<number, Node>;
  readonly errors: Document.Parsed["errors"];
}

/** How parts are composed. */
interface PartContext {
  readonly options: ComposerOptions;
  /** The directives before the document. */
  readonly before: readonly CST.Directive[];
}

/** Takes the parts out of a document and composes them, with a step after each. */
function* composeParts(whole: CST.Document, context: PartContext): Generator<void, ComposedParts> {
  const nodes = new Map<number, Node>();
  const errors: Document.Parsed["errors"] = [];
  for (const { placeholder, pieces } of detachParts(whole)) {
    let part: Node | null = null;
    for (const piece of pieces) {
      const document = composeAlone(piece, context);
      const { contents } = document;
      attachParts(contents, nodes);
      appendAll(errors, document.errors);
      if (isCollection(part) && isCollection(contents)) {
        appendAll<unknown>(part.items, contents.items);
        part.range = [part.range?.[0] ?? 0, contents.range[1], contents.range[2]];
      } else part = contents;
      // Tokens take as much memory as nodes.
      piece.value.items.length = 0;
      yield;
    }
    if (part === null) continue;
    nodes.set(placeholder.offset, part);
    // The placeholder ends where the part does: lengths of keys count from the end before them.
    const { offset, indent } = placeholder;
    const length = Math.max(0, (part.range?.[2] ?? 0) - offset - 1);
    placeholder.end = [{ type: "space", offset: offset + 1, indent, source: " ".repeat(length) }];
  }
  return { nodes, errors };
}

function joinParts(document: Document.Parsed, { nodes, errors }: ComposedParts): void {
  const { contents } = document;
  const root = isScalar(contents) ? nodes.get(contents.range[0]) : undefined;
  if (root === undefined) attachParts(contents, nodes);
  else document.contents = root as typeof contents;
  appendAll(document.errors, errors);
  document.errors.sort((a, b) => a.pos[0] - b.pos[0]);
}

function composeAlone(
  { value, properties }: Part["pieces"][number],
  { options, before }: PartContext,
): Document.Parsed {
  const composer = new Composer(options);
  for (const directive of before) appendAll([], composer.next(directive));
  const { offset } = properties[0] ?? value;
  const marker: CST.SourceToken = { type: "doc-start", offset, indent: 0, source: "" };
  const lineEnd: CST.SourceToken = { ...marker, type: "newline" };
  const start = before.length === 0 ? [...properties] : [marker, lineEnd, ...properties];
  const token: CST.Document = { type: "document", offset, start, value };
  const [document] = [...composer.next(token), ...composer.end()];
  if (document === undefined) throw new TypeError("a part of a document is a document");
  document.errors = document.errors.filter(({ code }) => code !== "BAD_DIRECTIVE");
  return document;
}

/**
 * Finds the start of the second document: a marker, or a flow collection after a complete one, as
 * in `{"a":1}{"b":2}`.
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

/** Tracks the flow collection that is the root of a document. */
class RootFlow {
  /** Undefined where the root is no flow collection, or not yet known. */
  #depth: number | undefined;

  /** True when a token begins another flow collection after the root. */
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
        // A collection that is a key, as in `[a]: b`, is not the root.
        if (this.#depth === 0) this.#depth = undefined;
        return false;
    }
  }
}
