/**
 * What flow control adds to a get, in microseconds of one core, without a connection, by turns with
 * a server without it: `node --conditions=svc-source bench/flow-control.ts [slices]`.
 */
import { Readable } from "node:stream";
import { type MaybePromise, systemClock } from "@svc/base";
import type { HttpRequest, HttpResponse } from "@svc/http";
import { kubernetesDialect } from "@svc/meta";
import { startTestServer, type TestServer } from "../src/index.ts";

const path = "/api/v1/namespaces/default/configmaps/a";
const perSlice = 2_000;
const slices = Number(process.argv[2] ?? 150);
const noBody = Readable.from([]);
const noSignal = new AbortController().signal;

interface Contender {
  readonly server: TestServer;
  readonly headers: Readonly<Record<string, string>>;
  least: number;
}

async function contender(enabled: boolean): Promise<Contender> {
  const config = { clock: systemClock };
  const authorizer = { authorize: () => ({ verdict: "allow", reason: "" }) as const };
  const server = await startTestServer({ dialect: kubernetesDialect, authorizer, flowControl: { enabled }, config });
  const token = server.tokenFor({ name: "alice", groups: ["system:authenticated"] });
  await server.client.core.v1.configmaps("default").create({ metadata: { name: "a" }, data: { a: "x".repeat(1_900) } });
  return {
    server,
    headers: { authorization: `Bearer ${token}`, "user-agent": "bench" },
    least: Number.POSITIVE_INFINITY,
  };
}

function get({ server: { server }, headers }: Contender): MaybePromise<HttpResponse> {
  const request: HttpRequest = {
    method: "GET",
    target: path,
    header: (name) => headers[name],
    headerLines: (name) => (headers[name] === undefined ? [] : [headers[name]]),
    headerNames: () => Object.keys(headers),
    remoteAddress: "127.0.0.1",
    host: "localhost",
    peerCertificates: () => [],
    body: noBody,
    readBody: () => Promise.resolve(Buffer.alloc(0)),
    signal: noSignal,
    abort: () => undefined,
  };
  return server.handler(request);
}

async function slice(of: Contender): Promise<void> {
  const before = process.cpuUsage();
  for (let at = 0; at < perSlice; at++) {
    const response = get(of);
    const { status } = response instanceof Promise ? await response : response;
    if (status !== 200) throw new Error(`a get got ${status}`);
    // Requests of a server arrive over many turns of its event loop.
    if (at % 20 === 19) await new Promise(setImmediate);
  }
  const { user, system } = process.cpuUsage(before);
  of.least = Math.min(of.least, (user + system) / perSlice);
}

const contenders = [await contender(false), await contender(true)];
for (let at = 0; at < slices; at++) for (const of of contenders) await slice(of);
const [off, on] = contenders.map(({ least }) => least) as [number, number];
console.log(
  `a get takes ${off.toFixed(2)} µs without flow control, ${on.toFixed(2)} with it: ${(100 * (on / off - 1)).toFixed(1)} % more`,
);
for (const { server } of contenders) await server[Symbol.asyncDispose]();
process.exit();
