import { expect, test } from "vitest";
import { explore } from "../explore/explore.ts";
import { startTestServer } from "../start-test-server.ts";
import { checkFaults } from "./check-faults.ts";
import type { Fault } from "./fault.ts";
import { knownFaults } from "./known-faults.ts";

test.each([
  {
    fault: { kind: "lostRespose" },
    problem: 'faults[0]: kind "lostRespose" is unknown; the kinds are conflict, lostResponse',
  },
  {
    fault: { kind: "conflict", verb: "update" },
    problem: '"verb" is no option of conflict; its options are kind, verbs',
  },
  { fault: { kind: "conflict", delayMs: 5 }, problem: '"delayMs" is no option of conflict' },
  { fault: { kind: "delay" }, problem: "delay needs delayMs" },
  { fault: { kind: "hook", when: "before" }, problem: "hook needs hook" },
  { fault: { kind: "conflict", probability: 2 }, problem: "probability must be from 0 to 1, not 2" },
  { fault: { kind: "conflict", probability: Number.NaN }, problem: "probability must be from 0 to 1, not NaN" },
  { fault: { kind: "conflict", at: [0] }, problem: "at counts requests from 1: 0 is none" },
])("refuses $fault", async ({ fault, problem }) => {
  const faults = [fault] as unknown as readonly Fault[];
  await expect(startTestServer({ faults })).rejects.toThrow(problem);
  await expect(explore(async () => undefined, { faults })).rejects.toThrow(problem);
});

test("explore needs faults", async () => {
  const untyped = explore as (test: () => Promise<void>, options?: object) => Promise<unknown>;
  await expect(untyped(async () => undefined, {})).rejects.toThrow("faults must be an array of faults, not undefined");
});

test("a replay of other faults is refused", async () => {
  const faults: readonly Fault[] = [{ kind: "conflict" }];
  await expect(explore(async () => undefined, { faults, replay: "1 4:1" })).rejects.toThrow(
    "replay names fault 4, and there are 1",
  );
});

test.each(Object.entries(knownFaults))("accepts the known faults %s", (_name, faults) => {
  expect(() => checkFaults(faults)).not.toThrow();
});
