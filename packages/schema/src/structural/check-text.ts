import { addError, invalid, quote, tooLong, tooManyRequests, typeInvalid } from "@svc/meta";
import type { Check, Pattern } from "./check.ts";
import type { Findings, Part, PatternWork } from "./findings.ts";
import { pathOf } from "./value-path.ts";

/** Only a hostile pattern needs so much: characters in known states are a sixteenth of a unit. */
const maxSearchWork = 500_000;
/** Past it the request fails and the client has to retry; compiled patterns are kept. */
const maxCompileWork = 20_000;

/** Of length and pattern only the first error is reported. */
export function checkText(found: Findings, check: Check, part: Part<string>): void {
  const { value } = part;
  const { pattern, format } = check;
  const { minLength, maxLength } = check.limits;
  found.matches++;
  if (maxLength !== undefined && value.length > maxLength && characters(value) > maxLength)
    failLength(found, part, maxLength);
  else if (minLength !== undefined && characters(value) < minLength)
    failText(found, part, `be at least ${minLength} chars long`);
  else if (pattern !== undefined && !matches(found, pattern, value)) failText(found, part, `match '${pattern.text}'`);
  if (format === undefined) return;
  found.matches++;
  if (!format.check(value)) failFormat(found, part, format.name);
}

function failLength(found: Findings, part: Part, maxLength: number): void {
  addError(found.errors, () => tooLong(pathOf(part), maxLength));
}

function failText(found: Findings, part: Part<string>, what: string): void {
  const path = pathOf(part);
  addError(found.errors, () => invalid(path, part.value, `${path} in body should ${what}`));
}

function failFormat(found: Findings, part: Part<string>, format: string): void {
  const path = pathOf(part);
  const message = `${path} in body must be of type ${format}: ${quote(part.value)}`;
  addError(found.errors, () => typeInvalid(path, part.value, message));
}

/** Beyond the budget of patterns, text counts as no match. */
function matches({ work }: Findings, pattern: Pattern, value: string): boolean {
  if (!pattern.isCompiled()) countCompiling(work, pattern);
  const regex = pattern.regex();
  try {
    return regex.test(value, work.spend);
  } catch (error) {
    if (error === workIsSpent) return false;
    throw error;
  }
}

const workIsSpent = new Error("the patterns of a value are too much work");

export function newPatternWork(): PatternWork {
  const work: PatternWork = {
    left: maxSearchWork,
    compiled: 0,
    spend: (units) => {
      work.left -= units;
      if (work.left < 0) throw workIsSpent;
    },
  };
  return work;
}

function countCompiling(work: PatternWork, { compileWork }: Pattern): void {
  if (work.compiled > 0 && work.compiled + compileWork > maxCompileWork)
    throw tooManyRequests("the patterns of the type are being compiled, please try again", 1);
  work.compiled += compileWork;
}

function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
