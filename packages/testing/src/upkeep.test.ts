import type { ApiObject } from "@svc/meta";
import { describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./start-test-server.ts";

interface Conditioned extends ApiObject {
  readonly status?: {
    readonly conditions?: readonly { type: string; status: string; reason?: string }[];
    readonly acceptedNames?: object;
  };
}

async function send(server: TestServer, method: string, path: string, body?: object): Promise<Conditioned> {
  const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
  const response = await server.fetch(path, {
    method,
    headers: { "content-type": type },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Conditioned;
}

/** What the server says of an object, once that is what it should say. */
async function reported(server: TestServer, path: string, want: readonly string[]): Promise<void> {
  await expect.poll(async () => conditionsOf(await send(server, "GET", path)), { interval: 5 }).toEqual(want);
}

function conditionsOf({ status }: Conditioned): readonly string[] {
  return (status?.conditions ?? []).map((c) => `${c.type} ${c.status} ${c.reason}`);
}

describe("definitions of types", () => {
  const path = "/apis/apiextensions.svc.io/v1/customresourcedefinitions";
  const definition = (plural: string, kind: string, finalizers: readonly string[] = []): object => ({
    metadata: { name: `${plural}.example.com`, finalizers },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural, kind },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
    },
  });
  const established = ["NamesAccepted True NoConflicts", "Established True InitialNamesAccepted"];

  test("get free names, and others when those become free", async () => {
    await using server = await startTestServer();
    await send(server, "POST", path, definition("foos", "Foo"));
    await reported(server, `${path}/foos.example.com`, established);
    await send(server, "POST", path, definition("bars", "Foo"));
    await reported(server, `${path}/bars.example.com`, [
      "NamesAccepted False ListKindConflict",
      "Established False NotAccepted",
    ]);
    const deleted = await send(server, "DELETE", `${path}/foos.example.com`);
    expect([deleted.kind, deleted.metadata.finalizers, conditionsOf(deleted).at(-1)]).toEqual([
      "CustomResourceDefinition",
      ["customresourcecleanup.apiextensions.svc.io"],
      "Terminating True InstanceDeletionPending",
    ]);
    await reported(server, `${path}/bars.example.com`, established);
    expect(await send(server, "GET", `${path}/foos.example.com`)).toMatchObject({ code: 404 });
  });

  test("wait for finalizers of others", async () => {
    await using server = await startTestServer();
    await send(server, "POST", path, definition("foos", "Foo", ["example.com/x"]));
    await reported(server, `${path}/foos.example.com`, established);
    await send(server, "DELETE", `${path}/foos.example.com`);
    await reported(server, `${path}/foos.example.com`, [...established, "Terminating False InstanceDeletionCompleted"]);
    expect((await send(server, "GET", `${path}/foos.example.com`)).metadata.finalizers).toEqual(["example.com/x"]);
  });
});

test("versions are available where they are served here, and not behind a service that is not there", async () => {
  await using server = await startTestServer();
  const path = "/apis/apiregistration.svc.io/v1/apiservices";
  await reported(server, `${path}/v1.apps`, ["Available True Local"]);
  const spec = { group: "example.org", version: "v1", groupPriorityMinimum: 1000, versionPriority: 15 };
  const behind = { ...spec, insecureSkipTLSVerify: true, service: { namespace: "default", name: "s" } };
  await send(server, "POST", path, { metadata: { name: "v1.example.org" }, spec: behind });
  await reported(server, `${path}/v1.example.org`, ["Available False ServiceNotFound"]);
  await send(server, "POST", "/api/v1/namespaces/default/services", {
    metadata: { name: "s" },
    spec: { ports: [{ port: 443 }] },
  });
  await reported(server, `${path}/v1.example.org`, ["Available False EndpointsNotFound"]);
  await send(server, "PATCH", `${path}/v1.example.org`, { spec: { service: null, insecureSkipTLSVerify: null } });
  await reported(server, `${path}/v1.example.org`, ["Available True Local"]);
});

describe("flow control", () => {
  const group = "/apis/flowcontrol.apiserver.svc.io/v1";
  const flowSchemas = `${group}/flowschemas`;

  test("schemas report whether their level exists", async () => {
    await using server = await startTestServer();
    await reported(server, `${flowSchemas}/exempt`, ["Dangling False Found"]);
    await send(server, "PATCH", `${flowSchemas}/global-default`, {
      spec: { priorityLevelConfiguration: { name: "other" } },
    });
    await reported(server, `${flowSchemas}/global-default`, ["Dangling True NotFound"]);
    await send(server, "POST", `${group}/prioritylevelconfigurations`, {
      metadata: { name: "other" },
      spec: { type: "Limited", limited: { limitResponse: { type: "Reject" } } },
    });
    await reported(server, `${flowSchemas}/global-default`, ["Dangling False Found"]);
  });

  test("a condition that someone else changed is written again with the time of that", async () => {
    await using server = await startTestServer();
    await reported(server, `${flowSchemas}/exempt`, ["Dangling False Found"]);
    const old = { type: "Dangling", status: "False", reason: "Mine", lastTransitionTime: "2020-01-01T00:00:00Z" };
    await send(server, "PATCH", `${flowSchemas}/exempt/status`, { status: { conditions: [old] } });
    await reported(server, `${flowSchemas}/exempt`, ["Dangling False Found"]);
    const schema = (await (await server.fetch(`${flowSchemas}/exempt`)).json()) as {
      readonly status: { readonly conditions: readonly { readonly lastTransitionTime: string }[] };
    };
    expect(schema.status.conditions[0]?.lastTransitionTime).not.toBe(old.lastTransitionTime);
  });

  test("defaults are restored once a minute, unless their annotation prevents it", async () => {
    await using server = await startTestServer();
    const key = "apf.svc.io/autoupdate-spec";
    const precedence = async (name: string): Promise<unknown> => {
      const { metadata, spec } = (await send(server, "GET", `${flowSchemas}/${name}`)) as Conditioned & {
        spec?: { matchingPrecedence?: number };
      };
      return metadata.name === undefined ? undefined : [spec?.matchingPrecedence, metadata.annotations?.[key]];
    };
    const change = { spec: { matchingPrecedence: 7 } };
    await send(server, "PATCH", `${flowSchemas}/probes`, change);
    await send(server, "PATCH", `${flowSchemas}/system-nodes`, {
      ...change,
      metadata: { annotations: { [key]: "false" } },
    });
    await send(server, "PATCH", `${flowSchemas}/endpoint-controller`, {
      ...change,
      metadata: { annotations: { [key]: "TRUE" } },
    });
    await send(server, "PATCH", `${flowSchemas}/system-node-high`, { ...change, metadata: { annotations: null } });
    await send(server, "PATCH", `${flowSchemas}/catch-all`, { metadata: { annotations: { [key]: "false" } } });
    await send(server, "DELETE", `${flowSchemas}/service-accounts`);
    const left = {
      metadata: { name: "left", annotations: { [key]: "true" } },
      spec: { ...((await send(server, "GET", `${flowSchemas}/probes`))["spec"] as object) },
    };
    await send(server, "POST", flowSchemas, left);
    server.clock.advance(60_000);
    await expect.poll(() => precedence("left"), { interval: 5 }).toBeUndefined();
    const names = [
      "probes",
      "endpoint-controller",
      "system-nodes",
      "system-node-high",
      "catch-all",
      "service-accounts",
    ];
    expect(await Promise.all(names.map(precedence))).toEqual([
      [2, "true"],
      [150, "TRUE"],
      [7, "false"],
      [7, "false"],
      [10000, "true"],
      [9000, "true"],
    ]);
  });
});
