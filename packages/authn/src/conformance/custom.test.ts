import { describe, it } from "vitest";
import type { Authenticator } from "../index.ts";
import { testRequest } from "../testing/request.ts";
import { authenticatorConformance } from "./index.ts";

describe("an authenticator of ten lines", () => {
  const user = { name: "alice", uid: "", groups: ["developers"], extra: {} };
  const byApiKey: Authenticator = {
    authenticate: (request) => {
      const key = request.header("x-api-key");
      if (key === undefined) return { kind: "absent" };
      return key === "letmein" ? { kind: "authenticated", user } : { kind: "rejected", reason: "unknown API key" };
    },
  };
  authenticatorConformance({
    open: () => ({
      authenticator: byApiKey,
      accepted: testRequest({ headers: { "x-api-key": "letmein" } }),
      refused: [testRequest({ headers: { "x-api-key": "open sesame" } })],
      secrets: ["letmein"],
    }),
    test: it,
  });
});
