import { describe, expect, it } from "vitest";
import { failureOf, registerCases, type SuiteOptions } from "./index.ts";

const cases = [
  { name: "passes", law: "A law", run: () => undefined },
  {
    name: "fails",
    run: () => {
      throw "no error object";
    },
  },
];

/** The outcome of each test of a suite. */
async function outcomes(knownFailures: SuiteOptions["knownFailures"] = {}): Promise<Readonly<Record<string, string>>> {
  const bodies = new Map<string, () => Promise<void>>();
  const test = (name: string, body: () => Promise<void>): void => void bodies.set(name, body);
  registerCases(cases, { test, knownFailures }, ({ run }) => failureOf(run));
  const results: Record<string, string> = {};
  for (const [name, body] of bodies) results[name] = (await failureOf(body))?.message ?? "passes";
  return results;
}

describe("the cases of a suite", () => {
  it("are tests that are named after the law and the case", async () => {
    expect(await outcomes()).toEqual({ "A law: passes": "passes", fails: "no error object" });
  });

  it("pass where their failure is known, and fail where a known failure passes", async () => {
    expect(await outcomes({ passes: "not yet", fails: "not yet" })).toEqual({
      "A law: passes": "'passes' passes, but is listed as a known failure: not yet",
      fails: "passes",
    });
  });

  it("include every known failure", async () => {
    await expect(outcomes({ other: "not yet" })).rejects.toThrow("knownFailures names 'other', which is no case");
  });
});
