import { addError, displayAs, invalid } from "@svc/meta";
import type { Limits } from "./check.ts";
import { type Findings, jsonTypeOf, type Part } from "./findings.ts";
import { displayGoValue, floatText } from "./go-value.ts";
import { pathOf } from "./value-path.ts";

/** Bounds of integers are truncated to integers. */
export function checkNumber(found: Findings, limits: Limits, part: Part<number | bigint>): void {
  found.matches++;
  const { minimum, maximum, multipleOf } = limits;
  if (minimum === undefined && maximum === undefined && multipleOf === undefined) return;
  const { value } = part;
  const isWhole = jsonTypeOf(value) === "integer";
  if (multipleOf !== undefined) checkMultiple(found, part, { multipleOf, isWhole });
  if (minimum !== undefined) {
    const least = boundOf(minimum, isWhole);
    if (limits.exclusiveMinimum === true && value <= least)
      failNumber(found, part, `greater than ${boundText(minimum, isWhole)}`);
    else if (value < least) failNumber(found, part, `greater than or equal to ${boundText(minimum, isWhole)}`);
  }
  if (maximum !== undefined) {
    const largest = boundOf(maximum, isWhole);
    if (limits.exclusiveMaximum === true && value >= largest)
      failNumber(found, part, `less than ${boundText(maximum, isWhole)}`);
    else if (value > largest) failNumber(found, part, `less than or equal to ${boundText(maximum, isWhole)}`);
  }
}

interface MultipleOf {
  readonly multipleOf: number;
  readonly isWhole: boolean;
}

function checkMultiple(found: Findings, part: Part<number | bigint>, { multipleOf, isWhole }: MultipleOf): void {
  const { value } = part;
  const factor = boundOf(multipleOf, isWhole);
  if (factor <= 0) {
    const path = pathOf(part);
    const shown = boundText(multipleOf, isWhole);
    const message = `factor MultipleOf declared for ${path} must be positive: ${shown}`;
    addError(found.errors, () => invalid(path, displayAs(shown), message));
  } else if (!isMultiple(value, factor)) failNumber(found, part, `a multiple of ${boundText(multipleOf, isWhole)}`);
}

function failNumber(found: Findings, part: Part<number | bigint>, what: string): void {
  const path = pathOf(part);
  addError(found.errors, () => invalid(path, displayGoValue(part.value), `${path} in body should be ${what}`));
}

function boundOf(bound: number, isWhole: boolean): number | bigint {
  return isWhole ? integerOf(bound) : bound;
}

function boundText(bound: number, isWhole: boolean): string {
  return isWhole ? String(integerOf(bound)) : floatText(bound);
}

const smallestInteger = -(2n ** 63n);

/** A bound in 64 bits: the smallest number where they do not hold it. */
function integerOf(n: number): number | bigint {
  return n >= -(2 ** 63) && n < 2 ** 63 ? Math.trunc(n) : smallestInteger;
}

/** The largest integer that JSON numbers distinguish from its neighbours. */
const maxWhole = 2 ** 53 - 1;

function isMultiple(value: number | bigint, factor: number | bigint): boolean {
  if (typeof value === "bigint" || typeof factor === "bigint") return BigInt(value) % BigInt(factor) === 0n;
  if (Number.isInteger(value) && Number.isInteger(factor) && Math.abs(value) <= maxWhole) return value % factor === 0;
  const quotient = factor < 1 ? (1 / factor) * value : value / factor;
  if (!(Math.abs(quotient) <= maxWhole)) return false;
  const whole = Math.trunc(quotient);
  // Only small rounding errors count as whole.
  return quotient === whole || (whole !== 0 && Math.abs(quotient - whole) / Math.abs(quotient + whole) < 1e-9);
}
