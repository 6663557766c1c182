import { finishSteps, type Steps, sortSteps } from "@svc/base";
import { anObject, aString, checkArgument, listOf } from "@svc/base/check";
import { aggregateErrors, type FieldError, invalid } from "./field-error.ts";
import { labelValue, qualifiedName } from "./names.ts";

/** One condition on the labels of an object. */
export type LabelRequirement =
  | { readonly key: string; readonly op: "exists" | "doesNotExist" }
  | { readonly key: string; readonly op: "in" | "notIn"; readonly values: readonly string[] }
  | { readonly key: string; readonly op: "gt" | "lt"; readonly value: bigint };

/** All requirements must hold. The empty selector holds of everything. */
export interface LabelSelector {
  readonly requirements: readonly LabelRequirement[];
  /** Sorted by key; equal selectors have equal text. */
  readonly text: string;
}

/** Labels of an object. */
export type Labels = Readonly<Record<string, string>>;

/** Selects everything. */
export const everyLabel: LabelSelector = { requirements: [], text: "" };

/** The integer of a text; undefined for other texts and integers beyond 64 bits. */
export function parseInt64(text: string): bigint | undefined {
  if (!/^[+-]?\d{1,20}$/.test(text)) return undefined;
  const value = BigInt(text.startsWith("+") ? text.slice(1) : text);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

const expectedRequirements = listOf(anObject);

/** Creates a selector from requirements. @throws {TypeError} for a wrong argument */
export function createLabelSelector(requirements: readonly LabelRequirement[]): LabelSelector {
  checkArgument("createLabelSelector: requirements", requirements, expectedRequirements);
  return selectorOf([...requirements].sort(byKey));
}

function selectorOf(sorted: readonly LabelRequirement[]): LabelSelector {
  return { requirements: sorted, text: sorted.map(formatRequirement).join(",") };
}

function byKey(a: LabelRequirement, b: LabelRequirement): number {
  return compareText(a.key, b.key);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function formatRequirement(r: LabelRequirement): string {
  switch (r.op) {
    case "exists":
      return r.key;
    case "doesNotExist":
      return `!${r.key}`;
    case "in":
    case "notIn":
      if (r.op === "in" && r.values.length === 1) return `${r.key}=${r.values[0]}`;
      return `${r.key} ${r.op === "in" ? "in" : "notin"} (${[...r.values].sort().join(",")})`;
    case "gt":
      return `${r.key}>${r.value}`;
    case "lt":
      return `${r.key}<${r.value}`;
  }
}

/** Result of parsing a label selector. */
export type LabelSelectorResult =
  | { readonly ok: true; readonly selector: LabelSelector }
  /** The message is the original's: `unable to parse requirement: …`. */
  | { readonly ok: false; readonly message: string };

/** Parses `a=b,c!=d,e in (f,g),!h,i>1`. @throws {TypeError} for a wrong argument */
export function parseLabelSelector(text: string): LabelSelectorResult {
  checkArgument("parseLabelSelector: text", text, aString);
  if (text === "") return { ok: true, selector: everyLabel };
  const parsed = finishSteps(labelRequirementSteps(text));
  return parsed.ok ? { ok: true, selector: selectorOf(parsed.requirements) } : parsed;
}

/** Result of parsing the requirements of a label selector, sorted by key. */
export type LabelRequirementsResult =
  | { readonly ok: true; readonly requirements: readonly LabelRequirement[] }
  | Extract<LabelSelectorResult, { readonly ok: false }>;

/** Parses the requirements of a label selector of any length, in steps. */
export function* labelRequirementSteps(text: string): Steps<LabelRequirementsResult> {
  try {
    const requirements = yield* new Parser(text).requirements();
    return { ok: true, requirements: yield* sortSteps(requirements, byKey) };
  } catch (error) {
    if (error instanceof SelectorSyntaxError) return { ok: false, message: error.message };
    throw error;
  }
}

class SelectorSyntaxError extends Error {}

type TokenType =
  | "identifier"
  | "end"
  | ","
  | "("
  | ")"
  | "!"
  | "="
  | "=="
  | "!="
  | ">"
  | "<"
  | "in"
  | "notin"
  | "error";
interface Token {
  readonly type: TokenType;
  readonly text: string;
}

const symbols = new Set([",", "(", ")", "!", "=", "==", "!=", ">", "<"]);

/**
 * The longest operator first, so that `!==` is `!=` and `=`; other text ends at an operator or a
 * space. NUL is ignored like a space.
 */
const tokenPattern = /[()]|,|==|!=|[=!<>]|[^\s\0=!(),<>]+/g;

function tokenOf(text: string): Token {
  const isKeyword = text === "in" || text === "notin" || symbols.has(text);
  return { type: isKeyword ? (text as TokenType) : "identifier", text };
}

const end: Token = { type: "end", text: "" };

/** Tokens read between two steps: some milliseconds of work. */
const stepTokens = 16_384;

class Parser {
  readonly #tokens: Iterator<RegExpExecArray>;
  #ahead: Token | undefined;
  #read = 0;

  constructor(text: string) {
    this.#tokens = text.matchAll(tokenPattern);
  }

  #peek(): Token {
    if (this.#ahead !== undefined) return this.#ahead;
    const { value, done } = this.#tokens.next();
    this.#ahead = done === true ? end : tokenOf(value[0]);
    return this.#ahead;
  }

  /** Like `peek`, with operator words read as plain text. */
  #next(): Token {
    const token = this.#peek();
    this.#ahead = undefined;
    this.#read++;
    return token;
  }

  /** True when a step has read its share of tokens. */
  get #stepIsOver(): boolean {
    return this.#read % stepTokens === 0;
  }

  *requirements(): Steps<LabelRequirement[]> {
    const found: LabelRequirement[] = [];
    for (;;) {
      const first = this.#peek();
      if (first.type === "end" && found.length === 0) return found;
      if (!isKeyStart(first))
        throw new SelectorSyntaxError(`found '${first.text}', expected: !, identifier, or 'end of string'`);
      found.push(yield* this.#requirement());
      const after = this.#next();
      if (this.#stepIsOver) yield;
      if (after.type === "end") return found;
      if (after.type !== ",") throw new SelectorSyntaxError(`found '${after.text}', expected: ',' or 'end of string'`);
      const following = this.#peek();
      if (!isKeyStart(following))
        throw new SelectorSyntaxError(`found '${following.text}', expected: identifier after ','`);
    }
  }

  *#requirement(): Steps<LabelRequirement> {
    const negated = this.#peek().type === "!";
    if (negated) this.#next();
    const key = this.#next();
    if (!isWord(key)) fail(`found '${key.text}', expected: identifier`);
    if (negated || this.#peek().type === "end" || this.#peek().type === ",") {
      checkKey(key.text);
      return { key: key.text, op: negated ? "doesNotExist" : "exists" };
    }
    const op = this.#next();
    switch (op.type) {
      case "in":
      case "notin":
        return yield* checkedSet(key.text, op.type === "in" ? "in" : "notIn", yield* this.#values());
      case "=":
      case "==":
        return yield* checkedSet(key.text, "in", [this.#value()]);
      case "!=":
        return yield* checkedSet(key.text, "notIn", [this.#value()]);
      case ">":
      case "<":
        return checkedNumber(key.text, op.type === ">" ? "gt" : "lt", this.#value());
      default:
        return fail(`found '${op.text}', expected: in, notin, =, ==, !=, gt, lt`);
    }
  }

  #value(): string {
    const token = this.#peek();
    if (token.type === "end" || token.type === ",") return "";
    this.#next();
    if (isWord(token)) return token.text;
    return fail(`found '${token.text}', expected: identifier`);
  }

  /** `(a,b)`, `()`, `(,a)`: a comma without a neighbour means the empty value. */
  *#values(): Steps<string[]> {
    const open = this.#next();
    if (open.type !== "(") fail(`found '${open.text}' expected: '('`);
    const first = this.#peek();
    if (first.type === ")") {
      this.#next();
      return [""];
    }
    if (!isWord(first) && first.type !== ",") fail(`found '${first.text}', expected: ',', ')' or identifier`);
    const values = new Set<string>();
    for (;;) {
      const token = this.#next();
      if (this.#stepIsOver) yield;
      if (isWord(token)) values.add(token.text);
      else if (token.type !== ",") fail(`found '${token.text}', expected: ',', or identifier`);
      else if (values.size === 0) values.add("");
      const after = this.#peek();
      if (isWord(token) && after.type !== "," && after.type !== ")")
        fail(`found '${after.text}', expected: ',' or ')'`);
      if (token.type === "," && (after.type === "," || after.type === ")")) values.add("");
      if (after.type === ")") break;
      if (token.type === "," && after.type === ",") this.#next();
    }
    this.#next();
    return yield* sortSteps([...values], compareText);
  }
}

/** The words `in` and `notin` are names too where no operator can stand. */
function isWord({ type }: Token): boolean {
  return type === "identifier" || type === "in" || type === "notin";
}

function isKeyStart(token: Token): boolean {
  return isWord(token) || token.type === "!";
}

function fail(message: string): never {
  throw new SelectorSyntaxError(`unable to parse requirement: ${message}`);
}

function checkKey(key: string, more: readonly FieldError[] = []): void {
  const problems = qualifiedName(key);
  const errors = [...(problems.length === 0 ? [] : [invalid("<nil>", key, problems.join("; "))]), ...more];
  if (errors.length > 0) fail(aggregateErrors(errors));
}

function* checkedSet(key: string, op: "in" | "notIn", values: readonly string[]): Steps<LabelRequirement> {
  const errors: FieldError[] = [];
  for (const [i, value] of values.entries()) {
    if (i > 0 && i % stepTokens === 0) yield;
    const problems = labelValue(value);
    if (problems.length > 0) errors.push(invalid(`values[${i}][${key}]`, value, problems.join("; ")));
  }
  checkKey(key, errors);
  return { key, op, values };
}

function checkedNumber(key: string, op: "gt" | "lt", text: string): LabelRequirement {
  const value = parseInt64(text);
  const more: FieldError[] = [];
  if (value === undefined)
    more.push(invalid("values[0]", text, "for 'Gt', 'Lt' operators, the value must be an integer"));
  const problems = labelValue(text);
  if (problems.length > 0) more.push(invalid(`values[0][${key}]`, text, problems.join("; ")));
  checkKey(key, more);
  return { key, op, value: value ?? 0n };
}

/** A selector as objects hold it: `matchLabels` and `matchExpressions`, all of which must hold. */
export interface LabelSelectorObject {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

/** Unset selects nothing (undefined), empty selects everything. The object is taken to be valid. */
export function labelSelectorFrom(object: LabelSelectorObject | undefined): LabelSelector | undefined {
  if (object === undefined) return undefined;
  const found: LabelRequirement[] = [];
  for (const [key, value] of Object.entries(object.matchLabels ?? {})) found.push({ key, op: "in", values: [value] });
  for (const { key, operator, values = [] } of object.matchExpressions ?? []) {
    if (operator === "In" || operator === "NotIn") found.push({ key, op: operator === "In" ? "in" : "notIn", values });
    else if (operator === "Exists" || operator === "DoesNotExist") {
      found.push({ key, op: operator === "Exists" ? "exists" : "doesNotExist" });
    } else return undefined;
  }
  return createLabelSelector(found);
}
