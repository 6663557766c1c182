import { core } from "@svc/api";
import { verifiesDetached } from "@svc/client";
import { type Dialect, kubernetesDialect, svcDialect } from "@svc/meta";
import { describe, expect, test } from "vitest";
import { type Cluster, isGone, startCluster } from "../testing/cluster.ts";
import { bootstrapSigner } from "./bootstrap-signer.ts";
import { tokenCleaner } from "./token-cleaner.ts";

const resources = [core("namespaces", "configmaps", "secrets")];
const id = "abcdef";
const secret = "0123456789abcdef";
const clusterInfo = { server: "https://10.0.0.1:6443", certificateAuthority: "PEM" };

interface Fields {
  readonly [key: string]: string;
}

/** A bootstrap token, as people make it. */
async function makeToken({ client }: Cluster, dialect: Dialect, stringData: Fields, name?: string): Promise<void> {
  const tokenId = stringData["token-id"] ?? id;
  await client.core.v1.secrets(dialect.namespaces.system).create({
    metadata: { name: name ?? `bootstrap-token-${tokenId}` },
    type: dialect.expand("bootstrap.{labels}/token"),
    stringData: { "token-id": id, "token-secret": secret, "usage-bootstrap-signing": "true", ...stringData },
  });
}

/** RFC 3339, so long after the clock's time. */
const inMs = ({ server }: Cluster, ms: number): string => new Date(server.clock.now() + ms).toISOString();

describe.each([svcDialect, kubernetesDialect])("the bootstrap signer ($name)", (dialect) => {
  const mapsOf = ({ client }: Cluster) => client.core.v1.configmaps(dialect.namespaces.public);
  const keysOf = async (cluster: Cluster): Promise<readonly string[]> =>
    Object.keys((await mapsOf(cluster).get("cluster-info")).data ?? {}).sort();

  test("publishes the cluster information, signed by tokens that may sign", async () => {
    await using cluster = await startCluster({ resources, dialect, clusterInfo });
    await makeToken(cluster, dialect, {});
    await cluster.run(bootstrapSigner);
    await cluster.until("it is published", async () => !(await isGone(mapsOf(cluster).get("cluster-info"))));
    const { data = {} } = await mapsOf(cluster).get("cluster-info");
    expect(Object.keys(data).sort()).toEqual(["jws-kubeconfig-abcdef", "kubeconfig"]);
    expect(JSON.parse(data["kubeconfig"] ?? "")).toMatchObject({
      clusters: [{ cluster: { server: clusterInfo.server, "certificate-authority-data": "UEVN" } }],
    });
    const signature = data["jws-kubeconfig-abcdef"] ?? "";
    expect(verifiesDetached(signature, data["kubeconfig"] ?? "", { id, secret })).toBe(true);
    expect(signature).toMatch(/^[\w-]+\.\.[\w-]{43}$/);
  });

  test("signs cluster information of other clients, keeps its other content, and removes stale signatures", async () => {
    await using cluster = await startCluster({ resources, dialect });
    const data = { kubeconfig: "theirs", "jws-kubeconfig-zzzzzz": "old", other: "kept" };
    await mapsOf(cluster).create({ metadata: { name: "cluster-info" }, data });
    await cluster.run(bootstrapSigner);
    await cluster.until("the old one is gone", async () => (await keysOf(cluster)).length === 2);
    await makeToken(cluster, dialect, {});
    await cluster.until("it is signed", async () => (await keysOf(cluster)).length === 3);
    expect(await keysOf(cluster)).toEqual(["jws-kubeconfig-abcdef", "kubeconfig", "other"]);
    await mapsOf(cluster).patch("cluster-info", { type: "merge", patch: { data: { kubeconfig: "newer" } } });
    await cluster.until("the change is signed", async () => {
      const now = (await mapsOf(cluster).get("cluster-info")).data ?? {};
      return verifiesDetached(now["jws-kubeconfig-abcdef"] ?? "", "newer", { id, secret });
    });
    await cluster.client.core.v1.secrets(dialect.namespaces.system).delete("bootstrap-token-abcdef");
    await cluster.until("the signature is gone", async () => (await keysOf(cluster)).length === 2);
  });

  test("takes a signature away when its token expires", async () => {
    await using cluster = await startCluster({ resources, dialect, clusterInfo });
    await makeToken(cluster, dialect, { expiration: inMs(cluster, 60_000) });
    await cluster.run(bootstrapSigner);
    await cluster.until("it is signed", async () => (await keysOf(cluster)).length === 2);
    cluster.server.clock.advance(60_000);
    await cluster.until("it is not any more", async () => (await keysOf(cluster)).length === 1);
  });

  test.each<[string, Fields, string?]>([
    ["may not sign", { "usage-bootstrap-signing": "false" }],
    ["have another name", {}, "bootstrap-token-zzzzzz"],
    ["have expired", { expiration: "2001-01-01T00:00:00Z" }],
    ["have an expiration that is no time", { expiration: "soon" }],
    ["are none", { "token-secret": "short" }],
  ])("does not sign with tokens that %s", async (_what, fields, name) => {
    await using cluster = await startCluster({ resources, dialect, clusterInfo });
    await makeToken(cluster, dialect, fields, name);
    await cluster.run(bootstrapSigner);
    await cluster.until("it is published", async () => !(await isGone(mapsOf(cluster).get("cluster-info"))));
    await cluster.settle();
    expect(await keysOf(cluster)).toEqual(["kubeconfig"]);
  });
});

