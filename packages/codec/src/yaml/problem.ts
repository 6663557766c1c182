import { Directives, noDocumentStart } from "./directives.ts";

/** An error that the parser found. */
interface Problem {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [number, number];
}

interface Where {
  readonly text: string;
  /** Counted from one. */
  readonly lineAt: (offset: number) => number;
  /** True when the document is a block sequence. */
  readonly isBlockList: boolean;
}

/** A problem's message, and how its line is counted. */
interface ProblemMessage {
  readonly stage: "scanner" | "parser";
  readonly message: string;
  /** The position that is reported, if it is not the start. */
  readonly offset?: number;
  /** The number of lines between its beginning and its report. @default 0 */
  readonly later?: number;
}

/** Describes an error in a document with the messages of the original's YAML parser. */
export function problemText(problem: Problem, where: Where): string {
  const { text, lineAt } = where;
  const found = messageFor(problem, where);
  const offset = found?.offset ?? problem.pos[0];
  if (found === undefined) return `line ${lineAt(offset)}: ${problem.message}`;
  return textAt(found, { text, lineAt, offset });
}

/** A message with the line of its offset. */
export function textAt(
  found: ProblemMessage,
  { text, lineAt, offset }: Pick<Where, "text" | "lineAt"> & { readonly offset: number },
): string {
  const line = lineAt(offset) + (found.later ?? 0);
  // That parser counts lines from zero where it has tokens, ends the last line itself, and does not
  // report the first one.
  const isEnd = offset >= text.length && !text.endsWith("\n");
  const reportedLine = found.stage === "scanner" ? (line > 1 ? line : 0) : isEnd ? line : line - 1;
  return reportedLine === 0 ? found.message : `line ${reportedLine}: ${found.message}`;
}

const noKey: ProblemMessage = { stage: "parser", message: "did not find expected key" };
const noItem: ProblemMessage = { stage: "parser", message: "did not find expected '-' indicator" };
/** The problem of a place where a value should be. */
export const noContent: ProblemMessage = { stage: "parser", message: "did not find expected node content" };
const noValue: ProblemMessage = { stage: "scanner", message: "mapping values are not allowed in this context" };

const byMessage: readonly (readonly [RegExp, ProblemMessage])[] = [
  [/^Nested mappings/, noValue],
  [/^Missing closing/, { stage: "scanner", message: "found unexpected end of stream" }],
  [/^Invalid escape sequence \\[xuU]/, { stage: "scanner", message: "did not find expected hexdecimal number" }],
  [/^Invalid escape sequence/, { stage: "scanner", message: "found unknown escape character" }],
  [/^Plain value cannot start/, { stage: "scanner", message: "found character that cannot start any token" }],
  [/^Tabs are not allowed/, { stage: "scanner", message: "found character that cannot start any token" }],
  [/^(?:Alias|Anchor) cannot/, { stage: "scanner", message: "did not find expected alphabetic or numeric character" }],
  [/^Block scalar header/, { stage: "scanner", message: "did not find expected comment or line break" }],
  [/^Implicit map keys/, { stage: "scanner", message: "could not find expected ':'", later: 1 }],
  [
    /^Unexpected block-seq-ind/,
    { stage: "scanner", message: "block sequence entries are not allowed in this context" },
  ],
  [/^Unexpected (?:, in flow|flow-(?:map|seq)-end)/, noContent],
  [/^Missing , (?:or : )?between flow map/, { stage: "parser", message: "did not find expected ',' or '}'" }],
  [/^Missing , (?:or : )?between flow seq/, { stage: "parser", message: "did not find expected ',' or ']'" }],
  [/^(?:All sequence items|Sequence item without)/, noItem],
  [/^All mapping items/, noKey],
  [/^Missing directives-end/, noDocumentStart],
  [/^Could not resolve tag/, { stage: "parser", message: "found undefined tag handle" }],
];

function messageFor({ message, pos: [start, end] }: Problem, { text, isBlockList }: Where): ProblemMessage | undefined {
  if (/^Flow (?:map|sequence)/.test(message)) {
    const closing = message.startsWith("Flow map") ? "}" : "]";
    if (/[[{,:]\s*$/.test(text.slice(0, start))) return noContent;
    return { stage: "parser", message: `did not find expected ',' or '${closing}'` };
  }
  if (/^Unexpected scalar at node end/.test(message)) return isBlockList ? noItem : noKey;
  // A multi-line key is reported at the colon.
  if (/^Implicit keys/.test(message)) return text.startsWith("- ", start) ? noKey : { ...noValue, offset: end };
  const isDirective = /^Plain value/.test(message) && text[start] === "%" && isLineStart(text, start);
  const directive = isDirective
    ? new Directives().check(/.*/.exec(text.slice(start, start + maxDirective))?.[0] ?? "")
    : undefined;
  return directive ?? byMessage.find(([pattern]) => pattern.test(message))?.[1];
}

/** Characters of a directive that are looked at. */
const maxDirective = 1_024;

function isLineStart(text: string, offset: number): boolean {
  return offset === 0 || text[offset - 1] === "\n";
}
