import { Agent, request } from "node:https";

/** A server's address and a token that it accepts. */
export interface ServerAccess {
  readonly url: string;
  readonly token: string;
}

export interface JsonResponse {
  /** 0 where none came. */
  readonly code: number;
  readonly body: unknown;
}

export interface JsonClient {
  readonly agent: Agent;
  ask(method: string, path: string, content?: unknown): Promise<JsonResponse>;
  close(): void;
}

const timeoutMs = 10_000;

/**
 * Nothing is ever sent twice, since a write that arrived twice would be answered for the second
 * time only.
 */
export function createJsonClient({ url, token }: ServerAccess): JsonClient {
  // The certificate is one that the server made for itself.
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  return {
    agent,
    ask: (method, path, content) =>
      new Promise((resolve) => {
        const none = (): void => resolve({ code: 0, body: undefined });
        const body = content === undefined ? "" : JSON.stringify(content);
        const headers = {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
        };
        const requested = request(`${url}${path}`, { method, agent, headers, timeout: timeoutMs }, (answer) => {
          const parts: Buffer[] = [];
          answer.on("data", (part: Buffer) => parts.push(part));
          answer.once("error", none);
          answer.once("end", () =>
            resolve({ code: answer.statusCode ?? 0, body: JSON.parse(`${Buffer.concat(parts)}`) }),
          );
        });
        requested.once("timeout", () => requested.destroy());
        requested.once("error", none);
        requested.end(body);
      }),
    close: () => agent.destroy(),
  };
}
