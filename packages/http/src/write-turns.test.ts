import { createManualClock } from "@svc/base";
import { expect, test } from "vitest";
import { WriteTurns } from "./write-turns.ts";

interface Loop {
  readonly turns: WriteTurns;
  /** Adds a write that takes a while, under a name. */
  readonly write: (name: string, ms: number, then?: () => void) => void;
  /** Lets one round of the event loop pass. */
  readonly round: () => void;
  /** The names of the writes since the last call. */
  readonly written: () => string;
}

function createLoop(): Loop {
  const clock = createManualClock();
  let scheduled: (() => void)[] = [];
  let names: string[] = [];
  const turns = new WriteTurns({ clock, turnMs: 2, schedule: (callback) => scheduled.push(callback) });
  return {
    turns,
    write: (name, ms, then) =>
      turns.run(() => {
        names.push(name);
        clock.advance(ms);
        then?.();
      }),
    round: () => {
      const callbacks = scheduled;
      scheduled = [];
      for (const callback of callbacks) callback();
    },
    written: () => {
      const all = names.join("");
      names = [];
      return all;
    },
  };
}

test("writes run immediately until a turn has used its time, and the rest in later turns", () => {
  const { write, round, written } = createLoop();
  for (const name of "abcdefg") write(name, 1);
  expect(written()).toBe("ab");
  round();
  expect(written()).toBe("cd");
  round();
  round();
  expect(written()).toBe("efg");
});

test("a write that is added while others wait runs after them, also from within a write", () => {
  const { write, round, written } = createLoop();
  write("a", 2);
  write("b", 1, () => write("d", 1));
  write("c", 1);
  round();
  expect(written()).toBe("abc");
  round();
  expect(written()).toBe("d");
});

test("a write that alone takes longer than a turn is still written", () => {
  const { write, round, written } = createLoop();
  write("a", 50);
  write("b", 50);
  round();
  expect(written()).toBe("ab");
  write("c", 1);
  expect(written()).toBe("");
  round();
  expect(written()).toBe("c");
});
