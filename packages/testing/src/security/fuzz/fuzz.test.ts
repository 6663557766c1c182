import { describe, expect, test } from "vitest";
import { fuzzSeed } from "./fuzz.ts";
import { judge, judgeUnprivileged, type Observed } from "./oracles.ts";
import type { FuzzRequest } from "./requests.ts";
import { requestText, shrink } from "./shrink.ts";

test.each(Array.from({ length: 8 }, (_, i) => i + 1))("seed %i finds nothing", async (seed) => {
  const finding = await fuzzSeed({ seed });
  expect(finding && `${finding.problem}\n${finding.requests.map(requestText).join("\n")}`).toBeUndefined();
});

describe("oracles", () => {
  const get = (path: string): FuzzRequest => ({ method: "GET", path, headers: {}, body: undefined });
  const fine: Observed = { status: 200, bytes: 10, text: "{}", cpuMs: 1 };
  test.each<[string, Partial<Observed>, RegExp | undefined]>([
    ["an answer", {}, undefined],
    ["a stall", { cpuMs: 60_000 }, /^stall/],
    ["an unknown error of the server", { status: 500, text: "boom" }, /^500: boom/],
    ["an error of the original's", { status: 500, text: "unknown patch type: explode" }, undefined],
    ["an error that is too large", { status: 422, bytes: 48_000_000 }, /^error of 48000000 bytes/],
  ])("judge %s", (_, observed, want) => {
    const problem = judge({ ...get("/"), headers: { "content-type": "strategic" } }, { ...fine, ...observed });
    expect(want === undefined ? problem === undefined : want.test(problem ?? "")).toBe(true);
  });

  test.each<[string, string, number, boolean, boolean]>([
    ["a refusal", "/api/v1/pods", 403, false, false],
    ["what is served", "/apis", 200, false, false],
    ["objects", "/api/v1/pods", 200, false, true],
    ["a change", "/api/v1/pods", 403, true, true],
  ])("judge %s, for a client without a role", (_, path, status, changed, isProblem) => {
    const text = status === 200 && path.endsWith("pods") ? '{"kind":"PodList","items":[]}' : "{}";
    expect(judgeUnprivileged(get(path), { ...fine, status, text }, changed) !== undefined).toBe(isProblem);
  });

  test("shrink keeps the requests that fail together, without what does not matter", async () => {
    const requests = ["/a", "/b?x=1", "/c", "/d", "/e"].map(get);
    const fails = async (fewer: readonly FuzzRequest[]): Promise<boolean> => {
      const paths = fewer.map(({ path }) => path.split("?")[0]);
      return paths.includes("/b") && paths.includes("/e");
    };
    expect((await shrink(requests, fails)).map(({ path }) => path)).toEqual(["/b", "/e"]);
  });
});