test("the signer does nothing without cluster information", async () => {
  await using cluster = await startCluster({ resources });
  await makeToken(cluster, kubernetesDialect, {});
  await cluster.run(bootstrapSigner);
  await cluster.settle();
  expect((await cluster.client.core.v1.configmaps("kube-public").list()).items).toEqual([]);
});

describe.each([svcDialect, kubernetesDialect])("the token cleaner ($name)", (dialect) => {
  test("deletes tokens when they expire, and no others", async () => {
    await using cluster = await startCluster({ resources, dialect });
    const secrets = cluster.client.core.v1.secrets(dialect.namespaces.system);
    const names = async (): Promise<string> => (await secrets.list()).items.map((o) => o.metadata.name).join();
    const expired = { expiration: "2001-01-01T00:00:00Z" };
    await makeToken(cluster, dialect, { "token-id": "expire", expiration: inMs(cluster, 3_600_000) });
    await makeToken(cluster, dialect, { "token-id": "stays0" });
    await makeToken(cluster, dialect, { "token-id": "wrong0", expiration: "tomorrow" });
    await secrets.create({ metadata: { name: "opaque" }, stringData: expired });
    await cluster.run(tokenCleaner);
    await makeToken(cluster, dialect, { "token-id": "past00", ...expired });
    await cluster.settle();
    expect(await names()).toBe("bootstrap-token-expire,bootstrap-token-stays0,opaque");
    cluster.server.clock.advance(3_600_000);
    await cluster.until("it is gone", () => isGone(secrets.get("bootstrap-token-expire")));
    expect(await names()).toBe("bootstrap-token-stays0,opaque");
  });

  test("waits longer for a token whose expiry was extended", async () => {
    await using cluster = await startCluster({ resources, dialect });
    const secrets = cluster.client.core.v1.secrets(dialect.namespaces.system);
    await makeToken(cluster, dialect, { expiration: inMs(cluster, 60_000) });
    await cluster.run(tokenCleaner);
    const later = Buffer.from(inMs(cluster, 3_600_000)).toString("base64");
    await secrets.patch("bootstrap-token-abcdef", { type: "merge", patch: { data: { expiration: later } } });
    await cluster.settle();
    cluster.server.clock.advance(120_000);
    await cluster.settle();
    expect(await isGone(secrets.get("bootstrap-token-abcdef"))).toBe(false);
  });
});
