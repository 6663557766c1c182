import { quote } from "@svc/base";
import { aString, checkArgument } from "@svc/base/check";
/**
 * A JSONPath from an untrusted definition: `.spec.ports[0].name`,
 * `.status.conditions[?(@.type=="Ready")].status`, `.a[*].b`, `..name`, `.items[1:3]`, `['a','b']`.
 * Absent members select nothing.
 */
export interface JsonPath {
  /**
   * The first value that the path selects; undefined without one. Stops after a bounded number of
   * steps.
   */
  first(object: unknown): unknown;
}

type Step = (value: unknown) => Iterable<unknown>;

const maxLength = 4096;
const maxSteps = 64;
/** Bounds the work of nested recursive descents, which multiply. */
const maxVisited = 10_000;

/** @throws {TypeError} for an invalid path */
export function parseJsonPath(text: string): JsonPath {
  checkArgument("parseJsonPath: text", text, aString);
  const steps = text.length > maxLength ? undefined : parseSteps(text);
  if (steps === undefined || steps.length > maxSteps) throw new TypeError(`not a JSONPath: ${quote(text)}`);
  return { first: (object) => firstOf(steps, object) };
}

/** Depth first, so that nothing is computed after the first value. */
function firstOf(steps: readonly Step[], object: unknown): unknown {
  let visited = 0;
  const search = (value: unknown, index: number): unknown => {
    const step = steps[index];
    if (step === undefined) return value;
    for (const next of step(value)) {
      if (++visited > maxVisited) return undefined;
      const found = search(next, index + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search(object, 0);
}

const namePattern = /(?:\\.|[^\s.,[\]{}$@\\])*/y;
const bracketPattern = /\[(?:\?\((?<filter>(?:[^()"']|"[^"]*"|'[^']*')*)\)|(?<items>(?:[^\]"']|"[^"]*"|'[^']*')*))\]/y;

function parseSteps(text: string): readonly Step[] | undefined {
  // The object itself is the first of all that is in it.
  return text === "." || text === ".." ? [] : pathSteps(text);
}

/**
 * The steps of a path. As in kube-apiserver, `$`, `@` and spaces only end a name, a closing brace
 * ends the path, and a name may be empty.
 */
function pathSteps(text: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  for (let at = 0; at < text.length && text[at] !== "}"; ) {
    const char = text[at] as string;
    if (char === "[") {
      bracketPattern.lastIndex = at;
      const match = bracketPattern.exec(text);
      const step = match === null ? undefined : bracketStep(match.groups?.["filter"], match.groups?.["items"]);
      if (step === undefined) return undefined;
      steps.push(step);
      at = bracketPattern.lastIndex;
    } else if (char === " " || char === "$" || char === "@" || text.startsWith(".[", at)) at++;
    else if (text.startsWith("..", at)) {
      steps.push(descendants);
      at += 2;
    } else {
      namePattern.lastIndex = char === "." ? at + 1 : at;
      const [name = ""] = namePattern.exec(text) ?? [];
      if (namePattern.lastIndex === at) return undefined;
      steps.push(name === "*" ? children : member(name.replaceAll("\\", "")));
      at = namePattern.lastIndex;
    }
  }
  return steps;
}

function bracketStep(filter: string | undefined, items: string | undefined): Step | undefined {
  if (filter !== undefined) return filterStep(filter);
  const parts = splitItems(items ?? "");
  const steps = parts.map(itemStep);
  if (steps.length === 0 || steps.some((step) => step === undefined)) return undefined;
  const all = steps as readonly Step[];
  const [only] = all;
  return all.length === 1 && only !== undefined ? only : (value) => all.flatMap((step) => [...step(value)]);
}

/** Splits at commas outside of quotes. */
function splitItems(text: string): readonly string[] {
  return [...text.matchAll(/(?:[^,"']|"[^"]*"|'[^']*')+/g)].map(([part]) => part.trim());
}

function itemStep(text: string): Step | undefined {
  if (text === "*") return items;
  const quoted = /^'([^']*)'$/.exec(text);
  if (quoted !== null) {
    // A key is a path, too.
    const steps = pathSteps(`.${quoted[1]}`);
    return steps && ((value) => selected(steps, value));
  }
  const range = /^(-?\d+)?(?:(:)(-?\d+)?(?::(\d+))?)?$/.exec(text);
  if (range === null || text === "") return undefined;
  const [, from, colon, to, stride] = range;
  if (colon === undefined) return (value) => (Array.isArray(value) ? itemAt(value, Number(from)) : []);
  const every = stride === undefined ? 1 : Number(stride);
  if (every === 0) return () => [];
  return (value) =>
    Array.isArray(value)
      ? value
          .slice(from === undefined ? 0 : Number(from), to === undefined ? undefined : Number(to))
          .filter((_, i) => i % every === 0)
      : [];
}

function* selected([step, ...more]: readonly Step[], value: unknown): Iterable<unknown> {
  if (step === undefined) yield value;
  else for (const next of step(value)) yield* selected(more, next);
}

function itemAt(list: readonly unknown[], index: number): readonly unknown[] {
  const item = list.at(index);
  return item === undefined ? [] : [item];
}

function member(name: string): Step {
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value) || !Object.hasOwn(value, name)) return [];
    return [(value as Readonly<Record<string, unknown>>)[name]];
  };
}

const items: Step = (value) => (Array.isArray(value) ? value : []);

const children: Step = (value) => {
  // The original takes a text for a list of bytes.
  if (typeof value === "string") return Array.from(Buffer.from(value), String);
  return typeof value === "object" && value !== null ? Object.values(value) : [];
};

/** A value and all its descendants, in pre-order. */
function* descendants(value: unknown): Iterable<unknown> {
  const pending = [value];
  for (let next = pending.shift(); pending.length > 0 || next !== undefined; next = pending.shift()) {
    if (typeof next !== "object" || next === null) continue;
    yield next;
    for (const child of Object.values(next)) if (typeof child === "object" && child !== null) pending.push(child);
  }
}

type Operand = (item: unknown) => unknown;

const comparisons: ReadonlyMap<string, (a: unknown, b: unknown) => boolean> = new Map(
  Object.entries({
    "==": (a, b) => a === b,
    "!=": (a, b) => a !== b,
    "<": (a, b) => ordered(a, b, (x, y) => x < y),
    "<=": (a, b) => ordered(a, b, (x, y) => x <= y),
    ">": (a, b) => ordered(a, b, (x, y) => x > y),
    ">=": (a, b) => ordered(a, b, (x, y) => x >= y),
  } satisfies Readonly<Record<string, (a: unknown, b: unknown) => boolean>>),
);

function ordered(a: unknown, b: unknown, compare: (a: number | string, b: number | string) => boolean): boolean {
  if (typeof a === "number" && typeof b === "number") return compare(a, b);
  return typeof a === "string" && typeof b === "string" && compare(a, b);
}

function filterStep(text: string): Step | undefined {
  const parts = comparedParts(text);
  if (parts === undefined) return undefined;
  const { left, operator, right } = parts;
  const a = operandOf(left);
  if (a === undefined) return undefined;
  if (operator === undefined) return filtered((item) => a(item) !== undefined);
  const b = operandOf(right);
  const compare = comparisons.get(operator);
  if (b === undefined || compare === undefined) return undefined;
  return filtered((item) => {
    const value = a(item);
    return value !== undefined && compare(value, b(item));
  });
}

interface ComparedParts {
  readonly left: string;
  /** Undefined where nothing is compared. */
  readonly operator: string | undefined;
  readonly right: string;
}

/** Takes a filter apart at its operator, which is not within quotes. */
function comparedParts(text: string): ComparedParts | undefined {
  const operands = [""];
  let operator: string | undefined;
  let at = 0;
  for (const [token, symbol] of text.matchAll(/(==|!=|<=|>=|<|>)|"[^"]*"|'[^']*'|[^=!<>"']+/gy)) {
    at += token.length;
    if (symbol === undefined) operands.push(`${operands.pop()}${token}`);
    else if (operator !== undefined) return undefined;
    else {
      operator = symbol;
      operands.push("");
    }
  }
  const [left = "", right = ""] = operands.map((operand) => operand.trim());
  if (at < text.length || left === "" || (operator !== undefined && right === "")) return undefined;
  return { left, operator, right };
}

function filtered(keeps: (item: unknown) => boolean): Step {
  return (value) => (Array.isArray(value) ? value.filter(keeps) : []);
}

function operandOf(text: string): Operand | undefined {
  const quoted = /^(?:'([^']*)'|"([^"]*)")$/.exec(text);
  if (quoted !== null) return constant(quoted[1] ?? quoted[2] ?? "");
  if (/^-?\d+(\.\d+)?$/.test(text)) return constant(Number(text));
  if (text === "true" || text === "false") return constant(text === "true");
  if (!text.startsWith("@")) return undefined;
  const steps = parseSteps(text.slice(1));
  return steps === undefined ? undefined : (item) => firstOf(steps, item);
}

function constant(value: unknown): Operand {
  return () => value;
}
