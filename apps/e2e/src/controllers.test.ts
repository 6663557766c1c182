import { discoverCluster } from "@svc/client";
import { kubernetesDialect } from "@svc/meta";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientPrograms } from "./clients.ts";
import { kubectlFor } from "./kubectl.ts";
import { type ServerProcess, startServerProcess } from "./server-process.ts";

const programs = clientPrograms();

describe.skipIf(programs === undefined)("the server's own controllers, as kubectl sees them", () => {
  let server: ServerProcess;
  const { ok } = kubectlFor(() => server);
  /** A deployment, and a config map that it owns. */
  const makePair = async (name: string): Promise<void> => {
    await ok(`create deployment ${name} --image=registry.invalid/web:1`);
    const uid = await ok(`get deployment ${name} -o jsonpath={.metadata.uid}`);
    const owner = { apiVersion: "apps/v1", kind: "Deployment", name, uid, blockOwnerDeletion: true };
    const metadata = { name, ownerReferences: [owner] };
    await ok("create -f -", JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata }));
  };

  beforeAll(async () => {
    server = await startServerProcess("kubernetes", ["--controllers=*,bootstrapsigner,tokencleaner"]);
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
  });

  test.each(["background", "foreground"])("delete --cascade=%s takes dependents with it", async (cascade) => {
    await makePair(cascade);
    await ok(`delete deployment ${cascade} --cascade=${cascade} --timeout=90s`);
    await ok(`wait --for=delete configmap/${cascade} --timeout=90s`);
  });

  test("delete --cascade=orphan leaves dependents, without an owner", async () => {
    await makePair("orphan");
    await ok("delete deployment orphan --cascade=orphan --timeout=90s");
    expect(await ok("get configmap orphan -o jsonpath={.metadata.ownerReferences}")).toBe("");
  });

  test("a namespace has a service account and the certificate authority, and empties itself", async () => {
    await ok("create namespace x");
    await ok("wait --for=create serviceaccount/default -n x --timeout=90s");
    await ok("wait --for=create configmap/kube-root-ca.crt -n x --timeout=90s");
    expect(await ok("get configmap kube-root-ca.crt -n x -o jsonpath={.data.ca\\.crt}")).toContain("BEGIN CERTIFICATE");
    await ok("create deployment web --image=registry.invalid/web:1 -n x");
    await ok("delete namespace x --timeout=90s");
  });

  test("a labelled role becomes part of view, edit and admin, and ceases to be", async () => {
    const metadata = { name: "widgets", labels: { "rbac.authorization.k8s.io/aggregate-to-view": "true" } };
    const rules = [{ apiGroups: ["example.com"], resources: ["widgets"], verbs: ["get"] }];
    const kind = { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole" };
    await ok("create -f -", JSON.stringify({ ...kind, metadata, rules }));
    const given = "jsonpath={.rules[?(@.apiGroups[0]=='example.com')].resources[0]}=widgets";
    for (const role of ["view", "edit", "admin"]) await ok(`wait --for=${given} clusterrole/${role} --timeout=90s`);
    await ok("delete clusterrole widgets");
    await expect.poll(() => ok("get clusterrole admin -o yaml"), { interval: 200 }).not.toContain("example.com");
  });

  test("clients that only have a token discover the cluster", async () => {
    const metadata = { name: "bootstrap-token-abcdef", namespace: "kube-system" };
    const stringData = {
      "token-id": "abcdef",
      "token-secret": "0123456789abcdef",
      "usage-bootstrap-signing": "true",
    };
    const type = "bootstrap.kubernetes.io/token";
    await ok("create -f -", JSON.stringify({ apiVersion: "v1", kind: "Secret", metadata, type, stringData }));
    const signed = "jsonpath={.data.jws-kubeconfig-abcdef}";
    await ok(`wait --for=${signed} configmap/cluster-info -n kube-public --timeout=90s`);
    await ok("create role told -n kube-public --verb=get --resource=configmaps --resource-name=cluster-info");
    await ok("create rolebinding told -n kube-public --role=told --user=system:anonymous");
    const found = await discoverCluster({
      dialect: kubernetesDialect,
      server: new URL(server.url),
      token: "abcdef.0123456789abcdef",
    });
    expect(found.endpoint.server.origin).toBe(server.url);
    expect(found.endpoint.certificateAuthority).toContain("BEGIN CERTIFICATE");
  });
});
