import { describe, expect, it } from "vitest";
import { withAnonymous } from "./anonymous.ts";
import type { AuthenticationResult, Authenticator, User } from "./authenticator.ts";
import { withAuthenticatedGroup } from "./groups.ts";
import { testRequest } from "./testing/request.ts";
import { unionAuthenticator } from "./union.ts";

const user = (name: string, ...groups: string[]): User => ({ name, uid: "", groups, extra: {} });
const alice: AuthenticationResult = { kind: "authenticated", user: user("alice") };
const bob: AuthenticationResult = { kind: "authenticated", user: user("bob") };
const absent: AuthenticationResult = { kind: "absent" };
const warned: AuthenticationResult = { kind: "absent", warnings: ["w"] };
const bad = (reason: string): AuthenticationResult => ({ kind: "rejected", reason });

const says = (result: AuthenticationResult): Authenticator => ({ authenticate: () => result });
const saysLater = (result: AuthenticationResult): Authenticator => ({ authenticate: () => Promise.resolve(result) });

describe.each([
  { name: "at once", of: says },
  { name: "later", of: saysLater },
])("a union of authenticators that answer $name", ({ of }) => {
  it.each([
    { name: "the chain is empty", given: [], want: absent },
    { name: "the first success decides", given: [absent, alice, bob], want: alice },
    { name: "a rejection does not stop the chain", given: [bad("x"), alice], want: alice },
    {
      name: "all reasons are reported",
      given: [bad("x"), absent, bad("y")],
      want: { ...bad("[x, y]"), reasons: ["x", "y"] },
    },
    {
      name: "reasons of nested unions are listed one by one, each once",
      given: [bad("x"), { ...bad("[y, x]"), reasons: ["y", "x"] }],
      want: { ...bad("[x, y]"), reasons: ["x", "y", "x"] },
    },
    { name: "warnings of absent results are kept", given: [warned, absent], want: warned },
    { name: "all are absent", given: [absent, absent], want: absent },
  ])("$name", async ({ given, want }) => {
    expect(await unionAuthenticator(given.map(of)).authenticate(testRequest())).toEqual(want);
  });
});

it("is synchronous where all members are", () => {
  const union = unionAuthenticator([says(absent), says(alice)]);
  expect(union.authenticate(testRequest())).toEqual(alice);
});

it("lets a failure of an authenticator through, rather than asking the next", async () => {
  const broken: Authenticator = { authenticate: () => Promise.reject(new Error("disk")) };
  await expect(unionAuthenticator([broken, says(alice)]).authenticate(testRequest())).rejects.toThrow("disk");
});

describe("the group of authenticated users", () => {
  it.each([
    { name: "is added", given: user("alice", "dev"), want: ["dev", "system:authenticated"] },
    { name: "is added once", given: user("a", "system:authenticated"), want: ["system:authenticated"] },
    {
      name: "is not for the unauthenticated",
      given: user("a", "system:unauthenticated"),
      want: ["system:unauthenticated"],
    },
    { name: "is not for the anonymous", given: user("system:anonymous"), want: [] },
  ])("$name", ({ given, want }) => {
    const authenticator = withAuthenticatedGroup(says({ kind: "authenticated", user: given }));
    expect(authenticator.authenticate(testRequest())).toMatchObject({ user: { groups: want } });
  });

  it("returns the same user for the same user", () => {
    const authenticator = withAuthenticatedGroup(says(alice));
    const [a, b] = [1, 2].map(() => authenticator.authenticate(testRequest()) as { user: User });
    expect(a?.user).toBe(b?.user);
  });
});

describe("anonymous requests", () => {
  it.each([
    {
      name: "are authenticated as anonymous",
      given: absent,
      path: "/a",
      want: { kind: "authenticated", user: { name: "system:anonymous" } },
    },
    { name: "keep warnings", given: warned, path: "/a", want: { kind: "authenticated", warnings: ["w"] } },
    { name: "exclude requests with invalid credentials", given: bad("x"), path: "/a", want: bad("x") },
    { name: "exclude requests with valid credentials", given: alice, path: "/a", want: alice },
    {
      name: "may be restricted to paths",
      given: absent,
      paths: ["/healthz"],
      path: "/healthz",
      want: { kind: "authenticated" },
    },
    { name: "are absent on other paths", given: absent, paths: ["/healthz"], path: "/healthz/etcd", want: absent },
    {
      name: "are absent everywhere with an empty list of paths",
      given: absent,
      paths: [],
      path: "/healthz",
      want: absent,
    },
  ])("$name", async ({ given, path, want, paths }) => {
    for (const of of [says, saysLater]) {
      const authenticator = withAnonymous(of(given), paths === undefined ? {} : { paths });
      expect(await authenticator.authenticate(testRequest({ path }))).toMatchObject(want);
    }
  });
});
