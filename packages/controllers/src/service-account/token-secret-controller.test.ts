import { svcDialect } from "@svc/meta";
import { afterEach, describe, expect, test } from "vitest";
import { type Cluster, type ClusterOptions, isGone, startCluster } from "../testing/cluster.ts";
import { tokenSecretController } from "./token-secret-controller.ts";

let cluster: Cluster;
afterEach(async () => cluster[Symbol.asyncDispose]());

const secretToken: NonNullable<ClusterOptions["secretToken"]> = async ({ namespace, serviceAccount, secretName }) =>
  `${namespace} ${serviceAccount.name} ${serviceAccount.uid} ${secretName}`;

async function begin(options: ClusterOptions = {}): Promise<void> {
  cluster = await startCluster({ rootCa: "the authority", secretToken, ...options });
  await cluster.run(tokenSecretController);
}

const secrets = () => cluster.client.core.v1.secrets("default");
const accounts = () => cluster.client.core.v1.serviceaccounts("default");
const create = (annotations: Readonly<Record<string, string>>, domain = "kubernetes.io") =>
  secrets().create({
    metadata: { name: "s", annotations: { ...annotations } },
    type: `${domain}/service-account-token`,
  });
const data = async (): Promise<Readonly<Record<string, string>>> => {
  const found = (await secrets().get("s")) as { readonly data?: Readonly<Record<string, string>> };
  return Object.fromEntries(
    Object.entries(found.data ?? {}).map(([key, value]) => [key, Buffer.from(value, "base64").toString()]),
  );
};
const isFilled = () => cluster.until("the secret has a token", async () => (await data())["token"] !== undefined);

describe("secrets of service accounts", () => {
  test.each(["kubernetes.io", "svc.io"])(
    "get a token, the authority and the namespace, as %s has them",
    async (domain) => {
      await begin(domain === "svc.io" ? { dialect: svcDialect } : {});
      const { uid } = (await accounts().create({ metadata: { name: "robot" } })).metadata;
      await create({ [`${domain}/service-account.name`]: "robot" }, domain);
      await isFilled();
      expect(await data()).toEqual({
        token: `default robot ${uid} s`,
        "ca.crt": "the authority",
        namespace: "default",
      });
      const { annotations } = (await secrets().get("s")).metadata;
      expect(annotations).toEqual({
        [`${domain}/service-account.name`]: "robot",
        [`${domain}/service-account.uid`]: uid,
      });
    },
  );

  test("keep their token, and get missing or wrong data beside it", async () => {
    await begin();
    await accounts().create({ metadata: { name: "robot" } });
    await create({ "kubernetes.io/service-account.name": "robot" });
    await isFilled();
    const before = await data();
    const found = await secrets().get("s");
    const given = {
      token: Buffer.from("kept").toString("base64"),
      "ca.crt": "",
      more: Buffer.from("x").toString("base64"),
    };
    await secrets().update({ ...found, data: given });
    await cluster.until("the authority is back", async () => (await data())["ca.crt"] === before["ca.crt"]);
    expect(await data()).toEqual({ ...before, token: "kept", more: "x" });
  });

  test("go with their account", async () => {
    await begin();
    await accounts().create({ metadata: { name: "robot" } });
    await create({ "kubernetes.io/service-account.name": "robot" });
    await isFilled();
    await accounts().delete("robot");
    await cluster.until("the secret is gone", () => isGone(secrets().get("s")));
  });

  test("whose account is deleted, or was recreated, are deleted", async () => {
    await begin();
    await create({ "kubernetes.io/service-account.name": "missing" });
    await cluster.until("the secret is gone", () => isGone(secrets().get("s")));
    await accounts().create({ metadata: { name: "robot" } });
    await create({ "kubernetes.io/service-account.name": "robot", "kubernetes.io/service-account.uid": "of-another" });
    await cluster.until("the other is gone", () => isGone(secrets().get("s")));
  });

  test("of other types, and all without a token issuer, are unchanged", async () => {
    await begin();
    await accounts().create({ metadata: { name: "robot" } });
    await secrets().create({
      metadata: { name: "s", annotations: { "kubernetes.io/service-account.name": "robot" } },
      type: "Opaque",
    });
    await cluster.settle();
    expect(await data()).toEqual({});
  });
});
