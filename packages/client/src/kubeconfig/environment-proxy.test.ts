import { describe, expect, test } from "vitest";
import { environmentProxy } from "./environment-proxy.ts";

const env = { HTTPS_PROXY: "http://proxy:3128", http_proxy: "other:8080" };
const hrefOf = (server: string, more: object = {}): string | undefined =>
  environmentProxy(new URL(server), { ...env, ...more })?.href;

test.each([
  ["https://api.example", "http://proxy:3128/"],
  ["http://api.example", "http://other:8080/"],
  ["https://localhost:6443", undefined],
  ["https://127.1.2.3", undefined],
  ["https://[::1]:6443", undefined],
])("%s is reached through %s", (server, want) => {
  expect(hrefOf(server)).toBe(want);
});

test("without a variable there is no proxy", () => {
  expect(
    environmentProxy(new URL("https://api.example"), { HTTPS_PROXY: " ", HTTP_PROXY: "http://p" }),
  ).toBeUndefined();
});

describe("for hosts that need no proxy", () => {
  test.each([
    ["*", "https://a.example", true],
    ["a.example", "https://a.example", true],
    ["A.Example", "https://a.example", true],
    ["example", "https://a.example", true],
    ["ample", "https://a.example", false],
    [".example", "https://a.example", true],
    ["*.example", "https://a.example", true],
    [".a.example", "https://a.example", false],
    ["x, a.example", "https://a.example", true],
    ["a.example:443", "https://a.example", true],
    ["a.example:6443", "https://a.example", false],
    ["10.0.0.1", "https://10.0.0.1:6443", true],
    ["10.0.0.1:6443", "https://10.0.0.1:6443", true],
    ["0.0.1", "https://10.0.0.1", false],
    ["10.0.0.0/8", "https://10.1.2.3", true],
    ["10.0.0.0/8", "https://11.1.2.3", false],
    ["10.0.0.0/8", "https://a.example", false],
    ["10.0.0.0/99", "https://10.1.2.3", false],
    ["fd00::/8", "https://[fd00::1]", true],
    ["fd00::/8", "https://10.1.2.3", false],
    ["[fd00::1]:443", "https://[fd00::1]", true],
    ["", "https://a.example", false],
  ])("%j has %s: %s", (NO_PROXY, server, want) => {
    expect(hrefOf(server, { NO_PROXY }) === undefined).toBe(want);
    expect(hrefOf(server, { no_proxy: NO_PROXY }) === undefined).toBe(want);
  });
});

test.each(["socks5://proxy", "http://", "://"])("%j is no proxy that can be used", (HTTPS_PROXY) => {
  expect(() => hrefOf("https://a.example", { HTTPS_PROXY })).toThrow("HTTPS_PROXY must be a URL");
});
