import { StartupError } from "@svc/program";
import { describe, expect, test } from "vitest";
import { type Health, type ProcessState, serveHealth } from "./health.ts";

async function withHealth(state: ProcessState, use: (url: string) => Promise<void>): Promise<void> {
  const health: Health = await serveHealth("127.0.0.1:0", () => state);
  try {
    await use(health.url ?? "");
  } finally {
    health.close();
  }
}

describe("health", () => {
  test.each<[ProcessState, string, number, string]>([
    ["starting", "/healthz", 200, "ok"],
    ["starting", "/livez", 200, "ok"],
    ["starting", "/readyz", 503, "starting"],
    ["waiting to lead", "/readyz", 200, "ok"],
    ["leading", "/readyz?verbose", 200, "ok"],
    ["leading", "/other", 404, "not found"],
  ])("while %s, of %s, is %i", (state, path, status, text) =>
    withHealth(state, async (url) => {
      const response = await fetch(url + path);
      expect([response.status, await response.text()]).toEqual([status, text]);
    }),
  );

  test("is only for reading", () =>
    withHealth("leading", async (url) => {
      expect((await fetch(`${url}/healthz`, { method: "POST" })).status).toBe(405);
      const head = await fetch(`${url}/healthz`, { method: "HEAD" });
      expect([head.status, await head.text()]).toEqual([200, ""]);
    }));

  test("is not served when disabled", async () => {
    expect((await serveHealth("0", () => "leading")).url).toBeUndefined();
  });

  test.each(["", "1", "localhost:1", "127.0.0.1", "127.0.0.1:99999", "127.0.0.1:x", "::1:80"])(
    "at %j cannot be",
    async (address) => {
      await expect(serveHealth(address, () => "leading")).rejects.toThrow(StartupError);
    },
  );

  test("reports an address that is in use", () =>
    withHealth("leading", async (url) => {
      const { host } = new URL(url);
      await expect(serveHealth(host, () => "leading")).rejects.toThrow(
        `${host} is in use; choose another, or 0 for none`,
      );
    }));
});
