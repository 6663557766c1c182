import type { BackendAddress } from "@svc/aggregation";
import { expect, test } from "vitest";
import { webhookTargets } from "./webhook-target.ts";

const service = { namespace: "default", name: "hook", path: "/a//b/" };
const at = (host: string, port: number): BackendAddress => ({ ok: true, host, port });

test("a target is cached until the address of its service changes", async () => {
  let address = at("10.0.0.1", 9443);
  const find = webhookTargets(async () => address);
  const client = { service };
  const first = await find({ client, timeoutSeconds: 10 });
  expect([first.url.href, first.host, first.port]).toEqual([
    "https://hook.default.svc/a/b?timeout=10s",
    "10.0.0.1",
    9443,
  ]);
  expect(await find({ client, timeoutSeconds: 10 })).toBe(first);
  address = at("10.0.0.2", 9443);
  expect((await find({ client, timeoutSeconds: 10 })).destination).toMatchObject({ host: "10.0.0.2", port: 9443 });
});

test("a call with less time than others names its time, over the same connections", async () => {
  const find = webhookTargets(async () => at("10.0.0.1", 9443));
  const client = { service };
  const usual = await find({ client, timeoutSeconds: 10 });
  const short = await find({ client, timeoutSeconds: 3 });
  expect(short.url.search).toBe("?timeout=3s");
  expect(short.destination).toBe(usual.destination);
  expect(await find({ client, timeoutSeconds: 10 })).toBe(usual);
});

test("a service without an address fails the call", async () => {
  const find = webhookTargets(async () => ({ ok: false, message: 'service "hook" not found' }));
  await expect(find({ client: { service }, timeoutSeconds: 3 })).rejects.toThrow(
    'failed to call webhook: Post "https://hook.default.svc:443/a/b?timeout=3s": service "hook" not found',
  );
});
