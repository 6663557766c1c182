import { expect, test } from "vitest";
import { startTestServer } from "../start-test-server.ts";

/** What every object of the language has under these names must not be found where a client's text is looked up. */
test.each(["constructor", "toString", "__proto__"])(
  "a pod for the operating system %s is refused, and its stop signal is looked up nowhere else",
  async (os) => {
    await using server = await startTestServer();
    const container = { name: "c", image: "i", lifecycle: { stopSignal: "SIGTERM" } };
    const pod = { metadata: { name: "p" }, spec: { os: { name: os }, containers: [container] } };
    const answer = await server.fetch("/api/v1/namespaces/default/pods", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(pod),
    });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("spec.os.name");
  },
);

test.each(["1constructor", "1__proto__"])("a timeout of %s has an unknown unit", async (timeout) => {
  await using server = await startTestServer();
  const answer = await server.fetch(`/api/v1/namespaces?timeout=${timeout}`);
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain("unknown unit");
});
