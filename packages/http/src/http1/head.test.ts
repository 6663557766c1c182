import { describe, expect, test } from "vitest";
import { type Head, parseHead } from "./head.ts";

const host = "Host: h\r\n";

/** What a head is, without the empty line; lines are of their own, the host is there. */
function parse(text: string): Head | { readonly status: number; readonly why?: string } {
  const bytes = Buffer.from(`before${text}`, "latin1");
  return parseHead(bytes, "before".length, bytes.length);
}

const statusOf = (text: string): number => {
  const head = parse(text);
  return "status" in head ? head.status : 200;
};

/** The rest of a head behind the host, as it stands on the wire. */
const withLines = (...lines: readonly string[]): string => `GET / HTTP/1.1\r\n${host}${lines.join("\r\n")}`;

describe("a request line", () => {
  test.each([
    ["GET /version HTTP/1.1", 200],
    ["G!#$%&'*+-.^_`|~9 / HTTP/1.1", 200],
    ['GET /%zz?"<>{}|\\^` HTTP/1.1', 200],
    ["OPTIONS * HTTP/1.1", 200],
    ["GET https://other:1/x?y HTTP/1.1", 200],
    ["GET https://other HTTP/1.1", 200],
    ["CONNECT other:443 HTTP/1.1", 200],
    ["GET / HTTP/1.0", 200],
    ["GET other:443 HTTP/1.1", 400],
    ["GET https:// HTTP/1.1", 400],
    ["GET https://user@other/ HTTP/1.1", 400],
    ["GET x HTTP/1.1", 400],
    ["GET  / HTTP/1.1", 400],
    ["GET /  HTTP/1.1", 400],
    ["GET\t/ HTTP/1.1", 400],
    ["GET / HTTP/1.1 ", 400],
    [" GET / HTTP/1.1", 400],
    ["GET /a b HTTP/1.1", 400],
    ["GET /\x80 HTTP/1.1", 400],
    ["GET /\x7f HTTP/1.1", 400],
    ["GET /\0 HTTP/1.1", 400],
    ["G(T / HTTP/1.1", 400],
    ["GET /", 400],
    ["GET", 400],
    ["", 400],
    ["GET / http/1.1", 400],
    ["GET / HTTP/1.11", 400],
    ["GET / HTTP/11", 400],
    ["GET / ICE/1.0", 400],
    ["GET / HTTP/1.2", 505],
    ["GET / HTTP/2.0", 505],
    ["GET / HTTP/0.9", 505],
  ])("%j: %i", (line, want) => {
    expect(statusOf(`${line}\r\nHost: h`)).toBe(want);
  });

  test("gives the method and the target as they were sent", () => {
    expect(parse("PATCH /a%20b?c=d HTTP/1.1\r\nHost: h")).toMatchObject({ method: "PATCH", target: "/a%20b?c=d" });
  });

  test("alone is enough for HTTP/1.0", () => {
    expect(statusOf("GET / HTTP/1.0")).toBe(200);
    expect(parse("GET / HTTP/1.1")).toEqual({ status: 400, why: "missing required Host header" });
  });
});

