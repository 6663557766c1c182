import { type Clock, systemClock } from "@svc/base";
import { expect, test } from "vitest";
import { rejectsWith } from "../conformance/steps.ts";
import { openEtcdStorage } from "./index.ts";

test("a process waits for the retries of a call, until its timeout, while no member can be reached", async () => {
  const retries: (boolean | undefined)[] = [];
  const clock: Clock = {
    ...systemClock,
    after: (delayMs, callback, options) => {
      if (delayMs < 1000) retries.push(options?.keepAlive);
      return systemClock.after(delayMs, callback, { keepAlive: true });
    },
  };
  // Nothing listens on the port of the discard service.
  await rejectsWith(
    "unavailable",
    openEtcdStorage({ endpoints: ["http://127.0.0.1:9"], requestTimeoutMs: 120, clock }),
  );
  expect(retries).toEqual(retries.map(() => true));
  expect(retries).not.toEqual([]);
});
