import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findOrder, type TimedCall } from "./find-order.ts";
import { type ObjectCall, type Seen, storedObject } from "./stored-object.ts";

const at = (begunMs: number, endedMs: number, call: ObjectCall): TimedCall<ObjectCall> => ({ call, begunMs, endedMs });
const never = Number.POSITIVE_INFINITY;
const read = (found?: Seen): ObjectCall => ({ op: "read", found });
const x1: Seen = { value: "x", version: 1 };
const y2: Seen = { value: "y", version: 2 };
const createX: ObjectCall = { op: "create", value: "x", answer: "done", version: 1 };
const updateY: ObjectCall = { op: "update", value: "y", expected: 1, answer: "done", version: 2 };
const updateZ = (answer: "conflict" | "absent" | "unknown"): ObjectCall => ({
  ...{ op: "update", value: "z", expected: 1, answer },
});
const remove = (expected: number, answer: "done" | "conflict" | "absent" | "unknown"): ObjectCall => ({
  ...{ op: "delete", expected, answer },
});

describe("histories that an order explains", () => {
  test.each<[string, readonly TimedCall<ObjectCall>[]]>([
    ["nothing", []],
    ["one after the other", [at(0, 1, createX), at(2, 3, read(x1)), at(4, 5, updateY), at(6, 7, read(y2))]],
    ["reads beside a write see it or not", [at(0, 9, createX), at(1, 8, read(x1)), at(2, 3, read())]],
    ["of two writers at once one loses", [at(0, 1, createX), at(2, 5, updateZ("conflict")), at(3, 4, updateY)]],
    ["a late loser", [at(0, 1, createX), at(2, 3, updateY), at(4, 5, updateZ("conflict"))]],
    [
      "deleted and made again",
      [
        ...[at(0, 1, createX), at(2, 3, remove(1, "done")), at(4, 5, read()), at(6, 7, updateZ("absent"))],
        ...[at(8, 9, { op: "create", value: "y", answer: "done", version: 2 }), at(10, 11, remove(1, "conflict"))],
      ],
    ],
    [
      "an unacknowledged call happened",
      [at(0, 1, createX), at(2, never, updateZ("unknown")), at(8, 9, read({ value: "z", version: 7 }))],
    ],
    ["or it did not", [at(0, 1, createX), at(2, never, updateZ("unknown")), at(8, 9, read(x1)), at(10, 11, updateY)]],
    ["or much later", [at(0, 1, createX), at(2, never, remove(1, "unknown")), at(8, 9, read(x1)), at(10, 11, read())]],
    ["what ends as another begins is beside it", [at(0, 1, createX), at(1, 2, read())].reverse()],
  ])("%s", (_, history) => {
    expect(findOrder(history, storedObject)).toEqual({ ok: true });
  });
});

describe("histories without a valid order", () => {
  test.each<[string, readonly TimedCall<ObjectCall>[]]>([
    ["a stale read", [at(0, 1, createX), at(2, 3, updateY), at(4, 5, read(x1))]],
    ["a read that misses what was made", [at(0, 1, createX), at(2, 3, read())]],
    [
      "a read that goes back, beside the write",
      [at(0, 1, createX), at(2, 9, updateY), at(3, 4, read(y2)), at(5, 6, read(x1))],
    ],
    ["a read of what is still to be written", [at(0, 1, read(x1)), at(2, 3, createX)]],
    [
      "a lost update",
      [
        at(0, 1, createX),
        at(2, 5, updateY),
        at(3, 6, { op: "update", value: "z", expected: 1, answer: "done", version: 3 }),
      ],
    ],
    ["an acknowledged write that is gone", [at(0, 1, createX), at(2, 3, updateY), at(4, 5, remove(2, "absent"))]],
    ["a deleted object comes back", [at(0, 1, createX), at(2, 3, remove(1, "done")), at(4, 5, read(x1))]],
    ["two create the same", [at(0, 5, createX), at(1, 4, { op: "create", value: "y", answer: "done", version: 2 })]],
    ["a value that no call wrote", [at(0, 1, { op: "create", value: "x", answer: "exists" })]],
    ["a conflict without another writer", [at(0, 1, createX), at(2, 3, updateZ("conflict"))]],
    [
      "versions go back",
      [at(0, 1, { ...createX, version: 3 } as ObjectCall), at(2, 3, { ...updateY, expected: 3 } as ObjectCall)],
    ],
    [
      "unknown once, seen twice",
      [
        at(0, 1, createX),
        at(2, never, updateZ("unknown")),
        at(3, 4, read({ value: "z", version: 7 })),
        at(5, 6, read(x1)),
      ],
    ],
  ])("%s", (_, history) => {
    const order = findOrder(history, storedObject);
    expect(order.ok).toBe(false);
    if (order.ok) throw new Error("unreachable");
    expect(order.longest.length).toBeLessThan(history.length);
    expect(order.next.length).toBeGreaterThan(0);
  });
});

