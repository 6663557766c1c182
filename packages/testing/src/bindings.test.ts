import { describe, expect, test } from "vitest";
import { startTestServer } from "./start-test-server.ts";

describe("a binding", () => {
  test.each([
    ["no name", {}, "target.name: Required value"],
    [
      "another kind",
      { kind: "Pod", name: "n" },
      'target.kind: Unsupported value: "Pod": supported values: "Node", "<empty>"',
    ],
    [
      "another kind without a name",
      { kind: "Pod" },
      '[target.kind: Unsupported value: "Pod": supported values: "Node", "<empty>", target.name: Required value]',
    ],
  ])("to %s is refused with all errors", async (_, target, message) => {
    await using server = await startTestServer();
    const response = await server.fetch("/api/v1/namespaces/default/pods/p/binding", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ metadata: { name: "p" }, target }),
    });
    expect(await response.json()).toMatchObject({ code: 500, message });
  });
});
