import { describe, expect, test } from "vitest";
import { fuzzSeed } from "./fuzz.ts";
import { fuzzRights, judgeRights } from "./fuzz-rights.ts";
import { judge, judgeUnprivileged, type Observed } from "./oracles.ts";
import { changedKeys, markOf, type PartialUser, partialUsers } from "./partial-rights.ts";
import type { FuzzRequest } from "./requests.ts";
import { requestText, shrink } from "./shrink.ts";

test.each(Array.from({ length: 8 }, (_, i) => i + 1))("seed %i has no finding", async (seed) => {
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

  test("shrink keeps the requests that fail together, and removes the others", async () => {
    const requests = ["/a", "/b?x=1", "/c", "/d", "/e"].map(get);
    const fails = async (fewer: readonly FuzzRequest[]): Promise<boolean> => {
      const paths = fewer.map(({ path }) => path.split("?")[0]);
      return paths.includes("/b") && paths.includes("/e");
    };
    expect((await shrink(requests, fails)).map(({ path }) => path)).toEqual(["/b", "/e"]);
  });
});

test.each([101, 102, 103, 104])("seed %i has no finding as a user with some rights", async (seed) => {
  const finding = await fuzzRights({ seed, length: 20 });
  expect(finding && `${finding.problem}\n${finding.requests.map(requestText).join("\n")}`).toBeUndefined();
});

describe("judgeRights", () => {
  const [reader, teamAdmin, mapUser, seedUser] = partialUsers as readonly [
    PartialUser,
    PartialUser,
    PartialUser,
    PartialUser,
  ];
  const secret = JSON.stringify({ annotations: { mark: markOf("secrets", "other", "seed") } });
  const denied = (user: string, verb: string, where: string): string =>
    JSON.stringify({
      message: `x is forbidden: User "${user}" cannot ${verb} resource "configmaps" in API group "" ${where}`,
    });
  test.each<[string, PartialUser, number, string, readonly string[], RegExp | undefined]>([
    ["a change by a reader", reader, 403, "", ["/registry/configmaps/default/seed"], /^changed/],
    ["a change in another namespace", teamAdmin, 200, "", ["/registry/pods/default/seed"], /^changed/],
    ["a change in the own namespace", teamAdmin, 200, "", ["/registry/services/specs/team/seed"], undefined],
    ["a change of another name", seedUser, 200, "", ["/registry/configmaps/default/other"], /^changed/],
    ["an allocated address", teamAdmin, 201, "", ["/registry/ipaddresses/10.0.0.7"], undefined],
    ["a secret that is shown", mapUser, 200, secret, [], /^read secrets\/other\/seed/],
    ["a secret that is shown to its reader", reader, 200, secret, [], undefined],
    [
      "a refusal of what is allowed",
      mapUser,
      403,
      denied("map-user", "delete", 'in the namespace "team"'),
      [],
      /^refused/,
    ],
    [
      "a refusal in another namespace",
      teamAdmin,
      403,
      denied("team-admin", "get", "at the cluster scope"),
      [],
      undefined,
    ],
    ["a refusal of another verb", reader, 403, denied("reader", "delete", 'in the namespace "team"'), [], undefined],
  ])("%s", (_, partial, status, text, changed, want) => {
    const problem = judgeRights(partial, { status, text }, changed);
    expect(want === undefined ? problem === undefined : want.test(problem ?? "")).toBe(true);
  });

  test("changedKeys are the added, removed and changed keys", () => {
    const before = new Map([
      ["a", 1],
      ["b", 1],
      ["c", 1],
    ]);
    const after = new Map([
      ["a", 1],
      ["b", 2],
      ["d", 3],
    ]);
    expect(changedKeys(before, after)).toEqual(["b", "c", "d"]);
  });
});
