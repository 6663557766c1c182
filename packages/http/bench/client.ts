/**
 * CPU of a client's process for one POST of 2 KB over TLS and its response, in microseconds, over
 * HTTP/1.1 and HTTP/2. `node --conditions=svc-source bench/client.ts [requests] [rounds]`
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { issueCertificate, makeAuthority } from "@svc/pki";
import { createHttpClient, readWhole } from "../src/client/index.ts";
import { type Handler, listen } from "../src/index.ts";

const review = Buffer.from(JSON.stringify({ kind: "AdmissionReview", request: { object: "x".repeat(2000) } }));
const verdict = Buffer.from(JSON.stringify({ kind: "AdmissionReview", response: { uid: "u", allowed: true } }));
const concurrency = 16;

async function serve(): Promise<void> {
  const life = { nowMs: Date.now(), days: 1 };
  const authority = await makeAuthority({ subject: { commonName: "ca" }, ...life });
  const subject = { commonName: "bench" };
  const tls = await issueCertificate(authority, { subject, usage: "server", hosts: ["127.0.0.1"], ...life });
  const headers = ["Content-Type", "application/json"];
  const handler: Handler = (request) => request.readBody(100_000).then(() => ({ status: 200, headers, body: verdict }));
  const { port } = await listen(handler, { port: 0, address: "127.0.0.1", tls });
  process.send?.({ port });
}

async function measure(requests: number, rounds: number): Promise<void> {
  const child = fork(new URL(import.meta.url), ["serve"]);
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  const url = new URL(`https://127.0.0.1:${port}/validate?timeout=10s`);
  const headers = { accept: "application/json, */*", "content-type": "application/json", "user-agent": "bench" };
  for (const http2 of [false, true]) {
    const client = createHttpClient({ http2, tls: { insecureSkipVerify: true } });
    const costs: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      const before = process.cpuUsage();
      let left = requests;
      const loop = async (): Promise<void> => {
        while (left-- > 0) await readWhole(await client.fetch({ method: "POST", url, headers, body: review }));
      };
      await Promise.all(Array.from({ length: concurrency }, loop));
      const { user, system } = process.cpuUsage(before);
      if (round > 0) costs.push((user + system) / requests);
    }
    const median = costs.sort((a, b) => a - b)[Math.floor(costs.length / 2)] ?? Number.NaN;
    console.log(`HTTP/${http2 ? 2 : 1.1}: ${median.toFixed(1)} µs a request`);
    client.close();
  }
  child.kill();
}

const [first = "3000", second = "5"] = process.argv.slice(2);
if (first === "serve") await serve();
else await measure(Number(first), Number(second));
