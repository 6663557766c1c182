import { createManualClock, type ManualClock } from "@svc/base";
import { expect, test } from "vitest";
import { type Lag, type LaggingWatcher, type PendingBytes, WatchBacklog } from "./watch-backlog.ts";

/** A watcher that reads nothing. */
class StuckWatcher implements LaggingWatcher {
  readonly owner: string;
  readonly queue: Buffer[] = [];
  isBroken = false;
  readonly #backlog: WatchBacklog;
  #lag: Lag | undefined;

  constructor(backlog: WatchBacklog, owner: string, queue: readonly Buffer[] = []) {
    this.#backlog = backlog;
    this.owner = owner;
    this.queue.push(...queue);
    this.lag();
  }

  lag(): void {
    this.#lag = this.#backlog.lags(this);
  }

  push(frame: Buffer): void {
    if (this.isBroken) return;
    this.queue.push(frame);
    if (this.#lag?.isCounted) this.#backlog.added(this, frame, frame.length);
  }

  shift(): void {
    const frame = this.queue.shift();
    if (frame !== undefined && this.#lag?.isCounted) this.#backlog.taken(this, frame, frame.length);
  }

  *pending(): Iterable<PendingBytes> {
    for (const frame of this.queue) yield [frame, frame.length];
  }

  breakOff(): void {
    this.isBroken = true;
    this.#backlog.leave(this);
    this.queue.length = 0;
  }
}

interface Opened {
  readonly clock: ManualClock;
  readonly backlog: WatchBacklog;
  readonly broken: () => number;
}

function open(maxBytes: number, maxOwnerBytes: number = maxBytes): Opened {
  const clock = createManualClock();
  let broken = 0;
  const onBrokenOff = (): void => void broken++;
  const backlog = new WatchBacklog({ clock, maxBytes, maxOwnerBytes, stallMs: 60_000, onBrokenOff });
  return { clock, backlog, broken: () => broken };
}

const kib = (count: number): Buffer => Buffer.alloc(count * 1024);

test("a watcher that lags for less than a second is not counted", () => {
  const { clock, backlog, broken } = open(10);
  const watcher = new StuckWatcher(backlog, "a", [kib(1)]);
  clock.advance(999);
  expect([backlog.heldBytes, backlog.watchers]).toEqual([0, 1]);
  backlog.leave(watcher);
  clock.advance(10_000);
  expect([backlog.heldBytes, backlog.watchers, broken(), clock.untilNext()]).toEqual([0, 0, 0, undefined]);
});

test("a frame that waits for several watchers counts once, until the last one took it", () => {
  const { clock, backlog } = open(10_000_000);
  const [first, later] = [kib(1), kib(2)];
  const watchers = ["a", "a", "b"].map((owner) => new StuckWatcher(backlog, owner, [first]));
  clock.advance(1_000);
  expect(backlog.heldBytes).toBe(1_024);
  for (const watcher of watchers) watcher.push(later);
  expect(backlog.heldBytes).toBe(3_072);
  for (const watcher of watchers.slice(1)) watcher.shift();
  expect(backlog.heldBytes).toBe(3_072);
  watchers[0]?.shift();
  expect(backlog.heldBytes).toBe(2_048);
  for (const watcher of watchers) backlog.leave(watcher);
  expect(backlog.heldBytes).toBe(0);
});

test("an owner past its bound loses the watchers for which most waits", () => {
  const { clock, backlog, broken } = open(1_000_000, 10 * 1024);
  const watchers = [1, 6, 3].map((size) => new StuckWatcher(backlog, "a", [kib(size)]));
  const other = new StuckWatcher(backlog, "b", [kib(9)]);
  clock.advance(1_000);
  expect(broken()).toBe(0);
  watchers[0]?.push(kib(1));
  expect([broken(), ...watchers.map(({ isBroken }) => isBroken), other.isBroken]).toEqual([
    1,
    false,
    true,
    false,
    false,
  ]);
  expect(backlog.heldBytes).toBe((2 + 3 + 9) * 1024);
});

test("past the bound of all the owner that holds most loses watchers", () => {
  const { clock, backlog } = open(20 * 1024);
  const small = new StuckWatcher(backlog, "small", [kib(2)]);
  const large = Array.from({ length: 4 }, () => new StuckWatcher(backlog, "large", [kib(4)]));
  clock.advance(1_000);
  small.push(kib(3));
  expect(small.isBroken).toBe(false);
  expect(large.filter(({ isBroken }) => isBroken)).toHaveLength(1);
  expect(backlog.heldBytes).toBeLessThanOrEqual(20 * 1024);
});

test("a watcher that reads nothing for a minute is disconnected, a slow one is not", () => {
  const { clock, backlog, broken } = open(1_000_000);
  const stuck = new StuckWatcher(backlog, "a", [kib(1)]);
  const slow = new StuckWatcher(backlog, "a", [kib(1)]);
  for (let s = 0; s < 61; s++) {
    clock.advance(1_000);
    if (s % 30 === 0) slow.lag();
  }
  expect([stuck.isBroken, slow.isBroken, broken()]).toEqual([true, false, 1]);
});
