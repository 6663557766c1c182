import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { publicEntries, publicFunctions } from "./public-functions.ts";
import { internalErrors } from "./wrong-arguments.ts";

const entries = publicEntries();
/** Functions without checks by reason, each as `entry name`: see decision 0026. */
const unchecked = Object.values(
  JSON.parse(readFileSync(new URL("unchecked.json", import.meta.url), "utf8")) as Readonly<Record<string, string[]>>,
).flat();

// A function that is found but not listed answers with an error of the engine: check its arguments
// (`@svc/base/check`). One that is listed but not found needs no exception.
test.each(entries)(
  "$name: wrong arguments meet an error that names them, except for the listed functions",
  async (entry) => {
    const failing: string[] = [];
    for (const exported of await publicFunctions(entry))
      if ((await internalErrors(exported)).length > 0) failing.push(`${entry.name} ${exported.name}`);
    expect(failing.sort()).toEqual(unchecked.filter((name) => name.startsWith(`${entry.name} `)).sort());
  },
);

test("the list names public entries only", () => {
  const names = new Set(entries.map(({ name }) => name));
  expect(unchecked.filter((listed) => !names.has(listed.slice(0, listed.indexOf(" "))))).toEqual([]);
});
