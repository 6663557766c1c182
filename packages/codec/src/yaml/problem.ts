/** Something that the parser found wrong. */
interface Problem {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [number, number];
}

interface Where {
  readonly text: string;
  /** Counted from one. */
  readonly lineAt: (offset: number) => number;
  /** Whether the document is a list in lines. */
  readonly isBlockList: boolean;
}

/** What is said of a problem, and in which of two ways its line is counted. */
interface Words {
  readonly stage: "scanner" | "parser";
  readonly words: string;
  /** Where it is seen, if not where it begins. */
  readonly offset?: number;
  /** So many lines later is it seen. @default 0 */
  readonly later?: number;
}

/** What is wrong with a document, in the words of the YAML parser that clients of the API know. */
export function problemText(problem: Problem, where: Where): string {
  const { text, lineAt } = where;
  const found = wordsFor(problem, where);
  const offset = found?.offset ?? problem.pos[0];
  const line = lineAt(offset) + (found?.later ?? 0);
  if (found === undefined) return `line ${line}: ${problem.message}`;
  // That parser counts lines from zero where it has tokens, ends the last line by itself, and does
  // not tell of the first one.
  const isEnd = offset >= text.length && !text.endsWith("\n");
  const told = found.stage === "scanner" ? (line > 1 ? line : 0) : isEnd ? line : line - 1;
  return told === 0 ? found.words : `line ${told}: ${found.words}`;
}

const noKey: Words = { stage: "parser", words: "did not find expected key" };
const noItem: Words = { stage: "parser", words: "did not find expected '-' indicator" };
const noContent: Words = { stage: "parser", words: "did not find expected node content" };
const noValue: Words = { stage: "scanner", words: "mapping values are not allowed in this context" };

const byMessage: readonly (readonly [RegExp, Words])[] = [
  [/^Nested mappings/, noValue],
  [/^Missing closing/, { stage: "scanner", words: "found unexpected end of stream" }],
  [/^Invalid escape sequence \\[xuU]/, { stage: "scanner", words: "did not find expected hexdecimal number" }],
  [/^Invalid escape sequence/, { stage: "scanner", words: "found unknown escape character" }],
  [/^Plain value cannot start/, { stage: "scanner", words: "found character that cannot start any token" }],
  [/^Tabs are not allowed/, { stage: "scanner", words: "found character that cannot start any token" }],
  [/^(?:Alias|Anchor) cannot/, { stage: "scanner", words: "did not find expected alphabetic or numeric character" }],
  [/^Block scalar header/, { stage: "scanner", words: "did not find expected comment or line break" }],
  [/^Implicit map keys/, { stage: "scanner", words: "could not find expected ':'", later: 1 }],
  [/^Unexpected block-seq-ind/, { stage: "scanner", words: "block sequence entries are not allowed in this context" }],
  [/^Unexpected (?:, in flow|flow-(?:map|seq)-end)/, noContent],
  [/^Missing , (?:or : )?between flow map/, { stage: "parser", words: "did not find expected ',' or '}'" }],
  [/^Missing , (?:or : )?between flow seq/, { stage: "parser", words: "did not find expected ',' or ']'" }],
  [/^(?:All sequence items|Sequence item without)/, noItem],
  [/^All mapping items/, noKey],
];

function wordsFor({ message, pos: [start, end] }: Problem, { text, isBlockList }: Where): Words | undefined {
  if (/^Flow (?:map|sequence)/.test(message)) {
    const closing = message.startsWith("Flow map") ? "}" : "]";
    if (/[[{,:]\s*$/.test(text.slice(0, start))) return noContent;
    return { stage: "parser", words: `did not find expected ',' or '${closing}'` };
  }
  if (/^Unexpected scalar at node end/.test(message)) return isBlockList ? noItem : noKey;
  // What is on several lines can be no key: that is seen at the colon.
  if (/^Implicit keys/.test(message)) return text.startsWith("- ", start) ? noKey : { ...noValue, offset: end };
  return byMessage.find(([pattern]) => pattern.test(message))?.[1];
}
