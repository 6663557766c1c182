import { describe, expect, it } from "vitest";
import { authenticatorConformance } from "./conformance/index.ts";
import { type Authenticator, bearerAuthenticator, staticTokens, unionAuthenticator, withAnonymous } from "./index.ts";
import { testRequest, withToken } from "./testing/request.ts";

// The example of the README, as it stands there.
const alice = { name: "alice", uid: "", groups: ["developers"], extra: {} };
const tokens = bearerAuthenticator(staticTokens([["s3cret-of-alice", alice]]));
const byApiKey: Authenticator = {
  authenticate: (request) => {
    const key = request.header("x-api-key");
    if (key === undefined) return { kind: "absent" };
    return key === "letmein" ? { kind: "authenticated", user: alice } : { kind: "rejected", reason: "unknown API key" };
  },
};
const authenticator = withAnonymous(unionAuthenticator([tokens, byApiKey]), { paths: ["/healthz"] });

it.each([
  { name: "a token", request: withToken("s3cret-of-alice"), want: { kind: "authenticated", user: alice } },
  {
    name: "an API key",
    request: testRequest({ headers: { "x-api-key": "letmein" } }),
    want: { kind: "authenticated", user: alice },
  },
  {
    name: "another API key",
    request: testRequest({ headers: { "x-api-key": "open sesame" } }),
    want: { kind: "rejected", reason: "unknown API key" },
  },
  {
    name: "nothing, on the path for it",
    request: testRequest({ path: "/healthz" }),
    want: { kind: "authenticated", user: { name: "system:anonymous" } },
  },
  { name: "nothing, elsewhere", request: testRequest({ path: "/api" }), want: { kind: "absent" } },
])("the README's example takes $name", ({ request, want }) => {
  expect(authenticator.authenticate(request)).toMatchObject(want);
});

describe("the README's custom authenticator", () =>
  authenticatorConformance({
    open: () => ({
      authenticator: byApiKey,
      accepted: testRequest({ headers: { "x-api-key": "letmein" } }),
      refused: [testRequest({ headers: { "x-api-key": "open sesame" } })],
      secrets: ["letmein"],
    }),
    test: it,
  }));
