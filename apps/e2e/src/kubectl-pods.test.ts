import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { kubernetesDialect } from "@svc/meta";
import { startTestKubelet, type TestKubelet } from "@svc/proxy/testing";
import { startTestServer, type TestServer } from "@svc/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientPrograms } from "./clients.ts";
import { freePort } from "./free-port.ts";
import { type Ran, runProgram } from "./run-program.ts";

const programs = clientPrograms();
const core = "/api/v1/namespaces/default";

const send = (method: string, body: object): RequestInit => ({
  method,
  headers: { "content-type": method === "PATCH" ? "application/merge-patch+json" : "application/json" },
  body: JSON.stringify(body),
});

/** kubectl speaks WebSockets, and SPDY where these variables say so. */
const protocols = [
  { protocol: "WebSockets", env: {} },
  {
    protocol: "SPDY",
    env: { KUBECTL_REMOTE_COMMAND_WEBSOCKETS: "false", KUBECTL_PORT_FORWARD_WEBSOCKETS: "false" },
  },
];

describe.skipIf(programs === undefined)("kubectl and a node that answers as a kubelet does", () => {
  const dir = mkdtempSync(join(tmpdir(), "svc-e2e-pods-"));
  const env = { KUBECONFIG: join(dir, "config"), HOME: dir };
  const more = Promise.withResolvers<void>();
  let server: TestServer;
  let kubelet: TestKubelet;

  const kubectl = (
    args: readonly string[],
    options: { readonly input?: string; readonly env?: object } = {},
  ): Promise<Ran> =>
    runProgram(programs?.kubectl ?? "", args, {
      env: { ...env, ...options.env },
      ...(options.input === undefined ? {} : { input: options.input }),
    });
  const started: ChildProcess[] = [];
  const start = (args: readonly string[], given: object = {}): ChildProcess => {
    const child = spawn(programs?.kubectl ?? "", args, { env: { ...process.env, ...env, ...given } });
    started.push(child);
    return child;
  };

  beforeAll(async () => {
    kubelet = await startTestKubelet({
      logs: async function* (_path, query) {
        yield "first";
        if (query.get("follow") === "true") await more.promise;
        yield "second";
      },
    });
    server = await startTestServer({
      dialect: kubernetesDialect,
      proxy: { kubelet: { tls: { ca: kubelet.authority } } },
    });
    const { url, token, certificateAuthority } = await server.listen();
    const cluster = {
      server: url,
      "certificate-authority-data": Buffer.from(certificateAuthority).toString("base64"),
    };
    writeFileSync(
      env.KUBECONFIG,
      JSON.stringify({
        apiVersion: "v1",
        kind: "Config",
        "current-context": "c",
        clusters: [{ name: "c", cluster }],
        users: [{ name: "c", user: { token } }],
        contexts: [{ name: "c", context: { cluster: "c", user: "c" } }],
      }),
    );
    await server.fetch("/api/v1/nodes", send("POST", { metadata: { name: "n" } }));
    const status = {
      addresses: [{ type: "InternalIP", address: "127.0.0.1" }],
      daemonEndpoints: { kubeletEndpoint: { Port: kubelet.port } },
    };
    await server.fetch("/api/v1/nodes/n/status", send("PATCH", { status }));
    const spec = { nodeName: "n", containers: [{ name: "c", image: "i", stdin: true }] };
    await server.fetch(`${core}/pods`, send("POST", { metadata: { name: "p" }, spec }));
    await server.fetch(`${core}/pods/p/status`, send("PATCH", { status: { phase: "Running" } }));
  });
  afterAll(async () => {
    for (const child of started) child.kill();
    await server?.[Symbol.asyncDispose]();
    await kubelet?.[Symbol.asyncDispose]();
    rmSync(dir, { recursive: true, force: true });
  });

  test("shows logs, and follows them", async () => {
    expect((await kubectl(["logs", "p", "--tail=5"])).stdout).toBe("first\nsecond\n");
    const child = start(["logs", "-f", "p"]);
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
    expect((await lines.next()).value).toBe("first");
    more.resolve();
    expect((await lines.next()).value).toBe("second");
  });

  describe.each(protocols)("over $protocol", ({ protocol, env: given }) => {
    const container = `debugger-${protocol.toLowerCase()}`;

    test("runs a command with input, output and its exit code", async () => {
      const ran = await kubectl(["exec", "-i", "p", "--", "sh", "-c", "cat; echo problem >&2; exit 7"], {
        input: "hello",
        env: given,
      });
      expect(ran).toEqual({ code: 7, stdout: "hello", stderr: expect.stringContaining("problem\ncommand terminated") });
    });

    // A terminal of this machine, whose size kubectl tells the kubelet.
    test("runs a command on a terminal with its size", async () => {
      const exec = `${programs?.kubectl} exec -it p -- sh -c 'read line; echo "got $line"'`;
      const { code, stdout } = await runProgram(
        "script",
        ["-qefc", `stty rows 40 cols 132; exec ${exec}`, "/dev/null"],
        { input: "hello\n", env: { ...env, ...given } },
      );
      expect([code, stdout]).toEqual([0, expect.stringContaining("got hello")]);
      await expect.poll(() => kubelet.terminalSizes.at(-1)).toEqual({ Width: 132, Height: 40 });
    });

    test("attaches to a container", async () => {
      const { code, stdout } = await kubectl(["attach", "-i", "p"], { input: "to cat", env: given });
      expect([code, stdout]).toEqual([0, "to cat"]);
    });

    test("debugs a pod with a container of its own", async () => {
      const args = ["debug", "p", "-i", "--image=busybox", `--container=${container}`, "--profile=general"];
      const debugging = kubectl(args, { input: "to the debugger", env: given });
      await expect
        .poll(async () => (await server.fetch(`${core}/pods/p`).then((r) => r.text())).includes(container))
        .toBe(true);
      const state = { running: { startedAt: new Date().toISOString() } };
      const ephemeralContainerStatuses = [
        { name: container, image: "busybox", imageID: "", ready: true, restartCount: 0, state },
      ];
      await server.fetch(`${core}/pods/p/status`, send("PATCH", { status: { ephemeralContainerStatuses } }));
      const { code, stdout } = await debugging;
      expect([code, stdout]).toEqual([0, "to the debugger"]);
    });

    test("copies files both ways", async () => {
      const [from, there, back] = ["from", "there", "back"].map((name) => join(dir, name)) as [string, string, string];
      const content = "x".repeat(200_000);
      writeFileSync(from, content);
      expect((await kubectl(["cp", "-c", "c", from, `p:${there}`], { env: given })).stderr).toBe("");
      expect(readFileSync(there, "utf8")).toBe(content);
      await kubectl(["cp", "-c", "c", `p:${there}`, back], { env: given });
      expect(readFileSync(back, "utf8")).toBe(content);
    });

    test("forwards a port", async () => {
      const backend = createServer((_request, response) => response.end("y".repeat(300_000)));
      backend.listen(0, "127.0.0.1");
      await once(backend, "listening");
      const { port } = backend.address() as AddressInfo;
      const local = await freePort();
      const child = start(["port-forward", "p", `${local}:${port}`], given);
      const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
      expect((await lines.next()).value).toContain("Forwarding from");
      for (let i = 0; i < 3; i++) {
        const response = await fetch(`http://127.0.0.1:${local}/`);
        expect((await response.text()).length).toBe(300_000);
      }
      child.kill();
      backend.close();
      backend.closeAllConnections();
    });
  });
});
