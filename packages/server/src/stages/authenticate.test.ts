import { bearerAuthenticator, staticTokens } from "@svc/authn";
import { createManualClock, type LogFields, silentLog } from "@svc/base";
import { createMemoryStorage } from "@svc/storage/memory";
import { expect, test } from "vitest";
import { createServer } from "../index.ts";

type Warnings = (readonly [string, LogFields | undefined])[];

const refusing = (warnings: Warnings, clock = createManualClock()) => {
  const add = (message: string, fields?: LogFields): void => void warnings.push([message, fields]);
  return createServer({
    resources: [],
    storage: createMemoryStorage(),
    authenticator: bearerAuthenticator(staticTokens([])),
    authorizer: { authorize: () => ({ verdict: "allow", reason: "" }) },
    clock,
    log: { ...silentLog, error: add, warn: add },
  });
};

test("the reason of a refused credential is in the log, without the credential", async () => {
  const warnings: Warnings = [];
  const server = await refusing(warnings);
  const headers = { authorization: "Bearer very-secret" };
  const { status } = await server.fetch(new Request("https://any.host/version?x=1", { headers }));
  expect(status).toBe(401);
  expect(warnings).toEqual([
    ["Unable to authenticate the request", expect.objectContaining({ path: "/version", err: "invalid bearer token" })],
  ]);
  expect(JSON.stringify(warnings)).not.toContain("very-secret");
  await server.close();
});

test("the log has a few lines of an address that repeats a wrong credential, and counts the rest", async () => {
  const warnings: Warnings = [];
  const clock = createManualClock();
  const server = await refusing(warnings, clock);
  const send = async (times: number): Promise<void> => {
    const headers = { authorization: "Bearer wrong" };
    for (let i = 0; i < times; i++) await server.fetch(new Request("https://any.host/version", { headers }));
  };
  await send(20);
  expect(warnings).toHaveLength(5);
  clock.advance(10_000);
  expect(warnings.slice(5)).toEqual([["more credentials were refused", { omitted: 15, ofMs: 10_000 }]]);
  await send(6);
  expect(warnings.filter(([message]) => message === "Unable to authenticate the request")).toHaveLength(10);
  await server.close();
});
