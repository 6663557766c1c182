import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientPrograms } from "./clients.ts";
import { kubectlFor } from "./kubectl.ts";
import { type ServerProcess, startServerProcess } from "./server-process.ts";

const programs = clientPrograms();
const map = (name: string, data: string, labels = ""): string =>
  `{apiVersion: v1, kind: ConfigMap, metadata: {name: ${name}, labels: {${labels}}}, data: {${data}}}\n---\n`;

describe.skipIf(programs === undefined)("kubectl: the life of objects", () => {
  let server: ServerProcess;
  const environment = (): Record<string, string> => ({ KUBECONFIG: server.kubeconfig, HOME: server.dataDir });
  const { kubectl, ok } = kubectlFor(() => server);
  /** Runs a command that does not end by itself until a line of its output is the one. */
  const until = (args: string, line: RegExp): Promise<string> => {
    const child = spawn(programs?.kubectl ?? "", args.split(" "), { env: { ...process.env, ...environment() } });
    return new Promise((resolve, reject) => {
      child.once("close", () => reject(new Error(`kubectl ${args} ended before it said ${line}`)));
      createInterface({ input: child.stdout }).on("line", (text) => {
        if (!line.test(text)) return;
        child.kill();
        resolve(text);
      });
    });
  };

  beforeAll(async () => {
    server = await startServerProcess("kubernetes");
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
  });

  test("watches, replaces, and lets a browser in by a proxy", async () => {
    await ok("create -f -", map("a", "x: one"));
    const watched = until("get cm a -w --output-watch-events", /MODIFIED/);
    await ok("replace -f -", map("a", "x: two"));
    await ok("label cm a seen=yes");
    expect(await watched).toContain("a");
    const proxied = await until("proxy --port=0", /Starting to serve on/);
    expect(proxied).toMatch(/127\.0\.0\.1:\d+/);
  });

  test("applies on the client, then on the server, and prunes", async () => {
    await ok("apply -f -", map("m", "x: one", "set: s"));
    await ok("apply --server-side --field-manager=kubectl -f -", map("m", "x: two", "set: s"));
    expect(await ok("get cm m -o jsonpath={.data.x}")).toBe("two");
    await ok("apply -f - -l set=s --prune --prune-allowlist=core/v1/ConfigMap", map("m2", "x: one", "set: s"));
    expect(await ok("get cm -l set=s -o name")).toBe("configmap/m2\n");
  });

  test("a manifest that was applied on the client is the server's from then on", async () => {
    const owners = async (): Promise<string> =>
      ok(
        `get cm moved --show-managed-fields -o jsonpath=${["manager", "operation"].map((n) => `{.metadata.managedFields[*].${n}}`).join("/")}`,
      );
    await ok("apply -f -", map("moved", "x: one, y: one"));
    expect(await owners()).toBe("kubectl-client-side-apply/Update");
    await ok("apply --server-side -f -", map("moved", "x: one"));
    expect(await ok("get cm moved -o jsonpath={.data}"), "what the manifest no longer has, goes").toBe('{"x":"one"}');
    expect(await owners(), "kubectl keeps its own record true by a manager of its own").toBe(
      "kubectl-last-applied kubectl/Apply Apply",
    );
    const taken = await kubectl("apply --server-side --field-manager=other -f -", map("moved", "x: two"));
    expect(taken.stderr).toMatch(/conflicts with "kubectl":\n- \.data\.x\n/);
    await ok("apply --server-side --field-manager=other --force-conflicts -f -", map("moved", "x: two"));
    expect(await ok("get cm moved -o jsonpath={.data.x}")).toBe("two");
  });

  test("restarts a deployment, and sets its image, which makes new generations", async () => {
    await ok("create deployment web --image=registry.invalid/web:1");
    await ok("rollout restart deployment/web");
    const annotation = "{.spec.template.metadata.annotations.kubectl\\.kubernetes\\.io/restartedAt}";
    expect(await ok(`get deploy web -o jsonpath=${annotation}`)).toMatch(/^\d{4}-\d\d-\d\dT/);
    await ok("set image deployment/web web=registry.invalid/web:2");
    expect(await ok("get deploy web -o jsonpath={.spec.template.spec.containers[0].image}")).toBe(
      "registry.invalid/web:2",
    );
    expect(await ok("get deploy web -o jsonpath={.metadata.generation}")).toBe("3");
    await ok("delete deployment web");
  });

  test("deletes owners in three ways", async () => {
    for (const [cascade, left] of [
      ["background", ""],
      ["foreground", ""],
      ["orphan", "configmap/child\n"],
    ] as const) {
      await ok("create -f -", map("owner", "x: one"));
      const uid = await ok("get cm owner -o jsonpath={.metadata.uid}");
      const owner = `{apiVersion: v1, kind: ConfigMap, name: owner, uid: ${uid}, blockOwnerDeletion: true}`;
      await ok(
        "create -f -",
        `{apiVersion: v1, kind: ConfigMap, metadata: {name: child, labels: {c: c}, ownerReferences: [${owner}]}}`,
      );
      await ok(`delete cm owner --cascade=${cascade} --timeout=90s`);
      if (left === "") await ok("wait --for=delete cm/child --timeout=90s");
      expect(await ok("get cm -l c=c -o name"), cascade).toBe(left);
      await ok("delete cm -l c=c");
    }
  });

  test("namespaces get a service account, and are deleted with their content", async () => {
    await ok("create namespace shop");
    await ok("wait --for=create sa/default -n shop --timeout=90s");
    await ok("wait --for=create cm/kube-root-ca.crt -n shop --timeout=90s");
    await ok("create configmap a -n shop --from-literal=x=1");
    await ok("delete namespace shop --timeout=90s");
    expect((await kubectl("get cm -n shop")).stdout).toBe("");
  });

  test("shows the current user and its permissions", async () => {
    expect(await ok("auth whoami")).toContain("system:masters");
    await ok("create serviceaccount bot");
    await ok("create role reader --verb=get,list --resource=configmaps");
    await ok("create rolebinding reader --role=reader --serviceaccount=default:bot");
    expect(await ok("auth can-i list configmaps --as=system:serviceaccount:default:bot")).toBe("yes\n");
    expect((await kubectl("auth can-i delete configmaps --as=system:serviceaccount:default:bot")).stdout).toBe("no\n");
    expect(await ok("auth can-i --list --as=system:serviceaccount:default:bot")).toMatch(/configmaps\s.*\[get list\]/);
    const token = (await ok("create token bot")).trim();
    expect(
      await ok(`auth whoami --token=${token} --kubeconfig=/dev/null --server=${server.url} --insecure-skip-tls-verify`),
    ).toContain("system:serviceaccount:default:bot");
    const refused = await kubectl("delete cm a --as=system:serviceaccount:default:bot");
    expect(refused.stderr).toContain(
      'configmaps "a" is forbidden: User "system:serviceaccount:default:bot" cannot delete resource "configmaps" in API group "" in the namespace "default"',
    );
    await ok(
      "auth reconcile -f -",
      "{apiVersion: rbac.authorization.k8s.io/v1, kind: Role, metadata: {name: reader, namespace: default}, rules: [{apiGroups: [''], resources: [configmaps], verbs: [watch]}]}",
    );
    expect(await ok("get role reader -o jsonpath={.rules[*].verbs}")).toContain("watch");
  });

  test("evicts, and minds disruption budgets", async () => {
    await ok(
      "create -f -",
      "{apiVersion: v1, kind: Pod, metadata: {name: p, labels: {app: p}}, spec: {containers: [{name: c, image: i}]}}",
    );
    await ok("create pdb guard --selector=app=p --min-available=1");
    const evict = "create --raw /api/v1/namespaces/default/pods/p/eviction -f -";
    const eviction = '{"apiVersion":"policy/v1","kind":"Eviction","metadata":{"name":"p"}}';
    await ok(
      'patch pod p --subresource=status --type=merge -p {"status":{"phase":"Running","conditions":[{"type":"Ready","status":"True"}]}}',
    );
    const refused = await kubectl(evict, eviction);
    expect(refused.stderr).toMatch(/disruption budget/);
    await ok("delete pdb guard");
    await ok(evict, eviction);
  });
});