interface Step {
  readonly op: "read" | "create" | "update" | "delete";
  readonly stale: boolean;
  readonly beforeMs: number;
  readonly afterMs: number;
}

const steps = (maxLength: number): fc.Arbitrary<readonly Step[]> =>
  fc.array(
    fc.record({
      op: fc.constantFrom("read", "create", "update", "delete"),
      stale: fc.boolean(),
      beforeMs: fc.nat(30),
      afterMs: fc.nat(30),
    }),
    { minLength: 1, maxLength },
  );

/**
 * Calls to a real object, each at an instant of its own within the time that it is said to take.
 */
function record(steps: readonly Step[]): readonly TimedCall<ObjectCall>[] {
  let stored: Seen | undefined;
  let version = 0;
  const store = (value: string): number => (stored = { value, version: ++version }).version;
  const answered = ({ op, stale }: Step, value: string): ObjectCall => {
    const expected = (stored?.version ?? version) - (stale ? 1 : 0);
    if (op === "read") return read(stored);
    if (op === "create") {
      return stored === undefined
        ? { op, value, answer: "done", version: store(value) }
        : { op, value, answer: "exists" };
    }
    const answer = stored === undefined ? "absent" : stored.version === expected ? "done" : "conflict";
    if (op === "update") {
      return answer === "done"
        ? { op, value, expected, answer, version: store(value) }
        : { op, value, expected, answer };
    }
    if (answer === "done") stored = undefined;
    return { op, expected, answer };
  };
  return steps.map((step, i) => at(10 * i - step.beforeMs, 10 * i + step.afterMs, answered(step, `v${i}`)));
}

test("every history of one object has a valid order, in any order of its calls", () => {
  fc.assert(
    fc.property(steps(60), fc.nat(), (steps, turn) => {
      const history = record(steps);
      const received = history.map((_, i) => history[(i + turn) % history.length]!);
      expect(findOrder(received, storedObject)).toEqual({ ok: true });
    }),
  );
});

/** The same by trying every order of all calls. */
function isExplained(calls: readonly TimedCall<ObjectCall>[], state = storedObject.initial): boolean {
  const firstEndMs = Math.min(...calls.map(({ endedMs }) => endedMs));
  return (
    calls.length === 0 ||
    calls.some((taken, i) => {
      const next = taken.begunMs <= firstEndMs ? storedObject.step(state, taken.call) : undefined;
      return next !== undefined && isExplained(calls.toSpliced(i, 1), next);
    })
  );
}

test("responses of another time are explained only if some order explains them", () => {
  fc.assert(
    fc.property(steps(6), fc.nat(5), fc.nat(5), (steps, i, j) => {
      const history = [...record(steps)];
      const [from, to] = [history[i % history.length]!, history[j % history.length]!];
      history[j % history.length] = { ...to, call: from.call };
      expect(findOrder(history, storedObject).ok).toBe(isExplained(history));
    }),
    { numRuns: 1000 },
  );
});
