import { expect, test } from "vitest";
import { startTestServer } from "../index.ts";

const service = (spec: object) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ metadata: { name: "s" }, spec: { ports: [{ port: 443 }], ...spec } }),
});
const services = "/api/v1/namespaces/default/services";

test("a service takes over no address of others with externalIPs", async () => {
  await using server = await startTestServer();
  const refused = await server.fetch(services, service({ externalIPs: ["203.0.113.7"] }));
  expect([refused.status, await refused.text()]).toEqual([
    403,
    expect.stringContaining("Use of external IPs is denied"),
  ]);
  expect((await server.fetch(services, service({}))).status).toBe(201);
});

test("an operator who needs externalIPs disables the check", async () => {
  await using server = await startTestServer({ controlPlane: { disabledAdmission: ["DenyServiceExternalIPs"] } });
  expect((await server.fetch(services, service({ externalIPs: ["203.0.113.7"] }))).status).toBe(201);
});
