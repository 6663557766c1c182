import type { TestServer } from "../../index.ts";
import type { HostileBody } from "./body.ts";

/** A request with a complete body. */
export interface ReadyRequest {
  /** Length of the body. */
  readonly bytes: number;
  /** Resolves when the whole response was read. */
  readonly send: () => Promise<void>;
}

/** Sends what a body needs to be there. */
export async function sendBefore(server: TestServer, { first }: HostileBody): Promise<void> {
  if (first === undefined) return;
  await sendBefore(server, first);
  await requestOf(server, first).send();
  await server.settle();
}

/** Creates the body immediately; the request is sent on call. */
export function requestOf(server: TestServer, hostile: HostileBody): ReadyRequest {
  const { path, method = "POST", type = "application/json", headers: more } = hostile;
  const body = method === "GET" ? undefined : hostile.body;
  const headers = { ...(body === undefined ? {} : { "content-type": type }), ...more };
  const bytes = body === undefined ? undefined : new Uint8Array(body());
  const init = { method, headers, ...(bytes === undefined ? {} : { body: bytes }) };
  const send = async (): Promise<void> => {
    const response = await server.fetch(path, init);
    await response.arrayBuffer();
  };
  return { bytes: bytes?.length ?? 0, send };
}
