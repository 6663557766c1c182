import { kubernetesDialect as dialect } from "@svc/meta";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start-test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ dialect });
});
afterAll(async () => server[Symbol.asyncDispose]());

const sent = { user: { username: "sent" }, audiences: ["sent"], error: "sent" };
test.each([
  ["absent", undefined, { user: {} }],
  ["of another outcome", { ...sent, authenticated: true }, { user: sent.user, audiences: sent.audiences }],
])("a refused TokenReview with a status that is %s keeps its fields except the outcome", async (_, status, kept) => {
  const response = await server.fetch("/apis/authentication.k8s.io/v1/tokenreviews", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ spec: { token: "unknown" }, status }),
  });
  const answer = (await response.json()) as { readonly status: object };
  expect([response.status, answer.status]).toEqual([201, { ...kept, error: "no such token" }]);
});
