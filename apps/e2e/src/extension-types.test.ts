import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type EtcdServers, findEtcd, startEtcd } from "@svc/storage/testing/etcd";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { clientPrograms } from "./clients.ts";
import { type Ran, runProgram } from "./run-program.ts";
import { type ServerProcess, startServerProcess } from "./server-process.ts";

const programs = clientPrograms();
const etcdProgram = findEtcd();
const group = "e2e.example.com";

/**
 * Manifest of a definition whose objects have a rule, defaults, printer columns, a list map and a
 * scale.
 */
function definition(plural: string, kind: string): string {
  const port = {
    type: "object",
    required: ["name"],
    properties: { name: { type: "string" }, number: { type: "integer" } },
  };
  const spec = {
    type: "object",
    description: "Desired state of the object.",
    required: ["size"],
    properties: {
      size: { type: "integer", description: "Size in centimetres.", minimum: 1 },
      color: { type: "string", enum: ["blue", "red"], default: "blue" },
      replicas: { type: "integer", default: 1 },
      ports: { type: "array", items: port, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] },
    },
    "x-kubernetes-validations": [{ rule: "self.size >= oldSelf.size", message: "size cannot decrease" }],
  };
  const status = { type: "object", properties: { replicas: { type: "integer" } } };
  const version = {
    name: "v1",
    served: true,
    storage: true,
    schema: { openAPIV3Schema: { type: "object", required: ["spec"], properties: { spec, status } } },
    subresources: { status: {}, scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" } },
    additionalPrinterColumns: [
      { name: "Size", type: "integer", jsonPath: ".spec.size" },
      { name: "Color", type: "string", jsonPath: ".spec.color" },
      { name: "Replicas", type: "integer", jsonPath: ".spec.replicas", priority: 1 },
    ],
  };
  return JSON.stringify({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` },
      versions: [version],
    },
  });
}

/** Manifest of an object of such a definition. */
function object(kind: string, name: string, spec: object): string {
  return JSON.stringify({ apiVersion: `${group}/v1`, kind, metadata: { name }, spec });
}

/** Runs a client program against a server. */
function run(server: ServerProcess, program: "helm" | "kubectl", args: readonly string[], input?: string) {
  return runProgram(programs?.[program] ?? "", args, {
    ...(input === undefined ? {} : { input }),
    env: { KUBECONFIG: server.kubeconfig, HOME: server.dataDir },
  });
}

/** Runs kubectl, which has to succeed. @returns what it prints */
async function kubectl(server: ServerProcess, args: string, input?: string): Promise<string> {
  const { code, stdout, stderr } = await run(server, "kubectl", args.split(" "), input);
  expect(code, `kubectl ${args}: ${stderr}`).toBe(0);
  return stdout;
}

/** Makes a definition and waits until it is established. */
async function define(server: ServerProcess, plural: string, kind: string): Promise<void> {
  await kubectl(server, "apply -f -", definition(plural, kind));
  await kubectl(server, `wait --for=condition=Established crd/${plural}.${group} --timeout=90s`);
}

/** Rows of a printed table, with a bar between cells. */
function rows(table: string): readonly string[] {
  const lines = table.trimEnd().split("\n");
  return lines.map((line) => line.trimEnd().replace(/ {2,}/g, "|"));
}

describe.skipIf(programs === undefined)("extension types", () => {
  let server: ServerProcess;
  const ok = (args: string, input?: string): Promise<string> => kubectl(server, args, input);
  const fail = async (args: string, input?: string): Promise<string> => {
    const { code, stderr }: Ran = await run(server, "kubectl", args.split(" "), input);
    expect(code, `kubectl ${args}`).not.toBe(0);
    return stderr;
  };

  beforeAll(async () => {
    server = await startServerProcess("kubernetes");
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
  });

  describe("kubectl, with an established definition", () => {
    beforeAll(() => define(server, "widgets", "Widget"));

    test("get prints the columns of the definition, and with -o wide those of lower priority", async () => {
      await ok("create -f -", object("Widget", "table", { size: 3 }));
      expect(rows(await ok("get widgets table"))).toEqual(["NAME|SIZE|COLOR", "table|3|blue"]);
      expect(rows(await ok("get widget.e2e.example.com table -o wide"))).toEqual([
        "NAME|SIZE|COLOR|REPLICAS",
        "table|3|blue|1",
      ]);
    });

    test("explain shows the common fields with the text that Kubernetes' conformance suite expects", async () => {
      expect(await ok("explain widgets")).toMatch(/apiVersion.*<string>.*APIVersion defines/s);
      expect(await ok("explain widgets.metadata")).toMatch(
        /Standard object's metadata.*creationTimestamp.*<string>.*CreationTimestamp is a timestamp/s,
      );
    });

    test("explain shows the fields of the schema", async () => {
      const lines = (await ok("explain widgets.spec")).split("\n").map((line) => line.trim().replace(/\s+/g, " "));
      const described = ["GROUP: e2e.example.com", "KIND: Widget", "VERSION: v1", "Desired state of the object."];
      const fields = ["color <string>", "ports <[]Object>", "size <integer> -required-", "Size in centimetres."];
      expect(lines).toEqual(expect.arrayContaining([...described, ...fields]));
    });

    test.each([
      ["a missing field", {}, "spec.size: Required value"],
      [
        "a value that is not in the enumeration",
        { size: 1, color: "green" },
        'spec.color: Unsupported value: "green": supported values: "blue", "red"',
      ],
      [
        "a value of another type",
        { size: "big" },
        'spec.size: Invalid value: "string": spec.size in body must be of type integer: "string"',
      ],
    ])("create is refused for %s", async (_, spec, cause) => {
      const refused = await fail("create -f - --validate=false", object("Widget", "bad", spec));
      expect(refused).toMatch(/^The Widget "bad" is invalid: /);
      expect(refused).toContain(cause);
    });

    test("patch is refused by a rule that compares with the old object", async () => {
      await ok("create -f -", object("Widget", "ruled", { size: 3 }));
      const patch = 'patch widget ruled --type=merge -p {"spec":{"size":';
      expect(await fail(`${patch}2}}`)).toMatch(/^The Widget "ruled" is invalid: spec: Invalid value: .*: size cannot/);
      await ok(`${patch}4}}`);
      expect(await ok("get widget ruled -o jsonpath={.spec.size}/{.metadata.generation}")).toBe("4/2");
    });

    test("scale writes the field of the scale's path", async () => {
      await ok("create -f -", object("Widget", "scaled", { size: 1 }));
      expect(await ok("scale widget scaled --current-replicas=1 --replicas=4")).toBe(
        "widget.e2e.example.com/scaled scaled\n",
      );
      expect(await ok("get widget scaled -o jsonpath={.spec.replicas}")).toBe("4");
      expect(await fail("scale widget scaled --current-replicas=1 --replicas=2")).toContain(
        "Expected replicas to be 1, was 4",
      );
    });

    test("server-side apply merges list elements of two managers, and names conflicts", async () => {
      const apply = (manager: string): string => `apply --server-side --field-manager=${manager} -f -`;
      const ports = (...numbers: readonly (readonly [name: string, number: number])[]): string =>
        object("Widget", "shared", { size: 1, ports: numbers.map(([name, number]) => ({ name, number })) });
      const names = "get widget shared -o jsonpath={.spec.ports[*].name}";
      await ok(apply("one"), ports(["http", 80]));
      await ok(apply("two"), ports(["https", 443]));
      expect(await ok(names)).toBe("http https");
      expect(await fail(apply("two"), ports(["http", 81], ["https", 443]))).toContain(
        'conflict with "one": .spec.ports[name="http"].number',
      );
      await ok(apply("two"), ports());
      expect(await ok(names)).toBe("http");
    });

    test("a watch shows creations, changes and deletions", async () => {
      const args = ["get", "widgets", "-w", "--output-watch-events", "-l", "watched=yes"];
      const child = spawn(programs?.kubectl ?? "", [...args, "--watch-only", "-v=6"], {
        env: { ...process.env, KUBECONFIG: server.kubeconfig, HOME: server.dataDir },
      });
      const closed = new Promise((resolve) => child.once("close", resolve));
      try {
        // kubectl logs the response of its watch: what happens from then on is in it.
        const log = createInterface({ input: child.stderr })[Symbol.asyncIterator]();
        const events = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
        const next = async (): Promise<string> => ((await events.next()).value ?? "").replace(/ {2,}/g, "|");
        for (let line = await log.next(); !/watch=true/.test(line.value ?? ""); line = await log.next())
          expect(line.done, "kubectl ended before it watched").not.toBe(true);
        await ok("create -f -", object("Widget", "seen", { size: 1 }));
        await ok("label widget seen watched=yes");
        expect(await next()).toBe("EVENT|NAME|SIZE|COLOR");
        expect(await next()).toBe("ADDED|seen|1|blue");
        await ok('patch widget seen --type=merge -p {"spec":{"color":"red"}}');
        expect(await next()).toBe("MODIFIED|seen|1|red");
        await ok("delete widget seen");
        expect(await next()).toBe("DELETED|seen|1|red");
      } finally {
        child.kill();
        await closed;
      }
    });
  });

  test("deletion of a definition removes its objects", async () => {
    await define(server, "parts", "Part");
    await ok("create -f -", object("Part", "a", { size: 1 }));
    await ok("create namespace shop");
    await ok("create -n shop -f -", object("Part", "b", { size: 1 }));
    await ok(`delete crd parts.${group} --timeout=90s`);
    // A path, since kubectl still has the type in its cache of discovery.
    expect(await fail(`get --raw /apis/${group}/v1/parts`)).toContain("could not find the requested resource");
    await define(server, "parts", "Part");
    expect(await ok("get parts -A -o name")).toBe("");
  });

  test("Helm installs, upgrades and uninstalls a chart with a definition and an object of it", async () => {
    const chart = mkdtempSync(join(tmpdir(), "svc-e2e-chart-"));
    const helm = async (...args: readonly string[]): Promise<string> => {
      const { code, stdout, stderr } = await run(server, "helm", args);
      expect(code, `helm ${args.join(" ")}: ${stderr}`).toBe(0);
      return stdout;
    };
    try {
      for (const folder of ["crds", "templates"]) mkdirSync(join(chart, folder));
      writeFileSync(join(chart, "Chart.yaml"), "{apiVersion: v2, name: gadgets, version: 1.0.0}\n");
      writeFileSync(join(chart, "values.yaml"), "size: 2\n");
      writeFileSync(join(chart, "crds", "gadgets.yaml"), definition("gadgets", "Gadget"));
      const template = `{apiVersion: ${group}/v1, kind: Gadget, metadata: {name: {{ .Release.Name }}}, spec: {size: {{ .Values.size }}}}\n`;
      writeFileSync(join(chart, "templates", "gadget.yaml"), template);

      expect(await helm("install", "first", chart)).toContain("STATUS: deployed");
      expect(await ok("get gadget first -o jsonpath={.spec}")).toBe('{"color":"blue","replicas":1,"size":2}');
      await helm("upgrade", "first", chart, "--set", "size=5");
      expect(await ok("get gadget first -o jsonpath={.spec.size}")).toBe("5");
      const refused = await run(server, "helm", ["upgrade", "first", chart, "--set", "size=4"]);
      expect(refused.stderr).toContain("size cannot decrease");
      await helm("uninstall", "first");
      // Helm leaves what is in crds/.
      expect(await ok("get gadgets -o name")).toBe("");
    } finally {
      rmSync(chart, { recursive: true, force: true });
    }
  });
});

describe.skipIf(programs === undefined || etcdProgram === undefined)("extension types of two servers", () => {
  let etcd: EtcdServers;
  const servers: ServerProcess[] = [];

  beforeAll(async () => {
    etcd = await startEtcd({ program: etcdProgram! });
    const flags = [`--etcd-servers=${etcd.endpoints}`, "--controllers="];
    // One after the other: the first one makes what a new store has.
    for (let i = 0; i < 2; i++) servers.push(await startServerProcess("kubernetes", flags));
  });
  afterAll(async () => {
    for (const server of servers) await server[Symbol.asyncDispose]();
    await etcd?.stop();
  });

  test("a definition that is made and deleted at one is served and withdrawn by the other", async () => {
    const [one, other] = servers as [ServerProcess, ServerProcess];
    const served = async (): Promise<boolean> =>
      (await run(other, "kubectl", ["get", "--raw", `/apis/${group}/v1/widgets`])).code === 0;
    const servedBecomes = (expected: boolean): Promise<void> =>
      vi.waitFor(async () => expect(await served()).toBe(expected), { timeout: 60_000 });

    expect(await served()).toBe(false);
    await define(one, "widgets", "Widget");
    await servedBecomes(true);
    await kubectl(other, "create -f -", object("Widget", "a", { size: 1 }));
    expect(rows(await kubectl(one, "get widgets"))).toEqual(["NAME|SIZE|COLOR", "a|1|blue"]);
    await kubectl(one, `delete crd widgets.${group} --timeout=90s`);
    await servedBecomes(false);
  });
});
