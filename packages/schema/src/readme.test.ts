import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

it("README: the example runs and says what it says", () => {
  const directory = fileURLToPath(new URL("..", import.meta.url));
  const readme = readFileSync(`${directory}README.md`, "utf8");
  const code = /```ts\n(.*?)```/s.exec(readme)?.[1] ?? "";
  const flags = ["--conditions=svc-source", "--input-type=module-typescript", "--eval", code];
  const output = execFileSync(process.execPath, flags, { cwd: directory, encoding: "utf8" });
  expect(output).toContain("widgets []");
  expect(output).toContain("spec.size: Invalid value: 0: spec.size in body should be greater than or equal to 1");
});
