import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { runScenario, type StepResult } from "./scenario.ts";
import { scenarios } from "./scenarios.ts";

/** Recorded responses of a Kubernetes 1.33 server. */
const results = JSON.parse(readFileSync(new URL("../../testdata/results.json", import.meta.url), "utf8")) as Readonly<
  Record<string, readonly StepResult[]>
>;

describe("scenarios have the same results as the original", () => {
  test.each(scenarios)("$name", (scenario) => {
    expect(runScenario(scenario)).toEqual(results[scenario.name]);
  });

  test("there are many scenarios, and each has a recorded result", () => {
    expect(scenarios.length).toBeGreaterThanOrEqual(150);
    expect(Object.keys(results).sort()).toEqual(scenarios.map(({ name }) => name).sort());
  });
});
