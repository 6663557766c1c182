import { createRbac } from "@svc/authz";
import { kubernetesDialect, svcDialect } from "@svc/meta";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "./index.ts";
import { mergePatch, send } from "./security/rbac-server.ts";

interface Stored {
  readonly metadata: {
    readonly uid: string;
    readonly labels: object;
    readonly annotations: object;
    readonly resourceVersion: string;
  };
  readonly rules: readonly { readonly resources?: readonly string[]; readonly verbs: readonly string[] }[];
  readonly subjects: readonly { readonly name: string }[];
  readonly roleRef: { readonly name: string };
}

describe.each([svcDialect, kubernetesDialect])("the default policy in $name", (dialect) => {
  const group = dialect.expand("rbac.authorization.{api}");
  const roles = `/apis/${group}/v1`;
  const autoupdate = dialect.expand("rbac.authorization.{labels}/autoupdate");
  let first: TestServer;
  let second: TestServer;
  const start = (before?: TestServer): Promise<TestServer> => {
    const rbac = createRbac(group);
    return startTestServer({
      dialect,
      authorizer: rbac,
      controlPlane: { rbac },
      ...(before === undefined ? {} : { storage: before.storage.fork(), clock: before.clock }),
    });
  };
  const read = async (server: TestServer, path: string): Promise<Stored> =>
    (await (await server.fetch(`${roles}/${path}`)).json()) as Stored;
  const change = async (path: string, body: object): Promise<void> => {
    expect((await first.fetch(`${roles}/${path}`, mergePatch(body))).status).toBe(200);
  };
  const mine = { apiGroups: [""], resources: ["mine"], verbs: ["get"] };

  beforeAll(async () => {
    first = await start();
    await change("clusterroles/system:basic-user", { rules: [mine] });
    await change("clusterroles/system:kube-dns", {
      rules: [mine],
      metadata: { annotations: { [autoupdate]: "false" } },
    });
    await change("clusterroles/system:heapster", { metadata: { labels: null, annotations: null } });
    await change("clusterrolebindings/system:discovery", { subjects: [{ apiGroup: group, kind: "User", name: "me" }] });
    const turned = "clusterrolebindings/system:basic-user";
    const { roleRef, subjects } = await read(first, turned);
    expect((await first.fetch(`${roles}/${turned}`, { method: "DELETE" })).status).toBe(200);
    const other = { metadata: { name: "system:basic-user" }, roleRef: { ...roleRef, name: "cluster-admin" }, subjects };
    expect((await first.fetch(`${roles}/clusterrolebindings`, send("POST", other))).status).toBe(201);
    expect((await first.fetch(`${roles}/clusterroles/system:monitoring`, { method: "DELETE" })).status).toBe(200);
    second = await start(first);
  });
  afterAll(async () => {
    await first?.[Symbol.asyncDispose]();
    await second?.[Symbol.asyncDispose]();
  });

  test("is there, marked, from the first start", async () => {
    const { metadata, rules } = await read(first, "clusterroles/cluster-admin");
    expect(metadata.labels).toMatchObject({ [`${dialect.labelDomain}/bootstrapping`]: "rbac-defaults" });
    expect(metadata.annotations).toMatchObject({ [autoupdate]: "true" });
    expect(rules).toHaveLength(2);
  });

  test("gets removed rules back, and keeps added ones", async () => {
    const { rules } = await read(second, "clusterroles/system:basic-user");
    expect(rules.flatMap((r) => r.resources ?? []).sort()).toEqual([
      "mine",
      "selfsubjectaccessreviews",
      "selfsubjectreviews",
      "selfsubjectrulesreviews",
    ]);
    const { subjects } = await read(second, "clusterrolebindings/system:discovery");
    expect(subjects.map((s) => s.name)).toEqual(["me", "system:authenticated"]);
  });

  test("is created again after a deletion, with its marks", async () => {
    expect((await read(second, "clusterroles/system:monitoring")).rules).not.toEqual([]);
    const { metadata } = await read(second, "clusterroles/system:heapster");
    expect(metadata.annotations).toMatchObject({ [autoupdate]: "true" });
  });

  test("ignores objects with autoupdate false", async () => {
    expect((await read(second, "clusterroles/system:kube-dns")).rules).toEqual([mine]);
  });

  test("recreates a binding to another role, since the role is immutable", async () => {
    const before = await read(first, "clusterrolebindings/system:basic-user");
    const after = await read(second, "clusterrolebindings/system:basic-user");
    expect([before.roleRef.name, after.roleRef.name]).toEqual(["cluster-admin", "system:basic-user"]);
    expect(after.metadata.uid).not.toBe(before.metadata.uid);
    const turned = await second.fetch(
      `${roles}/clusterrolebindings/system:basic-user`,
      mergePatch({ roleRef: { name: "cluster-admin" } }),
    );
    expect([turned.status, ((await turned.json()) as { message: string }).message]).toEqual([
      422,
      expect.stringContaining("cannot change roleRef"),
    ]);
  });

  test("writes nothing if nothing differs", async () => {
    const third = await start(second);
    const [before, after] = [await read(second, "clusterroles/edit"), await read(third, "clusterroles/edit")];
    expect(after.metadata.resourceVersion).toBe(before.metadata.resourceVersion);
    await third[Symbol.asyncDispose]();
  });
});
