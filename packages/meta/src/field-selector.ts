import { finishSteps, type Steps, sortSteps } from "@svc/base";
import { anObject, aString, checkArgument, listOf } from "@svc/base/check";

/** One condition on a field of an object. A field that the object does not have counts as empty. */
export interface FieldRequirement {
  readonly field: string;
  readonly op: "=" | "!=";
  readonly value: string;
}

/** All requirements must hold. The empty selector holds of everything. */
export interface FieldSelector {
  /** Sorted by field, then by value, then by operator. */
  readonly requirements: readonly FieldRequirement[];
  /** Equal selectors have equal text. */
  readonly text: string;
}

/** Selects everything. */
export const everyField: FieldSelector = { requirements: [], text: "" };

/** Result of parsing a field selector. */
export type FieldSelectorResult =
  | { readonly ok: true; readonly selector: FieldSelector }
  | { readonly ok: false; readonly message: string };

/**
 * Parses `a=b,c!=d,e==f`; in values `\`, `,` and `=` are escaped by a backslash. Spaces are not
 * trimmed.
 * @throws {TypeError} for a wrong argument
 */
export function parseFieldSelector(text: string): FieldSelectorResult {
  checkArgument("parseFieldSelector: text", text, aString);
  const parsed = finishSteps(fieldRequirementSteps(text));
  return parsed.ok ? { ok: true, selector: selectorOf(parsed.requirements) } : parsed;
}

/** Result of parsing the requirements of a field selector, sorted by field, then by value. */
export type FieldRequirementsResult =
  | { readonly ok: true; readonly requirements: readonly FieldRequirement[] }
  | Extract<FieldSelectorResult, { readonly ok: false }>;

/** Terms that are parsed between two steps: some milliseconds of work. */
const stepTerms = 8_192;

/** Parses the requirements of a field selector of any length, in steps. */
export function* fieldRequirementSteps(text: string): Steps<FieldRequirementsResult> {
  const terms: string[] = [];
  for (let start = 0; start <= text.length; ) {
    const end = endOfTerm(text, start);
    if (end > start) terms.push(text.slice(start, end));
    start = end + 1;
    if (terms.length % stepTerms === 0) yield;
  }
  const requirements: FieldRequirement[] = [];
  // The order decides which mistake is reported.
  for (const [i, term] of (yield* sortSteps(terms, compare)).entries()) {
    if (i % stepTerms === stepTerms - 1) yield;
    const split = splitTerm(term);
    if (split === undefined) return { ok: false, message: `invalid selector: '${text}'; can't understand '${term}'` };
    const value = unescapeValue(split.value);
    if (!value.ok) return value;
    requirements.push({ field: split.field, op: split.op, value: value.text });
  }
  return { ok: true, requirements: yield* sortSteps(requirements, byField) };
}

const expectedRequirements = listOf(anObject);

/** Creates a selector from requirements. @throws {TypeError} for a wrong argument */
export function createFieldSelector(requirements: readonly FieldRequirement[]): FieldSelector {
  checkArgument("createFieldSelector: requirements", requirements, expectedRequirements);
  return selectorOf([...requirements].sort(byField));
}

function selectorOf(sorted: readonly FieldRequirement[]): FieldSelector {
  if (sorted.length === 0) return everyField;
  return { requirements: sorted, text: sorted.map((r) => `${r.field}${r.op}${escapeFieldValue(r.value)}`).join(",") };
}

function byField(a: FieldRequirement, b: FieldRequirement): number {
  return compare(a.field, b.field) || compare(a.value, b.value) || compare(a.op, b.op);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The offset of the comma that ends the term, or of the end. */
function endOfTerm(text: string, start: number): number {
  let i = start;
  for (; i < text.length && text[i] !== ","; i++) if (text[i] === "\\") i++;
  return Math.min(i, text.length);
}

/** The first operator splits; `!=` and `==` are tried before `=`. */
function splitTerm(
  term: string,
): { readonly field: string; readonly op: "=" | "!="; readonly value: string } | undefined {
  for (let i = 0; i < term.length; i++) {
    const two = term.slice(i, i + 2);
    if (two === "!=" || two === "==")
      return { field: term.slice(0, i), op: two === "!=" ? "!=" : "=", value: term.slice(i + 2) };
    if (term[i] === "=") return { field: term.slice(0, i), op: "=", value: term.slice(i + 1) };
  }
  return undefined;
}

function unescapeValue(
  text: string,
): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string } {
  if (!/[\\,=]/.test(text)) return { ok: true, text };
  let out = "";
  for (let i = 0; i < text.length; i++) {
    const c = text.charAt(i);
    if (c === "\\") {
      const next = text.charAt(++i);
      if (next !== "\\" && next !== "," && next !== "=") {
        return { ok: false, message: `invalid field selector: invalid escape sequence: \\${next}` };
      }
      out += next;
    } else if (c === "," || c === "=") {
      return { ok: false, message: `invalid field selector: unescaped character in value: ${c.charCodeAt(0)}` };
    } else out += c;
  }
  return { ok: true, text: out };
}

/** Escapes a value for a field selector. */
export function escapeFieldValue(text: string): string {
  return text.replace(/[\\,=]/g, "\\$&");
}

/** The value that a selector requires of a field by `=`, if it does. */
export function requiredFieldValue({ requirements }: FieldSelector, field: string): string | undefined {
  return requirements.find((r) => r.field === field && r.op === "=")?.value;
}
