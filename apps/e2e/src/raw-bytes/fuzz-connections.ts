import { request } from "node:https";
import { connect } from "node:tls";
import { type Choices, createChoices } from "./choices.ts";
import { http1Bytes } from "./http1-bytes.ts";
import { http2Bytes } from "./http2-bytes.ts";

/** The server that is fuzzed, and how connections to it are opened. */
export interface FuzzedServer {
  readonly url: string;
  readonly credentials: { readonly cert: Buffer; readonly key: Buffer };
}

interface ConnectionFuzzOptions {
  readonly seed: number;
  readonly connections: number;
}

/** While some connections are fuzzed, a healthy request may take so long on a busy machine. */
const maxResponseMs = 5_000;
const connectionsAtOnce = 10;

/**
 * Opens connections that send malformed or unusual HTTP, some of them concurrently, and checks
 * after each group that the server is ready.
 * @returns the problem; undefined if there is none
 */
export async function fuzzConnections(
  server: FuzzedServer,
  { seed, connections }: ConnectionFuzzOptions,
): Promise<string | undefined> {
  const choices = createChoices(seed);
  for (let done = 0; done < connections; done += connectionsAtOnce) {
    const group = Array.from({ length: connectionsAtOnce }, () => sendBytes(server, choices));
    const status = await readiness(server);
    await Promise.all(group);
    if (status !== "200") return `seed ${seed}, after ${done + connectionsAtOnce} connections: ${status}`;
  }
  return undefined;
}

/** Sends the bytes in one to three pieces, and ends the connection soon, or cuts it. */
function sendBytes({ url, credentials }: FuzzedServer, choices: Choices): Promise<void> {
  const { hostname, port } = new URL(url);
  const isHttp2 = choices.integer(2) === 0;
  const bytes = isHttp2 ? http2Bytes(choices) : http1Bytes(choices);
  const cut = choices.integer(bytes.length + 1);
  const ALPNProtocols = [isHttp2 ? "h2" : "http/1.1"];
  const lingerMs = choices.pick([0, 5, 50]);
  const resets = choices.integer(3) === 0;
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname,
      port: Number(port),
      rejectUnauthorized: false,
      ALPNProtocols,
      ...credentials,
    });
    socket.on("error", () => undefined);
    socket.on("data", () => undefined);
    socket.on("close", () => resolve());
    socket.write(bytes.subarray(0, cut), () =>
      socket.write(bytes.subarray(cut), () => {
        setTimeout(() => (resets ? socket.destroy() : socket.end()), lingerMs);
        setTimeout(() => socket.destroy(), lingerMs + 200);
      }),
    );
  });
}

/** The status of `/readyz` on a connection of its own, or why there is none. */
function readiness({ url, credentials }: FuzzedServer): Promise<string> {
  return new Promise((resolve) => {
    const requested = request(new URL("/readyz", url), { rejectUnauthorized: false, agent: false, ...credentials });
    requested.setTimeout(maxResponseMs, () => requested.destroy(new Error(`no response within ${maxResponseMs} ms`)));
    requested.on("error", (error) => resolve(error.message));
    requested.on("response", (response) => {
      response.resume();
      resolve(String(response.statusCode));
    });
    requested.end();
  });
}
