import { expect, test } from "vitest";
import { DecodedMemory } from "./decoded-memory.ts";
import { decodedSizeOf } from "./decoded-size.ts";

const forever = new AbortController().signal;

/** Takes memory, and tells by `admitted` in which order requests got it. */
function openMemory(maxBytes: number, maxOwnerBytes: number) {
  const memory = new DecodedMemory({ maxBytes, maxOwnerBytes });
  const admitted: string[] = [];
  const take = async (name: string, bytes: number, signal = forever): Promise<() => void> => {
    const release = await memory.take(name.slice(0, 1), bytes, signal);
    admitted.push(name);
    return release;
  };
  return { memory, admitted, take };
}

/** All that can go on has gone on. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("requests wait where the memory is taken, and are admitted in their order", async () => {
  const { memory, admitted, take } = openMemory(100, 100);
  const release = await take("a1", 80);
  const [second, third] = [take("b1", 50), take("c1", 20)];
  await settled();
  expect([admitted, memory.waiting, memory.heldBytes]).toEqual([["a1"], 2, 80]);
  release();
  await Promise.all([second, third]);
  expect([admitted, memory.waiting, memory.heldBytes]).toEqual([["a1", "b1", "c1"], 0, 70]);
});

test("a request of an owner at its bound lets others pass", async () => {
  const { admitted, take } = openMemory(100, 40);
  const release = await take("a1", 30);
  const second = take("a2", 30);
  await take("b1", 30);
  expect(admitted).toEqual(["a1", "b1"]);
  release();
  await second;
  expect(admitted).toEqual(["a1", "b1", "a2"]);
});

test("one body is admitted however large it is", async () => {
  const { memory, take } = openMemory(100, 40);
  const release = await take("a1", 1_000);
  expect(memory.heldBytes).toBe(40);
  release();
  expect(memory.heldBytes).toBe(0);
});

test("a request that is given up stops waiting, and does not hold back others", async () => {
  const { memory, admitted, take } = openMemory(100, 100);
  const release = await take("a1", 60);
  const abandoned = new AbortController();
  const second = take("b1", 60, abandoned.signal).catch((error: { readonly code: number }) => error.code);
  const third = take("c1", 30);
  await settled();
  expect(admitted).toEqual(["a1"]);
  abandoned.abort();
  expect(await second).toBe(429);
  await third;
  expect([admitted, memory.waiting, memory.heldBytes]).toEqual([["a1", "c1"], 0, 90]);
  release();
  expect(memory.heldBytes).toBe(30);
});

test("a request that was given up before is refused", async () => {
  const { memory, take } = openMemory(100, 100);
  await take("a1", 100);
  await expect(take("b1", 10, AbortSignal.abort())).rejects.toMatchObject({ code: 429 });
  expect(memory.waiting).toBe(0);
});

const size = (text: string, type?: string): number => decodedSizeOf(Buffer.from(text), type);

test.each<readonly [string, string, string | undefined, number]>([
  ["members and items", '{"a":[1,2,{"b":{}}]}', "application/json", 3 * 20 + 320 * 7],
  ["no type, which means JSON", "[[],[]]", undefined, 3 * 7 + 320 * 5],
  ["lines and dashes of YAML", "a: 1\nb:\n- - c\n", "application/yaml", 3 * 14 + 640 * 8],
  ["YAML with an anchor, whose aliases repeat it", "a: &a [1]", "application/apply-patch+yaml", 3 * 9 + 640 * 9],
  ["any byte of protobuf", "12345678", "application/vnd.svc.protobuf", 3 * 8 + 320 * 8],
])("the estimate counts %s", (_name, text, type, expected) => {
  expect(size(text, type)).toBe(expected);
});

test("the estimate counts no more values than a body may have", () => {
  expect(size(`[${"1,".repeat(200_000)}1]`)).toBe(3 * 400_003 + 320 * 105_000);
});
