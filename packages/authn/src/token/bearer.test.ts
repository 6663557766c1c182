import { kubernetesDialect } from "@svc/meta";
import { describe, expect, it } from "vitest";
import { testRequest } from "../testing/request.ts";
import { bearerAuthenticator } from "./bearer.ts";
import { type TokenVerifier, unionVerifier } from "./token-verifier.ts";

const echo: TokenVerifier = {
  verify: (token) => ({ kind: "authenticated", user: { name: token, uid: "", groups: [], extra: {} } }),
};

describe("the token of a request", () => {
  it.each([
    { header: "Bearer abc", want: "abc" },
    { header: "bearer abc", want: "abc" },
    { header: "BEARER a.b-c_d~e+f/g==", want: "a.b-c_d~e+f/g==" },
    { header: "  Bearer abc  ", want: "abc" },
    { header: "Bearer abc def", want: "abc" },
    { header: "Bearerabc", want: undefined },
    { header: "Bearer", want: undefined },
    { header: "Bearer ", want: undefined },
    { header: "Basic abc", want: undefined },
    { header: "", want: undefined },
  ])("$header", ({ header, want }) => {
    const result = bearerAuthenticator(echo).authenticate(testRequest({ headers: { authorization: header } }));
    expect(result).toMatchObject(want === undefined ? { kind: "absent" } : { user: { name: want } });
  });

  it("is absent after two spaces, with a warning", () => {
    const result = bearerAuthenticator(echo).authenticate(testRequest({ headers: { authorization: "Bearer  abc" } }));
    expect(result).toEqual({
      kind: "absent",
      warnings: ["the provided Authorization header contains extra space before the bearer token, and is ignored"],
    });
  });

  const encoded = Buffer.from("abc").toString("base64url");
  const carrier = `base64url.bearer.authorization.k8s.io.${encoded}`;
  it.each([
    { name: "beside another protocol", upgrade: "websocket", protocols: [`v4.channel, ${carrier}`], want: "abc" },
    { name: "on a separate line", upgrade: "WebSocket", protocols: [carrier, "v4"], want: "abc" },
    { name: "alone", upgrade: "websocket", protocols: [carrier], want: undefined },
    { name: "without upgrade", upgrade: "", protocols: [`v4, ${carrier}`], want: undefined },
    { name: "that is not base64url", upgrade: "websocket", protocols: [`v4, ${carrier}!`], want: undefined },
    {
      name: "in another dialect",
      upgrade: "websocket",
      protocols: [`v4, base64url.bearer.authorization.svc.io.${encoded}`],
      want: undefined,
    },
  ])("may be a websocket protocol: $name", ({ upgrade, protocols, want }) => {
    const request = testRequest({ headers: { upgrade, "sec-websocket-protocol": protocols } });
    const result = bearerAuthenticator(echo, { websocket: kubernetesDialect }).authenticate(request);
    expect(result).toMatchObject(want === undefined ? { kind: "absent" } : { user: { name: want } });
  });
});

it("rejects an unknown token", () => {
  const authenticator = bearerAuthenticator(unionVerifier([]));
  const result = authenticator.authenticate(testRequest({ headers: { authorization: "Bearer abc" } }));
  expect(result).toEqual({ kind: "rejected", reason: "invalid bearer token" });
});

it.each([
  { name: "the request's", requested: ["x"], want: ["x"] },
  { name: "the server's", requested: undefined, want: ["api"] },
])("requests $name audiences", ({ requested, want }) => {
  const observed: (readonly string[])[] = [];
  const verifier: TokenVerifier = {
    verify: (_token, { audiences }) => {
      observed.push(audiences);
      return { kind: "absent" };
    },
  };
  const request = testRequest({
    headers: { authorization: "Bearer a" },
    ...(requested === undefined ? {} : { audiences: requested }),
  });
  bearerAuthenticator(verifier, { audiences: ["api"] }).authenticate(request);
  expect(observed).toEqual([want]);
});
