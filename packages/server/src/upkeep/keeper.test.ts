import { createManualClock, silentLog } from "@svc/base";
import { expect, it } from "vitest";
import { createKeeper } from "./keeper.ts";

function recorded(failing: ReadonlySet<string> = new Set()) {
  const clock = createManualClock();
  const kept: string[] = [];
  const left = new Set(failing);
  const keeper = createKeeper({ clock, log: silentLog }, "things", (name) => {
    kept.push(name);
    return left.delete(name) ? Promise.reject(new Error("no")) : Promise.resolve();
  });
  return { clock, kept, keeper };
}

it("keeps one after another, and once what was touched twice before its turn", async () => {
  const { kept, keeper } = recorded();
  for (const name of ["a", "b", "a"]) keeper.touch(name);
  await keeper.idle();
  keeper.touch("a");
  await keeper.idle();
  expect(kept).toEqual(["a", "b", "a"]);
});

it("tries again after a second what failed, and goes on with the others", async () => {
  const { clock, kept, keeper } = recorded(new Set(["a"]));
  for (const name of ["a", "b"]) keeper.touch(name);
  await keeper.idle();
  expect(kept).toEqual(["a", "b"]);
  clock.advance(1_000);
  await keeper.idle();
  expect(kept).toEqual(["a", "b", "a"]);
});

it("does nothing once it is stopped", async () => {
  const { clock, kept, keeper } = recorded(new Set(["a"]));
  keeper.touch("a");
  await keeper.idle();
  keeper.stop();
  keeper.touch("b");
  clock.advance(10_000);
  await keeper.idle();
  expect(kept).toEqual(["a"]);
});
