import { createManualClock } from "@svc/base";
import { kubernetesDialect, svcDialect } from "@svc/meta";
import { describe, expect, test } from "vitest";
import { jsonResponse, type ScriptedResponse, scriptedTransport } from "../testing/scripted-transport.ts";
import { createClient } from "./client.ts";

const pods = {
  resource: "pods",
  responseKind: { group: "", version: "v1", kind: "Pod" },
  scope: "Namespaced",
  verbs: ["get", "list"],
  shortNames: ["po"],
  subresources: [{ subresource: "status", verbs: ["get", "patch"] }, { subresource: "exec" }],
};
const widgets = { resource: "widgets", responseKind: { kind: "Widget" }, scope: "Cluster" };
const document = (...items: object[]): ScriptedResponse => jsonResponse({ kind: "APIGroupDiscoveryList", items });
const core = () => document({ versions: [{ version: "v1", resources: [pods] }] });
const named = () =>
  document({
    metadata: { name: "example.com" },
    versions: [
      { version: "v2", resources: [widgets] },
      { version: "v1", freshness: "Stale" },
    ],
  });

function start(responses: readonly ScriptedResponse[], dialect = svcDialect) {
  const transport = scriptedTransport(responses);
  const clock = createManualClock();
  return { discovery: createClient({ transport, clock, dialect }).discovery, clock, requests: transport.requests };
}

describe("the discovery of a server", () => {
  test.each([svcDialect, kubernetesDialect])("is read with two requests ($name)", async (dialect) => {
    const { discovery, requests } = start([core(), named()], dialect);
    expect(await discovery.served()).toEqual({
      resources: [
        {
          group: "",
          version: "v1",
          resource: "pods",
          kind: "Pod",
          namespaced: true,
          verbs: ["get", "list"],
          shortNames: ["po"],
          subresources: new Map([
            ["status", ["get", "patch"]],
            ["exec", []],
          ]),
        },
        {
          group: "example.com",
          version: "v2",
          resource: "widgets",
          kind: "Widget",
          namespaced: false,
          verbs: [],
          shortNames: [],
          subresources: new Map(),
        },
      ],
      unavailable: ["example.com/v1"],
    });
    expect(requests.map((r) => r.path)).toEqual(["/api", "/apis"]);
    const accept = `application/json;g=apidiscovery.${dialect.apiDomain};v=v2;as=APIGroupDiscoveryList`;
    expect(requests[0]?.headers?.["accept"]).toBe(accept);
  });

  test("in another format is an error", async () => {
    const old = (): ScriptedResponse => jsonResponse({ kind: "APIVersions", versions: ["v1"] });
    await expect(start([old(), old()]).discovery.served()).rejects.toThrow("does not support aggregated discovery");
  });
});

describe("the resource of a kind", () => {
  const pod = { apiVersion: "v1", kind: "Pod" };
  const widget = { apiVersion: "example.com/v2", kind: "Widget" };

  test("is requested once for concurrent callers", async () => {
    const { discovery, requests } = start([core(), named()]);
    const found = await Promise.all([discovery.find(pod), discovery.find(widget), discovery.find(pod)]);
    expect(found.map((r) => r?.resource)).toEqual(["pods", "widgets", "pods"]);
    expect((await discovery.find(pod))?.resource).toBe("pods");
    expect(requests).toHaveLength(2);
  });

  test("without a known kind is requested again, at a bounded rate", async () => {
    const { discovery, clock, requests } = start([core(), document(), core(), named()]);
    expect(await discovery.find(widget)).toBeUndefined();
    clock.advance(4999);
    expect(await discovery.find(widget)).toBeUndefined();
    expect(requests).toHaveLength(2);
    clock.advance(1);
    expect((await discovery.find(widget))?.resource).toBe("widgets");
  });

  test("is requested again after a failure", async () => {
    const { discovery } = start([jsonResponse("", { status: 500 }), core(), core(), named()]);
    await expect(discovery.find(pod)).rejects.toThrow("500");
    expect((await discovery.find(pod))?.resource).toBe("pods");
  });
});
