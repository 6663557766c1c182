import { expect, test } from "vitest";
import type { AuditedRequest } from "./audited-request.ts";
import { requestUri, sourceIps, utf8Header } from "./request-facts.ts";

function request(lines: Readonly<Record<string, readonly string[]>>): AuditedRequest["request"] {
  const headerLines = (name: string): readonly string[] => lines[name] ?? [];
  return { headerLines, header: (name) => lines[name]?.join(", "), remoteAddress: "::ffff:127.0.0.1" };
}

test.each([
  ["/version?a=b&&c", "/version?a=b&&c"],
  ["/a%2fb//c/?x=%zz#y", "/a%2fb//c/?x=%zz#y"],
  ["/a#b", "/a%23b"],
  ["/a'b<c>%2f%20?q=<", "/a%27b%3Cc%3E/%20?q=<"],
  ['/~$&+,:;=@-_.!*()"', "/~$&+,:;=@-_.%21%2A%28%29%22"],
])("the URI of the target %s is %s", (target, want) => {
  expect(requestUri(target)).toBe(want);
});

test.each<readonly [Readonly<Record<string, readonly string[]>>, readonly string[]]>([
  [{}, ["127.0.0.1"]],
  [{ "x-forwarded-for": ["1.2.3.4, nonsense,5.6.7.8"] }, ["1.2.3.4", "5.6.7.8", "127.0.0.1"]],
  [{ "x-forwarded-for": ["1.2.3.4", "5.6.7.8"] }, ["1.2.3.4", "127.0.0.1"]],
  [
    { "x-forwarded-for": ["010.0.0.1, ::ffff:1.2.3.4, 2001:DB8::0:1, fe80::1%eth0, 1.2.3.4:80"] },
    ["10.0.0.1", "1.2.3.4", "2001:db8::1", "127.0.0.1"],
  ],
  [{ "x-real-ip": ["9.9.9.9", "8.8.8.8"] }, ["9.9.9.9", "127.0.0.1"]],
  [{ "x-real-ip": ["1.2.3.4"], "x-forwarded-for": ["1.2.3.4"] }, ["1.2.3.4", "127.0.0.1"]],
  [{ "x-forwarded-for": ["127.0.0.1"] }, ["127.0.0.1"]],
])("the source addresses of a request with %j are %j", (lines, want) => {
  expect(sourceIps(request(lines))).toEqual(want);
});

test("a header is read as UTF-8", () => {
  const bytes = Buffer.from("agent é").toString("latin1");
  expect(utf8Header(request({ "user-agent": [bytes] }), "user-agent")).toBe("agent é");
  expect(utf8Header(request({}), "user-agent")).toBe("");
});
