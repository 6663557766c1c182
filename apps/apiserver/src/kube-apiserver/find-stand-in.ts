import { get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { CommandLineError } from "./command-line.ts";
import { type StandIn, standInPath } from "./stand-in.ts";

const standIn = z.object({ dataDir: z.string(), unsafeNoFsync: z.boolean() });

const retryMs = 50;
const attempts = 400;

/**
 * Asks whether a stand-in listens at the URL of etcd; waits while nothing listens there.
 * @returns undefined for an etcd
 * @throws {CommandLineError} when nothing listens there for 20 seconds
 */
export async function findStandIn(servers: readonly string[]): Promise<StandIn | undefined> {
  const [server, ...others] = servers;
  // A stand-in is alone, and speaks plain HTTP.
  if (server === undefined || others.length > 0 || !/^http:/i.test(server) || !URL.canParse(server)) return undefined;
  const url = new URL(standInPath, server);
  for (let attempt = 1; ; attempt++) {
    const answer = await ask(url);
    if (answer.kind === "answered") return answer.standIn;
    if (attempt === attempts) throw new CommandLineError(`--etcd-servers: ${server}: ${answer.message}`);
    await sleep(retryMs);
  }
}

type Answer =
  | { readonly kind: "answered"; readonly standIn: StandIn | undefined }
  | { readonly kind: "failed"; readonly message: string };

function ask(url: URL): Promise<Answer> {
  return new Promise((resolve) => {
    const failed = (error: Error): void => resolve({ kind: "failed", message: error.message });
    const request = get(url, { agent: false, timeout: 2_000 }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("error", failed);
      response.on("end", () =>
        resolve({ kind: "answered", standIn: response.statusCode === 200 ? parse(text) : undefined }),
      );
    });
    request.on("timeout", () => request.destroy(new Error("no answer")));
    request.on("error", failed);
  });
}

function parse(text: string): StandIn | undefined {
  try {
    return standIn.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // an etcd, or something else that answers every path
  }
}
