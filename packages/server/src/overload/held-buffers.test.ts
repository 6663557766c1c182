import fc from "fast-check";
import { expect, test } from "vitest";
import { HeldBuffers } from "./held-buffers.ts";

test("a buffer that several hold counts once altogether, and once for each owner", () => {
  const held = new HeldBuffers();
  const [a, b] = [Buffer.alloc(10), Buffer.alloc(5)];
  const figures = (): readonly number[] => [held.bytes, held.bytesOf("x"), held.bytesOf("y")];
  held.hold("x", a, a.length);
  held.hold("x", a, a.length);
  held.hold("y", a, a.length);
  held.hold("y", b, b.length);
  expect([figures(), held.largestOwner]).toEqual([[15, 10, 15], "y"]);
  held.drop("x", a);
  held.drop("y", a);
  expect([figures(), held.largestOwner]).toEqual([[15, 10, 5], "x"]);
  held.drop("x", a);
  held.drop("x", a);
  held.drop("y", b);
  expect([figures(), held.largestOwner]).toEqual([[0, 0, 0], undefined]);
});

test("the counts equal those of a list of all holds", () => {
  const buffers = [1, 20, 300].map((length) => Buffer.alloc(length));
  const step = fc.record({
    owner: fc.constantFrom("x", "y"),
    index: fc.nat(2),
    kind: fc.constantFrom("hold", "drop"),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const held = new HeldBuffers();
      const model: { readonly owner: string; readonly index: number }[] = [];
      for (const { owner, index, kind } of steps) {
        const at = model.findIndex((each) => each.owner === owner && each.index === index);
        if (kind === "hold") model.push({ owner, index });
        else if (at >= 0) model.splice(at, 1);
        const buffer = buffers[index] as Buffer;
        if (kind === "hold") held.hold(owner, buffer, buffer.length);
        else held.drop(owner, buffer);
      }
      const bytes = (of: typeof model): number =>
        [...new Set(of.map(({ index }) => index))].reduce((sum, index) => sum + (buffers[index]?.length ?? 0), 0);
      expect([held.bytes, held.bytesOf("x")]).toEqual([bytes(model), bytes(model.filter((m) => m.owner === "x"))]);
    }),
  );
});
