import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BodyMemory } from "../body-memory.ts";
import { IncomingBody } from "./incoming-body.ts";

/** What happens to a body: it is asked for with a bound, comes, comes to its end, or breaks off. */
type Step = { readonly ask: number } | { readonly push: string } | { readonly last: string } | "drop" | "break off";

/** What became of each question: the body, or why not. */
async function run(declared: number | undefined, steps: readonly Step[]): Promise<readonly string[]> {
  const body = new IncomingBody(declared, false);
  const requested: Promise<string>[] = [];
  for (const step of steps) {
    if (step === "drop") body.drop();
    else if (step === "break off") body.breakOff(undefined);
    else if ("push" in step) body.push(Buffer.from(step.push), false);
    else if ("last" in step) body.push(Buffer.from(step.last), true);
    else requested.push(outcomeOf(body.readAll(step.ask)));
  }
  return Promise.all(requested.map((one) => Promise.race([one, later("nothing")])));
}

function outcomeOf(requested: Promise<Buffer>): Promise<string> {
  return requested.then(
    (bytes) => bytes.toString(),
    (error: Error) => error.name,
  );
}

const later = (what: string): Promise<string> => new Promise((resolve) => setImmediate(resolve, what));

test.each<[string, number | undefined, readonly Step[], readonly string[]]>([
  ["asked for before it comes", undefined, [{ ask: 5 }, { push: "he" }, { last: "llo" }], ["hello"]],
  ["asked for while it comes", 5, [{ push: "he" }, { ask: 5 }, { last: "llo" }], ["hello"]],
  ["asked for when it is there", 5, [{ push: "he" }, { last: "llo" }, { ask: 5 }], ["hello"]],
  ["with an end that is empty", undefined, [{ ask: 5 }, { push: "hello" }, { last: "" }], ["hello"]],
  ["of nothing", undefined, [{ ask: 0 }, { last: "" }], [""]],
  ["without its end", 5, [{ ask: 5 }, { push: "hell" }], ["nothing"]],
  ["asked for twice", 5, [{ ask: 5 }, { ask: 5 }, { last: "hello" }], ["hello", "TypeError"]],
  ["announced as too large", 6, [{ ask: 5 }, { last: "hello!" }], ["BodyTooLargeError"]],
  ["too large before it is asked for", undefined, [{ push: "hello!" }, { ask: 5 }], ["BodyTooLargeError"]],
  ["too large as it comes", undefined, [{ ask: 5 }, { push: "hello" }, { last: "!" }], ["BodyTooLargeError"]],
  ["that breaks off", undefined, [{ ask: 5 }, { push: "he" }, "break off"], ["ClientGoneError"]],
  ["that broke off", undefined, [{ push: "he" }, "break off", { ask: 5 }], ["ClientGoneError"]],
  ["that breaks off behind its end", undefined, [{ ask: 5 }, { last: "hello" }, "break off"], ["hello"]],
  ["without a reader", undefined, ["drop", { last: "hello" }, { ask: 5 }], ["ClientGoneError"]],
  ["that is longer than announced", 2, [{ ask: 5 }, { push: "he" }, { push: "llo" }], ["nothing"]],
])("a body %s", async (_, declared, steps, want) => {
  expect(await run(declared, steps)).toEqual(want);
});

describe("state of a body", () => {
  test("reports received bytes, buffered bytes and waiting readers", () => {
    const body = new IncomingBody(undefined, false);
    const known = () => [body.hasBegun, body.held, body.isAwaited, body.isDone];
    expect(known()).toEqual([false, 0, false, false]);
    body.push(Buffer.from("he"), false);
    expect(known()).toEqual([true, 2, false, false]);
    void body.readAll(10);
    expect(known()).toEqual([true, 0, true, false]);
    body.push(Buffer.from("llo"), true);
    expect(known()).toEqual([true, 0, false, true]);
  });

  test("that was too large has no waiting reader and no buffered bytes", async () => {
    const body = new IncomingBody(undefined, false);
    const requested = outcomeOf(body.readAll(1));
    body.push(Buffer.from("he"), false);
    expect([body.isAwaited, body.held, await requested]).toEqual([false, 0, "BodyTooLargeError"]);
    const early = new IncomingBody(undefined, false);
    early.push(Buffer.from("he"), false);
    expect([await outcomeOf(early.readAll(1)), early.held]).toEqual(["BodyTooLargeError", 0]);
  });

  test("before any data: that it is empty, if its stream has ended", async () => {
    const body = new IncomingBody(undefined, true);
    expect([body.hasBegun, body.isDone, body.isAsAnnounced, (await body.readAll(0)).length]).toEqual([
      true,
      true,
      true,
      0,
    ]);
    expect(new IncomingBody(1, true).isAsAnnounced).toBe(false);
  });
});

