import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientPrograms } from "./clients.ts";
import { type Ran, runProgram } from "./run-program.ts";
import { type ServerProcess, startServerProcess } from "./server-process.ts";

const programs = clientPrograms();

const manifest = `
apiVersion: v1
kind: ConfigMap
metadata: { name: settings, labels: { app: shop } }
data: { color: blue }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, labels: { app: shop } }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: "registry.invalid/web:1" }] }
`;

describe.skipIf(programs === undefined)("kubectl against the built server", () => {
  let server: ServerProcess;
  const kubectl = async (args: string, input?: string, env: Record<string, string> = {}): Promise<Ran> =>
    runProgram(programs?.kubectl ?? "", args.split(" "), {
      ...(input === undefined ? {} : { input }),
      env: { KUBECONFIG: server.kubeconfig, HOME: server.dataDir, ...env },
    });
  const ok = async (args: string, input?: string, env?: Record<string, string>): Promise<string> => {
    const { code, stdout, stderr } = await kubectl(args, input, env);
    expect(stderr + stdout, `kubectl ${args}`).not.toMatch(/^error:/i);
    expect(code, `kubectl ${args}: ${stderr}`).toBe(0);
    return stdout;
  };

  beforeAll(async () => {
    server = await startServerProcess("kubernetes");
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
  });

  test("shows its version and the served resources", async () => {
    expect(await ok("version")).toContain("Server Version: v1.33");
    expect(await ok("api-versions")).toContain("apps/v1");
    expect(await ok("api-resources")).toMatch(/deployments\s+deploy\s+apps\/v1\s+true\s+Deployment/);
    expect(await ok("cluster-info")).toContain("is running at");
    expect(await ok("get --raw /readyz")).toBe("ok");
  });

  test("explains kinds", async () => {
    expect(await ok("explain deployments")).toMatch(/KIND:\s+Deployment/);
    expect(await ok("explain pods.spec.containers --recursive")).toContain("imagePullPolicy");
    expect(await ok("explain pods.spec --output=plaintext-openapiv2")).toContain("containers");
  });

  test("applies, shows and changes objects", async () => {
    expect(await ok("apply -f -", manifest)).toContain("deployment.apps/web created");
    expect(await ok("apply -f -", manifest)).toContain("deployment.apps/web unchanged");
    expect(await ok("diff -f -", manifest)).toBe("");
    for (const form of ["wide", "yaml", "json", "name", "jsonpath={.metadata.name}", "custom-columns=N:.metadata.name"])
      expect(await ok(`get deploy web -o ${form}`), form).toContain("web");
    expect(await ok("describe deploy web")).toContain("registry.invalid/web:1");
    await ok("label cm settings tier=front");
    await ok("annotate cm settings note=hello");
    expect(await ok("get cm -l tier=front -o name")).toBe("configmap/settings\n");
    await ok("scale deploy web --replicas=4");
    expect(await ok("get deploy web -o jsonpath={.spec.replicas}")).toBe("4");
    await ok(`patch cm settings --type=merge -p {"data":{"size":"1"}}`);
    await ok(`patch cm settings --type=json -p [{"op":"remove","path":"/data/size"}]`);
    await ok("set image deploy/web web=registry.invalid/web:2");
    await ok("rollout restart deploy/web");
    expect(await ok("get cm settings -o jsonpath={.data}")).toBe('{"color":"blue"}');
  });

  test("edits by an editor", async () => {
    const editor = join(server.dataDir, "editor.sh");
    writeFileSync(editor, '#!/bin/sh\nsed -i "s/color: blue/color: green/" "$1"\n');
    chmodSync(editor, 0o755);
    await ok("edit cm settings", undefined, { KUBE_EDITOR: editor });
    expect(await ok("get cm settings -o jsonpath={.data.color}")).toBe("green");
  });

  test("lists in pages, sorted, across namespaces", async () => {
    await ok("create namespace other");
    for (const name of ["c", "a", "b"]) await ok(`create configmap ${name} -n other --from-literal=n=${name}`);
    const listed = await ok("get cm -n other --chunk-size=2 --sort-by=.data.n -o name");
    expect(
      listed
        .trim()
        .split("\n")
        .filter((l) => /\/[abc]$/.test(l)),
    ).toEqual(["configmap/a", "configmap/b", "configmap/c"]);
    expect(await ok("get cm -A")).toMatch(/other\s+a\s/);
  });

  test("applies on the server, and reports conflicts", async () => {
    const map = (color: string): string =>
      `{apiVersion: v1, kind: ConfigMap, metadata: {name: ssa}, data: {color: ${color}}}`;
    await ok("apply --server-side --field-manager=one -f -", map("red"));
    const conflict = await kubectl("apply --server-side --field-manager=two -f -", map("black"));
    expect(conflict.code).not.toBe(0);
    expect(conflict.stderr).toContain('conflict with "one": .data.color');
    await ok("apply --server-side --field-manager=two --force-conflicts -f -", map("black"));
    expect(await ok("get cm ssa -o jsonpath={.data.color}")).toBe("black");
  });

  test("waits for changes by others", async () => {
    const waiting = ok("wait --for=jsonpath={.data.ready}=yes cm/settings --timeout=90s");
    await ok(`patch cm settings --type=merge -p {"data":{"ready":"yes"}}`);
    expect(await waiting).toContain("condition met");
  });

  test("finds everything as it was after a restart, and after a crash", async () => {
    const before = await ok("get cm settings -o yaml");
    await server.restart();
    expect(await ok("get cm settings -o yaml")).toBe(before);
    await server.kill();
    await server.start();
    expect(await ok("get cm settings -o yaml")).toBe(before);
  });

  test("deletes one, by selector, and all", async () => {
    await ok("delete cm settings");
    expect(await ok("delete deploy -l app=shop --cascade=orphan")).toContain("deleted");
    await ok("delete cm --all -n other");
    const gone = await kubectl("get cm settings");
    expect(gone.stderr).toContain('configmaps "settings" not found');
  });

  test("reports invalid input", async () => {
    const wrong = await kubectl("create -f -", "{apiVersion: v1, kind: ConfigMap, metadata: {name: Bad_Name}}");
    expect(wrong.stderr).toContain("a lowercase RFC 1123 subdomain must consist of");
    const unknown = await kubectl("create -f -", "{apiVersion: v1, kind: ConfigMap, metadata: {name: x}, dta: {}}");
    expect(unknown.stderr).toContain('unknown field "dta"');
  });
});
