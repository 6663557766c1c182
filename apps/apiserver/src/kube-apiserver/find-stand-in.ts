import { setTimeout as sleep } from "node:timers/promises";
import {
  connectionError,
  createEgress,
  type Egress,
  fetchWhole,
  ResponseTimeoutError,
  ResponseTooLargeError,
} from "@svc/http/client";
import { z } from "zod";
import { CommandLineError } from "./command-line.ts";
import { type StandIn, standInPath } from "./stand-in.ts";

const standIn = z.object({ dataDir: z.string(), unsafeNoFsync: z.boolean() });

const retryMs = 50;
const attempts = 400;
const answerMs = 2_000;

/**
 * Checks whether a stand-in listens at the URL of etcd; waits while nothing listens there.
 * @returns undefined for an etcd
 * @throws {CommandLineError} when nothing listens there for 20 seconds
 */
export async function findStandIn(servers: readonly string[]): Promise<StandIn | undefined> {
  const [server, ...others] = servers;
  // There is only one stand-in, and it serves plain HTTP.
  if (server === undefined || others.length > 0 || !/^http:/i.test(server) || !URL.canParse(server)) return undefined;
  const url = new URL(standInPath, server);
  using egress = createEgress();
  for (let attempt = 1; ; attempt++) {
    const answer = await requestDescription(url, egress);
    if (answer.kind === "answered") return answer.standIn;
    if (attempt === attempts) throw new CommandLineError(`--etcd-servers: ${server}: ${answer.message}`);
    await sleep(retryMs);
  }
}

type PeerResponse =
  | { readonly kind: "answered"; readonly standIn: StandIn | undefined }
  | { readonly kind: "failed"; readonly message: string };

async function requestDescription(url: URL, egress: Egress): Promise<PeerResponse> {
  const client = egress.client({ purpose: "etcd", http2: false });
  try {
    const { status, body } = await fetchWhole(client, { method: "GET", url, timeoutMs: answerMs });
    return { kind: "answered", standIn: status === 200 ? parse(body.toString("utf8")) : undefined };
  } catch (error) {
    // The responses of a stand-in are small.
    if (error instanceof ResponseTooLargeError) return { kind: "answered", standIn: undefined };
    if (error instanceof ResponseTimeoutError) return { kind: "failed", message: "no answer" };
    return { kind: "failed", message: connectionError(error, url) };
  }
}

function parse(text: string): StandIn | undefined {
  try {
    return standIn.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // an etcd, or something else that answers every path
  }
}
