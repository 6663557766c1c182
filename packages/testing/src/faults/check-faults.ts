import { quote } from "@svc/base";
import type { Fault, FaultEffect, FaultSelection } from "./fault.ts";

/** The options of each kind of fault. */
const optionsOfKind: ReadonlyMap<FaultEffect["kind"], readonly string[]> = new Map([
  ["conflict", []],
  ["lostResponse", []],
  ["tooManyRequests", ["retryAfterSeconds"]],
  ["serverError", ["code"]],
  ["delay", ["delayMs"]],
  ["cutBody", []],
  ["watchEnds", ["afterEvents"]],
  ["expired", []],
  ["staleWatch", ["delayMs"]],
  ["repeatedBookmarks", []],
  ["unknownOutcome", ["isDone"]],
  ["webhookFails", ["webhooks"]],
  ["webhookDelays", ["delayMs", "webhooks"]],
  ["hook", ["when", "hook"]],
]);

const selection: readonly (keyof FaultSelection)[] = ["verbs", "resources", "users", "probability", "at", "times"];
/** Options that a kind cannot do without. */
const required: readonly string[] = ["delayMs", "when", "hook"];

/**
 * Checks faults that no compiler has checked: a fault that is never injected proves nothing.
 * @throws {TypeError} for an unknown kind or option, and for a value out of its range
 */
export function checkFaults(faults: readonly Fault[]): void {
  if (!Array.isArray(faults)) throw new TypeError(`faults must be an array of faults, not ${typeof faults}`);
  for (const [at, fault] of faults.entries()) {
    const problem = problemOf(fault);
    if (problem !== undefined) throw new TypeError(`faults[${at}]: ${problem}`);
  }
}

function problemOf(fault: Fault): string | undefined {
  const { kind, probability = 1, at = [1] } = fault;
  const own = optionsOfKind.get(kind);
  if (own === undefined)
    return `kind ${quote(String(kind))} is unknown; the kinds are ${[...optionsOfKind.keys()].join(", ")}`;
  const known = ["kind", ...own, ...selection];
  const unknown = Object.keys(fault).find((option) => !known.includes(option));
  if (unknown !== undefined) return `${quote(unknown)} is no option of ${kind}; its options are ${known.join(", ")}`;
  const missing = own.find((option) => required.includes(option) && !Object.hasOwn(fault, option));
  if (missing !== undefined) return `${kind} needs ${missing}`;
  if (!(probability >= 0 && probability <= 1)) return `probability must be from 0 to 1, not ${probability}`;
  const place = at.find((number) => !Number.isInteger(number) || number < 1);
  return place === undefined ? undefined : `at counts requests from 1: ${place} is none`;
}
