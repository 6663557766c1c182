import { bearerAuthenticator, staticTokens } from "@svc/authn";
import { type LogFields, silentLog } from "@svc/base";
import { createMemoryStorage } from "@svc/storage/memory";
import { expect, test } from "vitest";
import { createServer } from "../index.ts";

test("the reason of a refused credential is in the log, without the credential", async () => {
  const warnings: (readonly [string, LogFields | undefined])[] = [];
  const server = await createServer({
    resources: [],
    storage: createMemoryStorage(),
    authenticator: bearerAuthenticator(staticTokens([])),
    authorizer: { authorize: () => ({ verdict: "allow", reason: "" }) },
    log: { ...silentLog, warn: (message, fields) => void warnings.push([message, fields]) },
  });
  const headers = { authorization: "Bearer very-secret" };
  const { status } = await server.fetch(new Request("https://any.host/version?x=1", { headers }));
  expect(status).toBe(401);
  expect(warnings).toEqual([
    ["credentials were refused", expect.objectContaining({ path: "/version", reason: "invalid bearer token" })],
  ]);
  expect(JSON.stringify(warnings)).not.toContain("very-secret");
  await server.close();
});
