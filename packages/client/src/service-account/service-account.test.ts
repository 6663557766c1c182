import { createManualClock } from "@svc/base";
import { kubernetesDialect } from "@svc/meta";
import { describe, expect, test } from "vitest";
import { createClient } from "../client/client.ts";
import { serviceAccountCredentials } from "../service-account/service-account.ts";
import { jsonResponse, refusal, type ScriptedResponse, scriptedTransport } from "../testing/scripted-transport.ts";

const path = "/api/v1/namespaces/n/serviceaccounts";
const given = (token: string, expirationTimestamp = "2026-01-01T01:00:00Z"): ScriptedResponse =>
  jsonResponse({ metadata: {}, status: { token, expirationTimestamp } });

function start(responses: readonly ScriptedResponse[]) {
  const transport = scriptedTransport(responses);
  const clock = createManualClock(Date.UTC(2026, 0, 1));
  const client = createClient({ transport, clock, dialect: kubernetesDialect });
  const credentials = serviceAccountCredentials({ client, namespace: "n", name: "a", clock });
  const token = async () => (await credentials.current()).headers["authorization"];
  return { credentials, clock, token, requested: transport.requested, requests: transport.requests };
}

describe("a token of a service account", () => {
  test("is requested once, and again when most of its lifetime has passed", async () => {
    const { token, clock, requested, requests } = start([given("a"), given("b", "2026-01-01T02:00:00Z")]);
    expect(await Promise.all([token(), token()])).toEqual(["Bearer a", "Bearer a"]);
    clock.advance(48 * 60_000 - 1);
    expect(await token()).toBe("Bearer a");
    clock.advance(1);
    expect(await token()).toBe("Bearer b");
    expect(requested).toEqual([`POST ${path}/a/token`, `POST ${path}/a/token`]);
    expect(JSON.parse(String(requests[0]?.body))).toEqual({
      apiVersion: "authentication.k8s.io/v1",
      kind: "TokenRequest",
      spec: { audiences: [], expirationSeconds: 3600 },
    });
  });

  test("creates a missing account, and accepts one that another client created", async () => {
    for (const made of [jsonResponse({ metadata: { name: "a" } }), refusal(409, "AlreadyExists")]) {
      const { token, requested } = start([refusal(404, "NotFound"), made, given("t")]);
      expect(await token()).toBe("Bearer t");
      expect(requested).toEqual([`POST ${path}/a/token`, `POST ${path}`, `POST ${path}/a/token`]);
    }
  });

  test("is requested again when it was rejected", async () => {
    const { token, credentials } = start([given("a"), given("b")]);
    const first = await credentials.current();
    expect(credentials.rejected(first)).toBe(true);
    expect(await token()).toBe("Bearer b");
    expect(credentials.rejected(first)).toBe(true);
    expect(await token()).toBe("Bearer b");
  });

  test.each<[ScriptedResponse, string]>([
    [refusal(403, "Forbidden"), "refused: Forbidden"],
    [jsonResponse({ metadata: {} }), "the server gave no token for the service account n/a"],
    [given("t", "soon"), "an expiration that is no time"],
    [given("t t"), "printable ASCII"],
  ])("that is missing in the response is an error", async (refused, message) => {
    await expect(start([refused]).token()).rejects.toThrow(message);
  });
});
