import { createManualClock } from "@svc/base";
import { readCertificate } from "@svc/pki";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { AuthenticationResult } from "../authenticator.ts";
import { makeCertificate, nowMs, type TestCertificate } from "../testing/certificates.ts";
import { type TestRequest, testRequest } from "../testing/request.ts";
import { requestHeaderAuthenticator } from "./request-header.ts";

const usages = ["1.3.6.1.5.5.7.3.2"];
let root: TestCertificate;
let stranger: TestCertificate;
let front: TestCertificate;
beforeAll(async () => {
  root = await makeCertificate({ name: [{ CN: ["root"] }], ca: true });
  stranger = await makeCertificate({ name: [{ CN: ["root"] }], ca: true });
  front = await makeCertificate({ name: [{ CN: ["front"] }], issuer: root, usages });
});

function ask(
  headers: NonNullable<TestRequest["headers"]>,
  {
    by = front,
    allowedNames = ["front"],
  }: { readonly by?: TestCertificate; readonly allowedNames?: readonly string[] } = {},
): AuthenticationResult {
  const authorities = [readCertificate(root.der)];
  const authenticator = requestHeaderAuthenticator({
    clock: createManualClock(nowMs),
    authorities: () => authorities,
    allowedNames,
    usernameHeaders: ["X-Remote-User", "X-Other-User"],
    uidHeaders: ["X-Remote-Uid"],
    groupHeaders: ["X-Remote-Group"],
    extraHeaderPrefixes: ["X-Remote-Extra-"],
  });
  return authenticator.authenticate(testRequest({ headers, certificates: [by.der] })) as AuthenticationResult;
}

describe("the headers of a proxy", () => {
  it.each([
    { name: "a name", headers: { "x-remote-user": "joe" }, user: { name: "joe", uid: "", groups: [], extra: {} } },
    { name: "the first of several names", headers: { "x-remote-user": ["joe", "jim"] }, user: { name: "joe" } },
    { name: "another header name", headers: { "x-other-user": "jim" }, user: { name: "jim" } },
    {
      name: "groups, a line each",
      headers: { "x-remote-user": "joe", "x-remote-group": ["a", "b, c", ""] },
      user: { groups: ["a", "b, c"] },
    },
    {
      name: "names beyond ASCII",
      headers: {
        "x-remote-user": "Jos\u00c3\u00a9",
        "x-remote-group": "\u00e2\u0082\u00ac",
        "x-remote-extra-a": "\u00ff",
      },
      user: { name: "Jos\u00e9", groups: ["\u20ac"], extra: { a: ["\ufffd"] } },
    },
    { name: "a uid", headers: { "x-remote-user": "joe", "x-remote-uid": "7" }, user: { uid: "7" } },
    {
      name: "all other headers, by keys that are escaped",
      headers: { "x-remote-user": "joe", "x-remote-extra-acme.com%2Fscopes": ["q", "r"], "x-remote-extra-%zz": "s" },
      user: { extra: { "acme.com/scopes": ["q", "r"], "%zz": ["s"] } },
    },
    {
      name: "a key that objects have of themselves",
      headers: { "x-remote-user": "joe", "x-remote-extra-__proto__": "x" },
      user: { extra: Object.fromEntries([["__proto__", ["x"]]]) },
    },
  ])("with $name", ({ headers, user }) => {
    expect(ask(headers)).toMatchObject({ kind: "authenticated", user });
  });

  it("are ignored without a name", () => {
    expect(ask({ "x-remote-group": "system:masters" })).toEqual({ kind: "absent" });
    expect(ask({ "x-remote-user": "" })).toEqual({ kind: "absent" });
  });

  it("are accepted from any client if no name is configured", async () => {
    const by = await makeCertificate({ name: [{ CN: ["other"] }], issuer: root, usages });
    expect(ask({ "x-remote-user": "joe" }, { by, allowedNames: [] })).toMatchObject({ kind: "authenticated" });
  });
});

describe("spoofed proxy headers", () => {
  const headers = { "x-remote-user": "admin", "x-remote-group": "system:masters" };

  it("do not count without a certificate", () => {
    const authenticator = requestHeaderAuthenticator({
      clock: createManualClock(nowMs),
      authorities: () => [],
      allowedNames: [],
      usernameHeaders: ["x-remote-user"],
    });
    expect(authenticator.authenticate(testRequest({ headers }))).toEqual({ kind: "absent" });
  });

  it.each([
    { name: "of another name", make: () => makeCertificate({ name: [{ CN: ["other"] }], issuer: root, usages }) },
    {
      name: "of another authority",
      make: () => makeCertificate({ name: [{ CN: ["front"] }], issuer: stranger, usages }),
    },
    { name: "signed by itself", make: () => makeCertificate({ name: [{ CN: ["front"] }], usages }) },
    {
      name: "for servers",
      make: () => makeCertificate({ name: [{ CN: ["front"] }], issuer: root, usages: ["1.3.6.1.5.5.7.3.1"] }),
    },
  ])("do not count with a certificate $name", async ({ make }) => {
    expect(ask(headers, { by: await make() })).toMatchObject({ kind: "rejected" });
  });

  it("without a user name are absent", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.array(fc.string())), (given) => {
        const result = ask(given);
        const named = [given["x-remote-user"]?.[0] ?? "", given["x-other-user"]?.[0] ?? ""].find((n) => n !== "");
        expect(result.kind === "authenticated" ? result.user.name : undefined).toBe(named);
      }),
      { numRuns: 50 },
    );
  });
});
