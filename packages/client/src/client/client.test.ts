import { kubernetesDialect, svcDialect } from "@svc/meta";
import type { BuiltinTypes, corev1 } from "@svc/types";
import { describe, expect, expectTypeOf, test } from "vitest";
import { jsonResponse, listOf, scriptedTransport } from "../testing/scripted-transport.ts";
import { type Client, createClient } from "./client.ts";
import type { Stored } from "./objects.ts";
import type { ResourceClient } from "./resource-client.ts";

describe("a client of types that are known", () => {
  test.each([
    [svcDialect, "svc.io"],
    [kubernetesDialect, "k8s.io"],
  ])("has them by group, version and name ($name)", async (dialect, domain) => {
    const transport = scriptedTransport(Array.from({ length: 6 }, () => listOf("1", [])));
    const client = createClient<BuiltinTypes>({ transport, dialect });
    await client.core.v1.pods("ns").list();
    await client.core.v1.pods().list();
    await client.core.v1.nodes().list();
    await client.apps.v1.deployments("ns").list();
    await client.rbac.v1.clusterroles().list();
    await client.flowcontrol.v1.flowschemas().list();
    expect(transport.requested).toEqual([
      "GET /api/v1/namespaces/ns/pods",
      "GET /api/v1/pods",
      "GET /api/v1/nodes",
      "GET /apis/apps/v1/namespaces/ns/deployments",
      `GET /apis/rbac.authorization.${domain}/v1/clusterroles`,
      `GET /apis/flowcontrol.apiserver.${domain}/v1/flowschemas`,
    ]);
  });

  test("has their types", () => {
    type Typed = Client<BuiltinTypes>;
    type Pods = ReturnType<Typed["core"]["v1"]["pods"]>;
    expectTypeOf<Pods>().toEqualTypeOf<ResourceClient<corev1.Pod>>();
    expectTypeOf<Awaited<ReturnType<Pods["get"]>>>().toEqualTypeOf<Stored<corev1.Pod>>();
    expectTypeOf<Parameters<Typed["core"]["v1"]["nodes"]>>().toEqualTypeOf<[]>();
    expectTypeOf<Extract<keyof Typed["core"]["v1"], "nodes" | "nothing">>().toEqualTypeOf<"nodes">();
    expectTypeOf<Parameters<Typed["core"]["v1"]["pods"]>>().toEqualTypeOf<[namespace?: string | undefined]>();
  });

  test("accepts other types, by a custom types map", async () => {
    interface Widget {
      readonly metadata?: { readonly name?: string };
      readonly spec?: { readonly size: number };
    }
    interface MyTypes {
      readonly "example.com/v1": { readonly widgets: { readonly kind: Widget; readonly namespaced: true } };
    }
    const transport = scriptedTransport([jsonResponse({ metadata: { name: "a" }, spec: { size: 3 } })]);
    const client = createClient<MyTypes>({ transport });
    const widget = await client["example.com"].v1.widgets("ns").get("a");
    expect(widget.spec?.size).toBe(3);
    expect(transport.requested).toEqual(["GET /apis/example.com/v1/namespaces/ns/widgets/a"]);
  });

  test("may be returned from an async function, and shown", async () => {
    const client = await Promise.resolve(createClient<BuiltinTypes>({ transport: scriptedTransport([]) }));
    expect(client.namespace).toBe("default");
    expect(String(JSON.stringify(client.core))).toBe("{}");
  });
});
