import { createManualClock } from "@svc/base";
import { describe, expect, test } from "vitest";
import { testStorage } from "../conformance/index.ts";
import { committed, got, put } from "../conformance/steps.ts";
import { createMemoryStorage } from "./index.ts";

describe("memory storage", () => {
  testStorage({
    test,
    open: async () => {
      const clock = createManualClock();
      const storage = createMemoryStorage({ clock });
      return {
        storage,
        passTime: async (ms) => {
          clock.advance(ms);
          await new Promise((resolve) => setImmediate(resolve));
        },
        close: () => storage[Symbol.asyncDispose](),
      };
    },
  });
});

test("a value is kept without the buffer around it", async () => {
  await using storage = createMemoryStorage();
  const large = Buffer.from("before value behind");
  await committed(storage, { op: "put", key: "a", value: large.subarray(7, 12) });
  const { entry } = await storage.get("a");
  expect([String(entry && Buffer.from(entry.value)), entry?.value.buffer.byteLength]).toEqual(["value", 5]);
});

describe("fork", () => {
  test("shares existing content, and no later change", async () => {
    const clock = createManualClock();
    await using storage = createMemoryStorage({ clock });
    const first = await committed(storage, put("a", "1"), {
      op: "put",
      key: "t",
      value: new Uint8Array(),
      ttlSeconds: 5,
    });
    const second = await committed(storage, put("a", "2"));
    await using fork = storage.fork();
    const here = await committed(storage, put("a", "here"));
    const there = await committed(fork, put("a", "there"));
    expect([here, there]).toEqual([second + 1, second + 1]);
    expect(await got(storage, "a")).toBe(`a=here@${here}`);
    expect(await got(fork, "a")).toBe(`a=there@${there}`);
    expect(await got(fork, "a", first)).toBe(`a=1@${first}`);
    await fork.compact(there);
    expect(await got(storage, "a", first)).toBe(`a=1@${first}`);
    clock.advance(6000);
    expect(await got(storage, "t")).toBe("nothing");
    expect(await got(fork, "t")).toBe("nothing");
  });

  test("outlives its origin", async () => {
    const storage = createMemoryStorage();
    const revision = await committed(storage, put("a", "1"));
    await using fork = storage.fork();
    await storage[Symbol.asyncDispose]();
    expect(await got(fork, "a")).toBe(`a=1@${revision}`);
    await committed(fork, put("a", "2"));
  });
});
