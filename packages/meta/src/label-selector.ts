import { appendAll } from "@svc/base";
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

/** True if all requirements hold. */
export function matchesLabels({ requirements }: LabelSelector, labels: Labels | undefined): boolean {
  for (const r of requirements)
    if (!holds(r, labels !== undefined && Object.hasOwn(labels, r.key) ? labels[r.key] : undefined)) return false;
  return true;
}

function holds(r: LabelRequirement, value: string | undefined): boolean {
  switch (r.op) {
    case "exists":
      return value !== undefined;
    case "doesNotExist":
      return value === undefined;
    case "in":
      return value !== undefined && r.values.includes(value);
    case "notIn":
      return value === undefined || !r.values.includes(value);
    case "gt":
    case "lt": {
      const number = value === undefined ? undefined : parseInt64(value);
      if (number === undefined) return false;
      return r.op === "gt" ? number > r.value : number < r.value;
    }
  }
}

function parseInt64(text: string): bigint | undefined {
  if (!/^[+-]?\d{1,20}$/.test(text)) return undefined;
  const value = BigInt(text.startsWith("+") ? text.slice(1) : text);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

/** Creates a selector from requirements. */
export function createLabelSelector(requirements: readonly LabelRequirement[]): LabelSelector {
  const sorted = [...requirements].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return { requirements: sorted, text: sorted.map(formatRequirement).join(",") };
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
  /** The message is one that clients know: `unable to parse requirement: …`. */
  | { readonly ok: false; readonly message: string };

/**
 * Parses `a=b,c!=d,e in (f,g),!h,i>1`. At most `maxBytes` of it are looked at, which the length of
 * a URL bounds anyway.
 */
export function parseLabelSelector(text: string): LabelSelectorResult {
  if (text === "") return { ok: true, selector: everyLabel };
  const parser = new Parser(text);
  try {
    return { ok: true, selector: createLabelSelector(parser.requirements()) };
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

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  // Signs stand together (`!==` is one wrong token), other text runs up to a sign or a space; a NUL
  // says nothing, like a space.
  for (const [token] of text.matchAll(/[()]|,|[=!<>]+|[^\s\0=!(),<>]+/g)) {
    if (token === "in" || token === "notin") tokens.push({ type: token, text: token });
    else if (symbols.has(token)) tokens.push({ type: token as TokenType, text: token });
    else if (/^[=!<>]/.test(token)) appendAll(tokens, splitSigns(token));
    else tokens.push({ type: "identifier", text: token });
  }
  return tokens;
}

/** The longest sign first, so that `!==` is `!=` and `=`. */
function splitSigns(run: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < run.length; ) {
    const two = run.slice(at, at + 2);
    const sign = two.length === 2 && symbols.has(two) ? two : run.charAt(at);
    tokens.push({ type: sign as TokenType, text: sign });
    at += sign.length;
  }
  return tokens;
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = tokenize(text);
  }

  #peek(): Token {
    return this.#tokens[this.#at] ?? { type: "end", text: "" };
  }

  /** As `peek`, with words that are operators taken as plain text. */
  #next(): Token {
    const token = this.#peek();
    this.#at++;
    return token;
  }

  requirements(): LabelRequirement[] {
    const found: LabelRequirement[] = [];
    for (;;) {
      const first = this.#peek();
      if (first.type === "end" && found.length === 0) return found;
      if (!isKeyStart(first))
        throw new SelectorSyntaxError(`found '${first.text}', expected: !, identifier, or 'end of string'`);
      found.push(this.#requirement());
      const after = this.#next();
      if (after.type === "end") return found;
      if (after.type !== ",") throw new SelectorSyntaxError(`found '${after.text}', expected: ',' or 'end of string'`);
      const following = this.#peek();
      if (!isKeyStart(following))
        throw new SelectorSyntaxError(`found '${following.text}', expected: identifier after ','`);
    }
  }

  #requirement(): LabelRequirement {
    const negated = this.#peek().type === "!";
    if (negated) this.#at++;
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
        return checkedSet(key.text, op.type === "in" ? "in" : "notIn", this.#values());
      case "=":
      case "==":
        return checkedSet(key.text, "in", [this.#value()]);
      case "!=":
        return checkedSet(key.text, "notIn", [this.#value()]);
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
    this.#at++;
    if (isWord(token)) return token.text;
    return fail(`found '${token.text}', expected: identifier`);
  }

  /** `(a,b)`, `()`, `(,a)`: a comma with nothing on one side of it stands for the empty value. */
  #values(): string[] {
    const open = this.#next();
    if (open.type !== "(") fail(`found '${open.text}' expected: '('`);
    const first = this.#peek();
    if (first.type === ")") {
      this.#at++;
      return [""];
    }
    if (!isWord(first) && first.type !== ",") fail(`found '${first.text}', expected: ',', ')' or identifier`);
    const values = new Set<string>();
    for (;;) {
      const token = this.#next();
      if (isWord(token)) values.add(token.text);
      else if (token.type !== ",") fail(`found '${token.text}', expected: ',', or identifier`);
      else if (values.size === 0) values.add("");
      const after = this.#peek();
      if (isWord(token) && after.type !== "," && after.type !== ")")
        fail(`found '${after.text}', expected: ',' or ')'`);
      if (token.type === "," && (after.type === "," || after.type === ")")) values.add("");
      if (after.type === ")") break;
      if (token.type === "," && after.type === ",") this.#at++;
    }
    this.#at++;
    return [...values].sort();
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

function checkedSet(key: string, op: "in" | "notIn", values: readonly string[]): LabelRequirement {
  checkKey(
    key,
    values.flatMap((value, i) => {
      const problems = labelValue(value);
      return problems.length === 0 ? [] : [invalid(`values[${i}][${key}]`, value, problems.join("; "))];
    }),
  );
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

/** The form that objects hold: `matchLabels` and `matchExpressions`, all of which must hold. */
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
