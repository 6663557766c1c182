import { expect, test } from "vitest";
import { BodyMemory, BodyMemoryError } from "./body-memory.ts";
import { Body } from "./http1/body.ts";
import { IncomingBody } from "./http2/incoming-body.ts";

test("BodyMemory counts the bytes of its shares until they are released", () => {
  const memory = new BodyMemory(10);
  const [first, second] = [memory.share(), memory.share()];
  expect([first.grow(6), second.grow(4), second.grow(1), memory.heldBytes]).toEqual([true, true, false, 10]);
  first.release();
  first.release();
  expect([memory.heldBytes, second.grow(6), first.grow(0)]).toEqual([4, true, false]);
});

test("BodyMemory refuses more than one owner's part of it, and counts each owner apart", () => {
  const memory = new BodyMemory(10, { maxOwnerBytes: 6 });
  const [first, second, other] = [memory.share("a"), memory.share("a"), memory.share("b")];
  expect([first.grow(4), second.grow(3), second.grow(2), other.grow(5), other.grow(4)]).toEqual([
    true,
    false,
    true,
    false,
    true,
  ]);
  first.release();
  expect([memory.heldBytes, second.grow(4), other.grow(1)]).toEqual([6, true, false]);
});

test("a body over HTTP/1.1 is refused once it outgrows the memory for bodies", async () => {
  const memory = new BodyMemory(8);
  const framing = { chunked: false, length: 10, expectsContinue: false };
  const body = new Body(framing as ConstructorParameters<typeof Body>[0]);
  const requested = body.readAll(100, memory.share());
  body.read(Buffer.from("abcdef"), 0);
  expect(memory.heldBytes).toBe(6);
  body.read(Buffer.from("ghij"), 0);
  await expect(requested).rejects.toThrow(BodyMemoryError);
});

test("a body over HTTP/2 is refused once it exceeds the memory for bodies, also by bytes from before it was read", async () => {
  const memory = new BodyMemory(8);
  const early = new IncomingBody(undefined, false);
  early.push(Buffer.from("0123456789"), false);
  await expect(early.readAll(100, memory.share())).rejects.toThrow(BodyMemoryError);
  const late = new IncomingBody(undefined, false);
  const requested = late.readAll(100, memory.share());
  late.push(Buffer.from("0123456"), false);
  late.push(Buffer.from("789"), true);
  await expect(requested).rejects.toThrow(BodyMemoryError);
});