describe("a header line", () => {
  test.each([
    ["X: a", 200],
    ["X:", 200],
    ["X:a\tb", 200],
    ["X: a\x80\xff", 200],
    ["X : a", 400],
    [" X: a", 400],
    ["X", 400],
    ["", 200],
    [": a", 400],
    ["X(: a", 400],
    ["X\x80: a", 400],
    ["X: a\r\n b", 400],
    ["X: a\rb", 400],
    ["X: a\nY: b", 400],
    ["X: a\r", 400],
    ["X: a\0", 400],
    ["X: a\x01", 400],
    ["X: a\x7f", 400],
    ["\r\nX: a", 400],
    [Array<string>(999).fill("X: y").join("\r\n"), 200],
    [Array<string>(1000).fill("X: y").join("\r\n"), 431],
  ])("%j: %i", (line, want) => {
    expect(statusOf(withLines(line))).toBe(want);
  });

  test("has a name without case, and a value without blanks around it", () => {
    const head = parse(withLines("Content-TYPE:\t a b \t", "x-Y:z")) as Head;
    expect(head.names).toEqual(["host", "content-type", "x-y"]);
    expect([head.header("content-type"), head.header("x-y"), head.header("none")]).toEqual(["a b", "z", undefined]);
  });

  test("may be repeated: the values are joined, or the first one counts where joining would change the meaning", () => {
    const lines = ["Accept: a", "Cookie: c", "Authorization: me", "ACCEPT: b", "Authorization: you", "Cookie: d"];
    const head = parse(withLines(...lines)) as Head;
    expect(["accept", "cookie", "authorization"].map((name) => head.header(name))).toEqual(["a, b", "c; d", "me"]);
    expect(head.headerLines("authorization")).toEqual(["me", "you"]);
  });
});

describe("framing and persistence from the head", () => {
  const none = { minor: 1, length: 0, chunked: false, persistent: true, expectsContinue: false };
  test.each<[lines: readonly string[], want: object]>([
    [["X: y"], none],
    [["Content-Length: 7"], { ...none, length: 7 }],
    [["Content-Length: 007"], { ...none, length: 7 }],
    [["Transfer-Encoding: Chunked"], { ...none, chunked: true }],
    [["Connection: foo, Close"], { ...none, persistent: false }],
    [["Connection: Upgrade", "Upgrade: h2c"], { ...none, persistent: false }],
    [["Expect: 100-Continue"], { ...none, expectsContinue: true }],
  ])("%j", (lines, want) => {
    expect((parse(withLines(...lines)) as Head).framing).toEqual(want);
  });

  test.each([
    [["Host: h"], 400],
    [["Host: other"], 400],
    [["Content-Length: 7", "Content-Length: 7"], 400],
    [["Content-Length: 7, 7"], 400],
    [["Content-Length: +7"], 400],
    [["Content-Length: -7"], 400],
    [["Content-Length: 0x7"], 400],
    [["Content-Length: 7 7"], 400],
    [["Content-Length:"], 400],
    [["Content-Length: 9007199254740992"], 400],
    [["Content-Length: 7", "Transfer-Encoding: chunked"], 400],
    [["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"], 501],
    [["Transfer-Encoding: gzip, chunked"], 501],
    [["Transfer-Encoding: chunked, identity"], 501],
    [["Transfer-Encoding: \rchunked"], 400],
    [["Transfer-Encoding: identity"], 501],
    [["Transfer-Encoding:"], 501],
    [["Expect: something"], 417],
  ])("%j: %i", (lines, want) => {
    expect(statusOf(withLines(...lines))).toBe(want);
  });

  test.each([["a b"], ["a/b"], ["u@b"], ["<b>"], ["\x80"]])("a host cannot be %j", (name) => {
    expect(parse(`GET / HTTP/1.1\r\nHost: ${name}`)).toEqual({ status: 400, why: "malformed Host header" });
  });

  test.each([[""], ["h"], ["h:1"], ["[::1]:1"], ["a.b-c_d~"]])("a host can be %j", (name) => {
    expect(statusOf(`GET / HTTP/1.1\r\nHost: ${name}`)).toBe(200);
  });

  test("HTTP/1.0 has neither chunks nor expectations, and connections are closed by default", () => {
    const old = (line: string): string => `GET / HTTP/1.0\r\n${line}`;
    expect(statusOf(old("Transfer-Encoding: chunked"))).toBe(400);
    const keep = parse(old("Connection: keep-alive\r\nExpect: 100-continue")) as Head;
    expect(keep.framing).toEqual({ ...none, minor: 0 });
    expect((parse(old("X: y")) as Head).framing.persistent).toBe(false);
  });
});
