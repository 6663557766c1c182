import { expect, test } from "vitest";
import { startTestServer } from "../start-test-server.ts";

// Members that every JavaScript object has must not be found where a client's text is looked up.

const systems = ["constructor", "toString", "__proto__"];
test.each(systems)("a pod with a stop signal for the operating system %s is refused", async (os) => {
  await using server = await startTestServer({ config: { featureGates: { ContainerStopSignals: true } } });
  const container = { name: "c", image: "i", lifecycle: { stopSignal: "SIGTERM" } };
  const pod = { metadata: { name: "p" }, spec: { os: { name: os }, containers: [container] } };
  const answer = await server.fetch("/api/v1/namespaces/default/pods", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(pod),
  });
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain('"field":"spec.os"');
});

test.each(["1constructor", "1__proto__"])("a timeout of %s has an unknown unit", async (timeout) => {
  await using server = await startTestServer();
  const answer = await server.fetch(`/api/v1/namespaces?timeout=${timeout}`);
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain("unknown unit");
});
