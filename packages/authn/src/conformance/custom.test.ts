import { describe, expect, it } from "vitest";
import type { AuthenticationRequest, Authenticator } from "../index.ts";
import { testRequest } from "../testing/request.ts";
import { authenticatorCases, authenticatorConformance, runAuthenticatorCase } from "./index.ts";

const user = { name: "alice", uid: "", groups: ["developers"], extra: {} };
const accepted = testRequest({ headers: { "x-api-key": "key-of-alice" } });
const refused = [testRequest({ headers: { "x-api-key": "open sesame" } })];
const secrets = ["key-of-alice"];

/** An authenticator of ten lines, over a header and a comparison. */
function byApiKey(
  isAlice: (key: string) => boolean = (key) => key === "key-of-alice",
  keyOf: (request: AuthenticationRequest) => string | undefined = (request) => request.header("x-api-key"),
): Authenticator {
  return {
    authenticate: (request) => {
      const key = keyOf(request);
      if (key === undefined) return { kind: "absent" };
      return isAlice(key) ? { kind: "authenticated", user } : { kind: "rejected", reason: "unknown API key" };
    },
  };
}

describe("an authenticator by an own header", () => {
  authenticatorConformance({
    open: () => ({ authenticator: byApiKey(), accepted, refused, secrets }),
    test: it,
  });

  it.each<[string, Authenticator]>([
    ["compares the beginning", byApiKey((key) => key.startsWith("key-of-alice"))],
    ["compares the end", byApiKey((key) => key.endsWith("key-of-alice"))],
    ["accepts a part", byApiKey((key) => "key-of-alice".startsWith(key))],
    ["ignores case", byApiKey((key) => key.toLowerCase() === "key-of-alice")],
    ["compares the length", byApiKey((key) => key.length === "key-of-alice".length)],
    [
      "reads a header with a similar name",
      byApiKey(undefined, (r) => r.header("x-api-key") ?? r.header("x-x-api-key")),
    ],
  ])("that %s is found", async (_name, authenticator) => {
    const one = authenticatorCases.find((c) => c.name === "a credential with small changes is not accepted")!;
    const failure = await runAuthenticatorCase(one, { authenticator, accepted, refused, secrets });
    expect(failure?.message).toBe("a changed credential, or the credential in another header, is accepted");
  });

  it.each<[string, Authenticator, string]>([
    ["looks keys up in an object", byApiKey((key) => key in { "key-of-alice": user }), "junk is accepted"],
    [
      "throws at keys outside of ASCII",
      byApiKey((key) => {
        if (/[^ -~]/.test(key)) throw new Error("not ASCII");
        return key === "key-of-alice";
      }),
      "not ASCII",
    ],
  ])("that %s is found", async (_name, authenticator, message) => {
    const one = authenticatorCases.find(
      (c) => c.name === "no credential makes it throw, or authenticates by accident",
    )!;
    const failure = await runAuthenticatorCase(one, { authenticator, accepted, refused, secrets });
    expect(failure?.message).toBe(message);
  });

  it("of which the secret is a part of a cookie is varied in the cookie", async () => {
    const observed: (string | undefined)[] = [];
    const bySession: Authenticator = {
      authenticate: (request) => {
        const cookie = request.header("cookie");
        observed.push(cookie);
        if (cookie === undefined) return { kind: "absent" };
        return /(?:^|; )session=key-of-alice(?:$|;)/.test(cookie)
          ? { kind: "authenticated", user }
          : { kind: "rejected", reason: "no such session" };
      },
    };
    const cookie = testRequest({ headers: { cookie: "theme=dark; session=key-of-alice; lang=en" } });
    const underTest = { authenticator: bySession, accepted: cookie, refused: [], secrets };
    for (const one of authenticatorCases) expect(await runAuthenticatorCase(one, underTest)).toBeUndefined();
    expect(observed).toContain("theme=dark; session=key-of-alicex; lang=en");
  });
});
