/**
 * CPU of the server's process for one request over HTTP/1.1 and TLS, in microseconds: our server
 * against Node's by the adapter, by turns in one run. `node --conditions=svc-source
 * bench/servers.ts [requests] [rounds]`
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { issueCertificate, makeAuthority } from "@svc/pki";
import { createHttpClient, readWhole } from "../src/client/index.ts";
import { type Handler, listen, listenNode } from "../src/index.ts";

const object = Buffer.from(JSON.stringify({ kind: "ConfigMap", data: { value: "x".repeat(1500) } }));
const handler: Handler = (request) =>
  request.method === "GET"
    ? { status: 200, headers: ["Content-Type", "application/json"], body: object }
    : request.readBody(100_000).then((body) => ({
        status: 200,
        headers: ["Content-Type", "application/json"],
        body,
      }));

async function serve(which: string): Promise<void> {
  const life = { nowMs: Date.now(), days: 1 };
  const authority = await makeAuthority({ subject: { commonName: "ca" }, ...life });
  const subject = { commonName: "bench" };
  const tls = await issueCertificate(authority, { subject, usage: "server", hosts: ["127.0.0.1"], ...life });
  const options = { port: 0, address: "127.0.0.1", tls };
  const { port } = await (which === "ours"
    ? listen(handler, options)
    : listenNode(handler, { ...options, http2: false }));
  process.on("message", () => process.send?.({ cpu: process.cpuUsage() }));
  process.send?.({ port });
}

interface Server {
  readonly name: string;
  readonly cost: (method: string, requests: number) => Promise<number>;
  readonly stop: () => void;
}

async function start(name: string): Promise<Server> {
  const child = fork(new URL(import.meta.url), ["serve", name]);
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  const client = createHttpClient({ http2: false, maxConnections: 16, tls: { insecureSkipVerify: true } });
  const url = new URL(`https://127.0.0.1:${port}/api/v1/namespaces/default/configmaps/a`);
  const headers = { authorization: `Bearer ${"t".repeat(64)}`, accept: "application/json", "user-agent": "bench" };
  const cpu = async (): Promise<number> => {
    child.send("cpu");
    const [{ cpu: used }] = (await once(child, "message")) as [{ cpu: NodeJS.CpuUsage }];
    return used.user + used.system;
  };
  const cost = async (method: string, requests: number): Promise<number> => {
    const before = await cpu();
    let left = requests;
    const loop = async (): Promise<void> => {
      while (left-- > 0)
        await readWhole(await client.fetch({ method, url, headers, ...(method === "GET" ? {} : { body: object }) }));
    };
    await Promise.all(Array.from({ length: 16 }, loop));
    return ((await cpu()) - before) / requests;
  };
  return { name, cost, stop: () => void child.kill() };
}

async function compare(requests: number, rounds: number): Promise<void> {
  const servers = [await start("ours"), await start("node")];
  for (const method of ["GET", "PUT"]) {
    const costs = servers.map((): number[] => []);
    for (const { cost } of servers) await cost(method, requests);
    for (let round = 0; round < rounds; round++)
      for (const [i, { cost }] of servers.entries()) costs[i]?.push(await cost(method, requests));
    const [ours = 0, node = 0] = costs.map((each) => each.sort((a, b) => a - b)[Math.floor(each.length / 2)] ?? 0);
    console.log(
      `${method}: ours ${ours.toFixed(1)} µs, Node's ${node.toFixed(1)} µs, ours costs ${(ours / node).toFixed(2)} of it`,
    );
  }
  for (const { stop } of servers) stop();
}

const [first = "3000", second = "7"] = process.argv.slice(2);
if (first === "serve") await serve(second);
else {
  await compare(Number(first), Number(second));
  process.exit(0);
}
