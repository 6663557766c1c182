import { quote } from "@svc/base";
import { aString, checkArgument } from "@svc/base/check";
import {
  children,
  constant,
  descendants,
  type FilterOperator,
  failing,
  filter,
  member,
  type Step,
  slice,
  union,
  valuesAt,
} from "./json-path-steps.ts";

/**
 * A JSONPath from an untrusted definition: `.spec.ports[0].name`,
 * `.status.conditions[?(@.type=="Ready")].status`, `.a[*].b`, `..name`, `.items[1:3]`, `['a','b']`.
 * Absent members select nothing. A step that cannot be taken, as an index beyond the end of a list,
 * makes the whole path select nothing.
 */
export interface JsonPath {
  /**
   * The first value that the path selects; undefined without one, and for a path that needs more
   * than a bounded number of steps.
   */
  first(object: unknown): unknown;
}

const maxLength = 4096;
const maxSteps = 64;

/** @throws {TypeError} for an invalid path */
export function parseJsonPath(text: string): JsonPath {
  checkArgument("parseJsonPath: text", text, aString);
  const steps = text.length > maxLength ? undefined : stepsOf(text);
  if (steps === undefined || steps.length > maxSteps) throw new TypeError(`not a JSONPath: ${quote(text)}`);
  return { first: (object) => valuesAt(steps, object)?.[0] };
}

/**
 * Reads one part of a path at the start of a text. A brace ends the path, whatever follows; spaces,
 * `$` and `@` only end a name.
 */
interface Syntax {
  readonly pattern: RegExp;
  /** The step of a match; undefined for an invalid one. */
  readonly step: (match: RegExpExecArray) => Step | undefined;
}

/** In the order in which they are tried. */
const syntaxes: readonly Syntax[] = [
  // Parentheses are text only within the first quotes of a filter.
  {
    pattern: /\[\?\(([^)"'\n]*(?:(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')[^)\n]*)?)\)\]/y,
    step: ([, text = ""]) => filterOf(text),
  },
  { pattern: /\[(?!\?\()([^\]\n]*)\]/y, step: ([, text = ""]) => itemsOf(text) },
  { pattern: /\.\./y, step: () => descendants },
  { pattern: /\.((?:[^\s.,[\]{}$@\\]|\\.)*)/y, step: ([, name = ""]) => memberOf(name) },
  { pattern: /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/y, step: ([text]) => quotedOf(text) },
  { pattern: /[+-]?[\d.]+|[+-]/y, step: ([text]) => numberOf(text) },
  {
    pattern: /[\p{L}_][^\s.,[\]{}$@\\]*/uy,
    step: ([name]) => (/^(?:true|false)$/.test(name) ? constant(name === "true") : failing),
  },
];

const ignored = /[ $@]+/y;

function stepsOf(text: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  for (let at = 0; at < text.length && text[at] !== "}"; ) {
    const blank = matchAt(ignored, text, at);
    if (blank !== undefined) {
      at += blank[0].length;
      continue;
    }
    const found = partAt(text, at, steps.at(-1) === descendants);
    if (found?.step === undefined) return undefined;
    steps.push(found.step);
    at = found.end;
  }
  return steps;
}

interface Found {
  readonly step: Step | undefined;
  readonly end: number;
}

function partAt(text: string, at: number, isAfterDescent: boolean): Found | undefined {
  // A name may follow a descent at once.
  const name =
    isAfterDescent && text[at - 1] === "." ? matchAt(/[\p{L}\d_](?:[^\s.,[\]{}$@\\]|\\.)*/uy, text, at) : undefined;
  if (name !== undefined) return { step: memberOf(name[0]), end: at + name[0].length };
  for (const { pattern, step } of syntaxes) {
    const match = matchAt(pattern, text, at);
    if (match === undefined) continue;
    const read = step(match);
    return { step: isAfterDescent && read === descendants ? undefined : read, end: at + match[0].length };
  }
  return undefined;
}

/** Patterns are shared, and a part may be a path of its own: nothing is read from them later. */
function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

function memberOf(name: string): Step {
  return name === "*" ? children : member(name.replaceAll("\\", ""));
}

function quotedOf(text: string): Step | undefined {
  const inner = text.slice(1, -1);
  if (/\\[^abfnrtvxuU0-7\\"']/.test(inner)) return undefined;
  return constant(inner.replace(/\\(["'\\])/g, "$1"));
}

function numberOf(text: string): Step | undefined {
  const isNumber = /\d/.test(text) && text.indexOf(".") === text.lastIndexOf(".");
  return isNumber ? constant(Number(text)) : undefined;
}

/** What stands in brackets: a list of indexes, ranges and keys. */
function itemsOf(text: string): Step | undefined {
  const parts = text.split(",");
  if (parts.length === 1) return itemOf(text);
  const steps = parts.map((part) => itemOf(part.trim()));
  return steps.every((step) => step !== undefined) ? union(steps) : undefined;
}

function itemOf(text: string): Step | undefined {
  const [, key] = /^'([^']*)'$/.exec(text) ?? [];
  if (key !== undefined) {
    // A key is a path, too.
    const steps = stepsOf(`.${key}`);
    return steps && ((values) => valuesAt(steps, ...values));
  }
  const [range, from = "", to, stride = ":"] = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/.exec(text === "*" ? ":" : text) ?? [];
  if (range === undefined || [from, to, stride].some((bound) => bound === "-" || bound === ":-")) return undefined;
  const [first, end, every] = [from, to?.slice(1) ?? "", stride.slice(1)].map((bound) =>
    bound === "" ? undefined : Number(bound),
  );
  if ([first, end, every].some((bound) => bound !== undefined && Math.abs(bound) > 2 ** 63)) return undefined;
  if (first !== undefined && to === undefined) return slice({ first, end: undefined, isIndex: true, every: 1 });
  return slice({ first: first ?? 0, end, isIndex: false, every: every ?? 1 });
}

function filterOf(text: string): Step | undefined {
  const at = text.search(/[!<>=]/);
  const [operator = ""] = at < 0 ? [] : (matchAt(/[!<>=]+/y, text, at) ?? []);
  const left = stepsOf(operator === "" ? text : text.slice(0, at));
  if (left === undefined || operator === "") return left && filter(left);
  const right = text.slice(at + operator.length);
  const steps = at === 0 || right === "" ? undefined : stepsOf(right);
  return steps && filter(left, { operator: operator as FilterOperator, right: steps });
}
