import { createTurns, type Steps } from "@svc/base";
import { expect, it } from "vitest";
import { computedInTurns } from "./computed-in-turns.ts";

/** What is derived from a state that can be replaced. */
function createState(): { readonly change: () => void; readonly derive: <T>(make: () => T) => () => T } {
  let version = 0;
  return {
    change: () => void version++,
    derive: <T>(make: () => T) => {
      let known: { readonly of: number; readonly value: T } | undefined;
      return () => {
        if (known?.of !== version) known = { of: version, value: make() };
        return known.value;
      };
    },
  };
}

it("requests share one value until its sources change, and other work is done in between", async () => {
  const state = createState();
  let made = 0;
  let others = 0;
  const value = computedInTurns({ turns: createTurns(), groups: state }, function* (): Steps<number> {
    const before = others;
    setImmediate(() => others++);
    for (let i = 0; i < 10; i++) yield;
    expect(others).toBe(before + 1);
    return ++made;
  });
  expect(await Promise.all([value(), value(), value()])).toEqual([1, 1, 1]);
  expect(value()).toBe(1);
  state.change();
  expect(await value()).toBe(2);
});

it("of changes while a value is made, only the last is made", async () => {
  const state = createState();
  let made = 0;
  const value = computedInTurns({ turns: createTurns(), groups: state }, function* (): Steps<number> {
    yield;
    return ++made;
  });
  const values = [value()];
  for (let i = 0; i < 5; i++) {
    state.change();
    values.push(Promise.resolve(value()));
  }
  await Promise.all(values);
  expect(made).toBeLessThanOrEqual(2);
});

it("a failure is that of its request: the next one makes the value", async () => {
  let attempts = 0;
  const value = computedInTurns({ turns: createTurns(), groups: createState() }, function* (): Steps<string> {
    yield;
    if (++attempts === 1) throw new Error("out of luck");
    return "made";
  });
  await expect(value()).rejects.toThrow("out of luck");
  expect(await value()).toBe("made");
});