interface Case {
  readonly pieces: readonly string[];
  readonly declared: number | undefined;
  readonly maxBytes: number;
  /** Before which piece it is asked for. */
  readonly askAt: number;
}

const cases: fc.Arbitrary<Case> = fc
  .array(fc.string({ maxLength: 10 }), { minLength: 1, maxLength: 8 })
  .chain((pieces) => {
    const { length } = pieces.join("");
    const about = fc.oneof(fc.nat(2 * length + 1), fc.constant(length));
    return fc.record({
      pieces: fc.constant(pieces),
      declared: fc.option(about, { nil: undefined }),
      maxBytes: about,
      askAt: fc.nat(pieces.length),
    });
  });

/** The same, by looking at all that is there after each piece. */
function naive({ pieces, declared, maxBytes, askAt }: Case): string {
  if (declared !== undefined && declared > maxBytes) return "BodyTooLargeError";
  for (let count = askAt; count <= pieces.length; count++) {
    const came = pieces.slice(0, count).join("");
    const isWhole = count === pieces.length;
    if (declared !== undefined && (isWhole ? came.length !== declared : came.length > declared))
      return "ClientGoneError";
    if (came.length > maxBytes) return "BodyTooLargeError";
  }
  return pieces.join("");
}

test("split at any byte: a reader gets all of it, or an error where it is too large or not as announced", async () => {
  await fc.assert(
    fc.asyncProperty(cases, async (one) => {
      const { pieces, declared, maxBytes, askAt } = one;
      const body = new IncomingBody(declared, false);
      let requested: Promise<string> | undefined;
      for (let at = 0; at <= pieces.length; at++) {
        if (at === askAt) requested = outcomeOf(body.readAll(maxBytes));
        const piece = pieces[at];
        if (piece !== undefined) body.push(Buffer.from(piece), at === pieces.length - 1);
        // As a connection does.
        if (!body.isAsAnnounced) body.breakOff(undefined);
      }
      expect(await requested).toBe(naive(one));
    }),
  );
});

describe("bytes of a body that waits for its reader", () => {
  const open = (maxBytes: number): { readonly memory: BodyMemory; readonly body: IncomingBody } => {
    const memory = new BodyMemory(maxBytes);
    return { memory, body: new IncomingBody(undefined, false, memory.share("a")) };
  };

  test("are counted until it is read, and for its reader from then on", async () => {
    const { memory, body } = open(5);
    body.push(Buffer.from("hell"), false);
    expect(memory.heldBytes).toBe(4);
    const share = memory.share("b");
    const requested = outcomeOf(body.readAll(10, share));
    body.push(Buffer.from("o"), true);
    expect([memory.heldBytes, await requested]).toEqual([5, "hello"]);
    share.release();
    expect(memory.heldBytes).toBe(0);
  });

  test("past the bound are dropped, and its reader receives the error", async () => {
    const { memory, body } = open(5);
    body.push(Buffer.from("hello"), false);
    body.push(Buffer.from("!"), false);
    body.push(Buffer.from("?"), true);
    expect([memory.heldBytes, body.held]).toEqual([0, 0]);
    expect(await outcomeOf(body.readAll(10, memory.share("b")))).toBe("BodyMemoryError");
  });

  test.each(["drop", "break off", "open"] as const)("are not counted after %s", (end) => {
    const { memory, body } = open(5);
    body.push(Buffer.from("hello"), false);
    if (end === "drop") body.drop();
    else if (end === "break off") body.breakOff(undefined);
    else body.open(() => undefined);
    expect(memory.heldBytes).toBe(0);
  });
});
