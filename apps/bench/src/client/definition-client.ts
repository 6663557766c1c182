import { type Connection, openConnection } from "./connection.ts";
import type { ReceivedResponse } from "./response-reader.ts";
import { type RequestParts, requestBytes, type Target } from "./target.ts";

/** A connection that sends one request at a time. */
export interface Client {
  send(request: RequestParts): Promise<ReceivedResponse>;
  /** @throws {Error} where the answer is not 201 */
  make(request: RequestParts): Promise<void>;
  untilEstablished(path: string): Promise<void>;
  close(): void;
}

export async function openClient(target: Target): Promise<Client> {
  const connection: Connection = await openConnection(target, {
    keepBytes: Number.POSITIVE_INFINITY,
    onLost: (error) => {
      throw error;
    },
  });
  const send = (request: RequestParts): Promise<ReceivedResponse> =>
    new Promise((resolve) => connection.send(requestBytes(target, request), resolve));
  return {
    send,
    make: async (request) => {
      const { status, body } = await send(request);
      if (status !== 201) throw new Error(`POST ${request.path}: ${status}: ${body.toString().slice(0, 300)}`);
    },
    untilEstablished: async (path) => {
      for (;;) {
        const { body } = await send({ method: "GET", path });
        const found = JSON.parse(body.toString()) as Definition;
        if (found.status?.conditions?.some(({ type, status }) => type === "Established" && status === "True")) return;
        await rest(5);
      }
    },
    close: () => connection.close(),
  };
}

interface Definition {
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

export function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
