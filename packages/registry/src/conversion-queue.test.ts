import { setImmediate } from "node:timers/promises";
import { createManualClock, type ManualClock, silentLog } from "@svc/base";
import { ConversionNeeded } from "@svc/schema";
import { expect, test } from "vitest";
import { createConversionQueue } from "./conversion-queue.ts";
import { type ObjectReader, StoredObject } from "./stored-object.ts";

const reader: ObjectReader = {
  prefix: "/registry/notes/",
  namespaced: false,
  apiVersion: "example.com/v2",
  objectOf: () => ({ metadata: {} }),
  renew: () => ({}),
  fieldsOf: () => ({}),
};

function unreadable(name: string): StoredObject {
  const buffer = Buffer.from("{}");
  return new StoredObject({
    key: `/registry/notes/${name}`,
    revision: 1,
    reader,
    span: { block: { buffer }, start: 0, end: buffer.length },
    unreadable: { reason: "not converted", lost: false },
  });
}

function conversionFails(): ConversionNeeded & { readonly attempts: () => number } {
  let attempts = 0;
  const needed = new ConversionNeeded(() => {
    attempts++;
    return Promise.reject(new Error("the webhook refuses the object"));
  });
  return Object.assign(needed, { attempts: () => attempts });
}

async function passTime(clock: ManualClock, ms: number): Promise<void> {
  await setImmediate();
  clock.advance(ms);
  await setImmediate();
}

const works = new ConversionNeeded(() => Promise.resolve());
const options = { log: silentLog, random: () => 0.5, isReplaced: () => false };

test("objects that cannot be converted do not hold up the others", async () => {
  const queue = createConversionQueue({ ...options, clock: createManualClock() });
  const refused = conversionFails();
  for (let i = 0; i < 20; i++) queue.add(unreadable(`refused-${i}`), refused);
  const last = unreadable("last");
  queue.add(last, works);
  await queue.tried();
  expect(last.corrupt).toBeUndefined();
  expect(refused.attempts()).toBe(20);
  expect(queue.tried()).toBeUndefined();
});

test("a failed conversion is retried until it succeeds", async () => {
  const clock = createManualClock();
  const queue = createConversionQueue({ ...options, clock });
  const stored = unreadable("a");
  let attempts = 0;
  const needed = new ConversionNeeded(() => {
    if (attempts++ === 0) throw new Error("connection refused");
    return Promise.resolve();
  });
  queue.add(stored, needed);
  await queue.tried();
  expect(stored.corrupt).toBe("not converted");
  await passTime(clock, 1_000);
  expect(stored.corrupt).toBeUndefined();
  await passTime(clock, 60_000);
  expect(attempts).toBe(2);
});

test("the conversion of an object that was replaced is not retried", async () => {
  const clock = createManualClock();
  const queue = createConversionQueue({ ...options, clock, isReplaced: () => true });
  const refused = conversionFails();
  queue.add(unreadable("a"), refused);
  await queue.tried();
  await passTime(clock, 60_000);
  await passTime(clock, 60_000);
  expect(refused.attempts()).toBe(1);
  expect(clock.untilNext()).toBeUndefined();
});

test("the conversion by a new definition takes the place of that by the old one", async () => {
  const clock = createManualClock();
  const queue = createConversionQueue({ ...options, clock });
  const stored = unreadable("a");
  const old = conversionFails();
  queue.add(stored, old);
  await queue.tried();
  queue.add(stored, works);
  await queue.tried();
  expect(stored.corrupt).toBeUndefined();
  await passTime(clock, 60_000);
  expect(old.attempts()).toBe(1);
});

test("waits end when the queue is closed", async () => {
  const queue = createConversionQueue({ ...options, clock: createManualClock() });
  queue.add(unreadable("a"), new ConversionNeeded(() => new Promise(() => undefined)));
  const tried = queue.tried();
  queue.close();
  await expect(tried).resolves.toBeUndefined();
});
