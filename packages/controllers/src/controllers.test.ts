import { describe, expect, test } from "vitest";
import { allControllers, selectControllers } from "./controllers.ts";

const byDefault = [
  "clusterrole-aggregation-controller",
  "garbage-collector-controller",
  "namespace-controller",
  "resourcequota-controller",
  "root-ca-certificate-publisher-controller",
  "serviceaccount-controller",
  "serviceaccount-token-controller",
];

describe("a list of controllers", () => {
  test.each<{ names: readonly string[]; want: readonly string[] }>([
    { names: [], want: [] },
    { names: ["*"], want: byDefault },
    { names: ["*", "bootstrapsigner"], want: ["bootstrap-signer-controller", ...byDefault] },
    { names: ["-namespace", "*"], want: byDefault.filter((name) => name !== "namespace-controller") },
    { names: ["tokencleaner", "garbagecollector"], want: ["garbage-collector-controller", "token-cleaner-controller"] },
    { names: ["token-cleaner-controller"], want: ["token-cleaner-controller"] },
    { names: ["-namespace"], want: [] },
    { names: ["-namespace", "namespace"], want: ["namespace-controller"] },
  ])("$names", ({ names, want }) => {
    expect(selectControllers(names).map((c) => c.name)).toEqual(want);
  });

  test.each(["kubelet", "-kubelet", "", "-", "**"])("that names %j is refused", (name) => {
    expect(() => selectControllers(["*", name])).toThrow("is not in the list of known controllers: bootstrap-signer");
  });
});

test("no two controllers share a name", () => {
  const names = allControllers.flatMap((c) => [c.name, ...c.aliases]);
  expect(new Set(names).size).toBe(names.length);
});
