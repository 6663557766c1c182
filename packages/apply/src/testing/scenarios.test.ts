import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Answer, runScenario } from "./scenario.ts";
import { scenarios } from "./scenarios.ts";

/** Recorded responses of a Kubernetes 1.33 server. */
const answers = JSON.parse(readFileSync(new URL("../../testdata/answers.json", import.meta.url), "utf8")) as Readonly<
  Record<string, readonly Answer[]>
>;

describe("scenarios have the same results as the original", () => {
  test.each(scenarios)("$name", (scenario) => {
    expect(runScenario(scenario)).toEqual(answers[scenario.name]);
  });

  test("there are many scenarios, and each has a recorded result", () => {
    expect(scenarios.length).toBeGreaterThanOrEqual(150);
    expect(Object.keys(answers).sort()).toEqual(scenarios.map(({ name }) => name).sort());
  });
});
