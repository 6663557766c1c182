import { createManualClock, type ManualClock } from "@svc/base";
import { expect, test } from "vitest";
import { createLogOutput, type LogOutput } from "./log-output.ts";

interface Pipe {
  readonly clock: ManualClock;
  readonly output: LogOutput;
  readonly leftOut: readonly number[];
  written: string;
  /** Bytes that it takes until its reader has read. */
  room: number;
  /** The code of the error of each write. */
  error: string | undefined;
}

function open(maxBytes?: number): Pipe {
  const clock = createManualClock();
  const leftOut: number[] = [];
  const output = createLogOutput({
    clock,
    onLeftOut: (lines) => void leftOut.push(lines),
    ...(maxBytes === undefined ? {} : { maxBytes }),
    writeBytes: (bytes) => {
      const code = pipe.error ?? (pipe.room === 0 ? "EAGAIN" : undefined);
      if (code !== undefined) throw Object.assign(new Error(`${code}: write`), { code });
      const taken = Math.min(bytes.length, pipe.room);
      pipe.written += bytes.toString("utf8", 0, taken);
      pipe.room -= taken;
      return taken;
    },
  });
  const pipe: Pipe = { clock, output, leftOut, written: "", room: 0, error: undefined };
  return pipe;
}

test("lines that a pipe does not take are written later, whole and in order", () => {
  const pipe = open();
  pipe.room = 5;
  pipe.output.write("one\n");
  pipe.output.write("two\n");
  pipe.output.write("three\n");
  expect(pipe.written).toBe("one\nt");
  pipe.clock.advance(1_000);
  pipe.room = 100;
  pipe.clock.advance(1_000);
  expect(pipe.written).toBe("one\ntwo\nthree\n");
  expect([pipe.leftOut, pipe.clock.untilNext()]).toEqual([[], undefined]);
});

test("lines past the bound are left out, and counted once there is room", () => {
  const pipe = open(8);
  for (const line of ["one\n", "two\n", "three\n", "four\n"]) pipe.output.write(line);
  pipe.room = 100;
  expect(pipe.leftOut).toEqual([]);
  pipe.clock.advance(1_000);
  expect([pipe.written, pipe.leftOut]).toEqual(["one\ntwo\n", [2]]);
});

test("a line larger than the bound is written if no other line waits", () => {
  const pipe = open(2);
  pipe.room = 100;
  pipe.output.write("larger\n");
  expect(pipe.written).toBe("larger\n");
});

test("a closed reader causes no failure, and no line is buffered for it", () => {
  const pipe = open();
  pipe.error = "EPIPE";
  pipe.output.write("one\n");
  expect(pipe.clock.untilNext()).toBeUndefined();
  pipe.error = undefined;
  pipe.room = 100;
  pipe.output.write("two\n");
  expect(pipe.written).toBe("two\n");
});

test("flush writes the buffered lines", () => {
  const pipe = open();
  pipe.output.write("one\n");
  pipe.room = 100;
  pipe.output.flush();
  expect(pipe.written).toBe("one\n");
});
