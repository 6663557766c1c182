import { expect, it } from "vitest";
import { withAnonymous } from "./anonymous.ts";
import type { AuthenticationRequest } from "./authenticator.ts";

const request: AuthenticationRequest = {
  header: () => undefined,
  headerLines: () => [],
  path: "/x",
  remoteAddress: "",
  peerCertificates: () => [],
};
const authenticator = withAnonymous({ authenticate: () => ({ kind: "absent" }) });

it.each<[string, AuthenticationRequest, object]>([
  ["of a server", request, { kind: "authenticated" }],
  ["for audiences", { ...request, audiences: ["a", "b"] }, { kind: "authenticated", audiences: ["a", "b"] }],
])("a request %s without credentials is anonymous, for any audience", async (_name, requested, want) => {
  const result = await authenticator.authenticate(requested);
  expect(result).toMatchObject(want);
  expect("audiences" in result).toBe("audiences" in want);
});
