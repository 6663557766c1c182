import { createSecureContext, getCiphers } from "node:tls";
import { describe, expect, test } from "vitest";
import { parseFlags } from "../flags.ts";
import { cipherList, parseCipherSuites } from "./cipher-suites.ts";

describe("cipher suites", () => {
  test("have IANA names; suites of TLS 1.3 are always on", () => {
    expect(parseCipherSuites("TLS_AES_128_GCM_SHA256, TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256")).toEqual([
      "ECDHE-RSA-AES128-GCM-SHA256",
    ]);
    expect(cipherList(["ECDHE-RSA-AES128-GCM-SHA256"])).toBe(
      "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:ECDHE-RSA-AES128-GCM-SHA256",
    );
  });

  test("by default have forward secrecy and authenticate, and there are all of them", () => {
    const names = cipherList([]).split(":");
    expect(names).toHaveLength(9);
    for (const name of names) {
      expect(name).toMatch(/GCM|POLY1305/);
      expect(getCiphers()).toContain(name.toLowerCase());
    }
    expect(() => createSecureContext({ ciphers: cipherList([]) })).not.toThrow();
  });

  test.each(["FOO", "TLS_RSA_WITH_RC4_128_SHA", "TLS_RSA_WITH_AES_128_CBC_SHA", "ECDHE-RSA-AES128-GCM-SHA256"])(
    "%s is invalid",
    (name) => {
      expect(() => parseFlags([`--tls-cipher-suites=${name}`])).toThrow(
        `Cipher suite ${name} not supported or doesn't exist`,
      );
    },
  );

  test("old versions of TLS are refused", () => {
    for (const version of ["VersionTLS10", "VersionTLS11", "TLS12"])
      expect(() => parseFlags([`--tls-min-version=${version}`])).toThrow("VersionTLS12, VersionTLS13");
  });
});
