import { test } from "vitest";
import { runCrashes } from "./testing/crash.ts";

// `bench/crash.ts` does the same for as long as one likes.
test("a process that is killed during 64 concurrent writes loses no acknowledged one", async () => {
  await runCrashes({ seed: 1, rounds: 6, maxLifeMs: 300 });
});
