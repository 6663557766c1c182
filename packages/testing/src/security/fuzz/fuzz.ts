import { setTimeout } from "node:timers/promises";
import { kubernetesDialect } from "@svc/meta";
import { type RbacServer, startRbacServer } from "../rbac-server.ts";
import { judge, judgeUnprivileged, type Observed } from "./oracles.ts";
import { createRandom, type Random } from "./random.ts";
import { type Corpus, createRequest, type Encoded, type FuzzRequest } from "./requests.ts";
import { createSeeds } from "./seeds.ts";
import { createSequence } from "./sequences.ts";
import { shrink } from "./shrink.ts";
import { createStrangeRequest } from "./strange-requests.ts";

/**
 * A sequence of requests that a server answered
 * wrongly, shortened as far as it still shows that.
 */
export interface Finding {
  readonly seed: number;
  readonly problem: string;
  readonly requests: readonly FuzzRequest[];
}

/** Of one sequence. */
export interface FuzzOptions {
  readonly seed: number;
  /** @default 40 */
  readonly length?: number;
}

/** Runs the sequence that a seed determines against a server of its own. */
export async function fuzzSeed({ seed, length = 40 }: FuzzOptions): Promise<Finding | undefined> {
  const random = createRandom(seed);
  const corpus = await corpusOf();
  const requests = random.oneIn(3)
    ? createSequence(kubernetesDialect, random, length)
    : Array.from({ length }, () => requestOf(corpus, random));
  const problem = await run(requests);
  if (problem === undefined) return undefined;
  const fails = async (fewer: readonly FuzzRequest[]): Promise<boolean> =>
    kindOfProblem((await run(fewer)) ?? "") === kindOfProblem(problem);
  return { seed, problem, requests: await shrink(requests, fails) };
}

/** A mutation of a valid request, or a request of a class of its own. */
export function requestOf(corpus: Corpus, random: Random): FuzzRequest {
  return random.oneIn(3) ? createStrangeRequest(corpus, random) : createRequest(corpus, random);
}

/** The kind of a problem: two texts with the same kind report the same defect. */
export function kindOfProblem(text: string): string {
  return text.slice(0, 12);
}

/** A server that takes all formats. */
export function startFuzzedServer(): Promise<RbacServer> {
  return startRbacServer(kubernetesDialect, { featureGates: { CBORServingAndStorage: true } });
}

/** The first problem of a sequence. Each request is sent without a role, then as administrator. */
async function run(requests: readonly FuzzRequest[]): Promise<string | undefined> {
  await using rbac = await startFuzzedServer();
  const { server, alice } = rbac;
  for (const request of requests) {
    const before = await settledRevision(server);
    const refused = await sendRequest(server, alice, request);
    const changed = (await server.storage.currentRevision()) !== before;
    const problem =
      judgeUnprivileged(request, refused, changed) ??
      judge(request, refused) ??
      judge(request, await sendRequest(server, server, request));
    if (problem !== undefined) return problem;
  }
  const alive = await server.fetch("/api/v1/namespaces");
  return alive.status === 200 ? undefined : `the server answers ${alive.status} after the sequence`;
}

/** Maximum of bytes that are read of a response; watches are endless. */
const maxReadBytes = 64 * 1024 * 1024;
const maxWaits = 500;

/** Controllers run after the response: waits until they have written nothing for some turns. */
export async function settledRevision({ storage }: RbacServer["server"]): Promise<number> {
  let revision = await storage.currentRevision();
  for (let quiet = 0; quiet < 3; quiet++) {
    await setTimeout(1);
    const now = await storage.currentRevision();
    if (now !== revision) quiet = -1;
    revision = now;
  }
  return revision;
}

/** Sends a request, and advances the clock of the server until it is answered. */
export async function sendRequest(
  server: RbacServer["server"],
  { fetch }: Pick<RbacServer["server"], "fetch">,
  { method, path, headers, body }: FuzzRequest,
): Promise<Observed> {
  const begun = process.cpuUsage();
  const gone = new AbortController();
  const init = { method, headers, signal: gone.signal, ...(body === undefined ? {} : { body: new Uint8Array(body) }) };
  const isWatch = /watch|follow/.test(path);
  const answering = fetch(path, init).then(async (answer) => ({
    status: answer.status,
    ...(await read(answer, isWatch && answer.status === 200)),
  }));
  let answer: Omit<Observed, "cpuMs"> | undefined;
  for (let waits = 0; answer === undefined && waits < maxWaits; waits++) {
    answer = await Promise.race([answering, setTimeout(20, undefined)]);
    // The server waits by its own clock, for revisions that are to come and for timeouts.
    if (answer === undefined) server.clock.advance(5_000);
  }
  gone.abort();
  answering.catch(() => undefined);
  const { user, system } = process.cpuUsage(begun);
  return { ...(answer ?? { status: 500, bytes: 0, text: "no answer" }), cpuMs: (user + system) / 1000 };
}

const maxTextLength = 1_000_000;
/** A watch that has sent nothing for so long has sent what there was. */
const quietMs = 5;

async function read(answer: Response, isEndless: boolean): Promise<Pick<Observed, "bytes" | "text">> {
  let bytes = 0;
  let text = "";
  const reader = answer.body?.getReader();
  while (reader !== undefined && bytes <= maxReadBytes) {
    const next = reader.read();
    next.catch(() => undefined);
    const chunk = isEndless ? await Promise.race([next, setTimeout(quietMs, undefined)]) : await next;
    if (chunk?.value === undefined) break;
    bytes += chunk.value.length;
    if (text.length < maxTextLength) text += Buffer.from(chunk.value).toString("latin1", 0, maxTextLength);
  }
  return { bytes, text };
}

let known: Promise<Corpus> | undefined;

/** The seeds, and the bytes that the server itself makes of them in its other formats. */
export function corpusOf(): Promise<Corpus> {
  known ??= makeCorpus();
  return known;
}

async function makeCorpus(): Promise<Corpus> {
  const seeds = createSeeds(kubernetesDialect);
  const binary = [kubernetesDialect.protobufMediaType, "application/cbor", "application/yaml"];
  await using rbac = await startFuzzedServer();
  const encoded: Encoded[] = [];
  for (const seed of seeds)
    for (const mediaType of binary) {
      const headers = { "content-type": "application/json", accept: mediaType };
      const init = { method: "POST", headers, body: JSON.stringify(seed.object) };
      const answer = await rbac.server.fetch(`${seed.path}?dryRun=All`, init);
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (answer.status === 201) encoded.push({ ...seed, mediaType, bytes });
    }
  const magic = Buffer.from(kubernetesDialect.protobufMagic);
  return { seeds, encoded, magic, mediaTypes: ["application/json", ...binary] };
}
