import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { createBufferPool, tunnelBlockBytes } from "./buffer-pool.ts";
import { JoinedWriter } from "./joined-writer.ts";

/** Takes a write when it is told to. */
class Slow extends Writable {
  readonly written: string[] = [];
  #done: (() => void) | undefined;

  override _write(bytes: Buffer, _encoding: string, done: () => void): void {
    this.written.push(bytes.toString("latin1"));
    this.#done = done;
  }

  go(): void {
    const done = this.#done;
    this.#done = undefined;
    done?.();
  }
}

function open() {
  const bufferPool = createBufferPool();
  const slow = new Slow();
  const counts = { drained: 0, ended: 0 };
  const writer = new JoinedWriter(slow as unknown as ConstructorParameters<typeof JoinedWriter>[0], bufferPool, () => {
    counts.drained++;
  });
  const end = (): void => writer.end(() => counts.ended++);
  return { slow, writer, counts, end };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("chunks of one turn are one write, and so are chunks that arrive during a write", async () => {
  const { slow, writer } = open();
  for (const text of ["a", "b", "c"]) expect(writer.write(Buffer.from(text))).toBe(true);
  await turn();
  for (const text of ["d", "e"]) writer.write(Buffer.from(text));
  await turn();
  expect(slow.written).toEqual(["abc"]);
  slow.go();
  await turn();
  expect(slow.written).toEqual(["abc", "de"]);
});

test("a piece may be used again when its write returns", async () => {
  const { slow, writer } = open();
  const piece = Buffer.from("mine");
  writer.write(piece);
  piece.fill("x");
  await turn();
  expect(slow.written).toEqual(["mine"]);
});

test("a full writer returns false, and calls back once when it has drained", async () => {
  const { slow, writer, counts } = open();
  expect(writer.write(Buffer.alloc(tunnelBlockBytes, "a"))).toBe(true);
  await turn();
  expect(writer.write(Buffer.alloc(tunnelBlockBytes, "b"))).toBe(false);
  expect(counts.drained).toBe(0);
  slow.go();
  await turn();
  expect([counts.drained, slow.written.map(({ length }) => length)]).toEqual([1, [tunnelBlockBytes, tunnelBlockBytes]]);
  slow.go();
  await turn();
  expect(counts.drained).toBe(1);
});

test("a piece that is longer than a block arrives whole", async () => {
  const { slow, writer } = open();
  const long = "0123456789".repeat(30_000);
  expect(writer.write(Buffer.from(`${long}!`))).toBe(false);
  for (let i = 0; i < 8; i++) {
    await turn();
    slow.go();
  }
  expect(slow.written.join("")).toBe(`${long}!`);
});

test("an end waits for pending data, and is sent after no data and after a failure, too", async () => {
  const { end, counts, slow, writer } = open();
  end();
  expect(counts.ended).toBe(1);
  writer.write(Buffer.from("a"));
  end();
  await turn();
  expect(counts.ended).toBe(1);
  slow.go();
  await turn();
  expect(counts.ended).toBe(2);
  writer.write(Buffer.from("b"));
  end();
  slow.destroy();
  await turn();
  expect(counts.ended).toBe(3);
});
