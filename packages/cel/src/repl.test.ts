import { expect, test } from "vitest";
import { createRepl } from "./repl.ts";

test("lines are evaluated in order, and values are kept", () => {
  const repl = createRepl({ x: { a: 2 } });
  expect(repl.run("1 + 1")).toEqual({ ok: true, text: "2 : int (cost 1)" });
  expect(repl.run("n = x.a + 1")).toEqual({ ok: true, text: "3 : int (cost 3)" });
  expect(repl.run("words = ['a', 'b']").ok).toBe(true);
  expect(repl.run("words.map(w, w + string(n)).join('-') == 'a3-b3'").text).toBe("true : bool (cost 36)");
  expect(repl.run("words[5]")).toEqual({ ok: false, text: "error: index out of bounds: 5 (cost 2)" });
  expect(repl.run("word.size()").text).toBe(
    "ERROR: <input>:1:1: undeclared reference to 'word' (in container '')\n | word.size()\n | ^\ndid you mean words?",
  );
  expect(repl.run("n == 3").text).toBe("true : bool (cost 2)");
});
