import { expect, test } from "vitest";
import { addressOf } from "./listen-address.ts";

const tls = { certificate: "", key: "" };
const cases = [
  { name: "with TLS, every address by default", options: { tls }, want: "0.0.0.0" },
  { name: "with TLS, the given address", options: { tls, address: "192.0.2.1" }, want: "192.0.2.1" },
  { name: "without TLS, loopback by default", options: {}, want: "127.0.0.1" },
  { name: "without TLS, other loopback addresses", options: { address: "::1" }, want: "::1" },
  {
    name: "without TLS, another address if allowed",
    options: { address: "::", plainBeyondLoopback: true },
    want: "::",
  },
];
test.each(cases)("a server listens $name", ({ options, want }) => {
  expect(addressOf(options)).toBe(want);
});

test.each(["0.0.0.0", "::", "192.0.2.1", "localhost"])("a server without TLS refuses %s", (address) => {
  expect(() => addressOf({ address })).toThrow(`HTTP without TLS on ${address}`);
});
