import type { Transport, TransportRequest, TransportResponse } from "../transport/transport.ts";

export interface Scripted extends Transport {
  /** `METHOD path?query`, decoded, of every request in order. */
  readonly requested: readonly string[];
  readonly requests: readonly TransportRequest[];
}

export type ScriptedResponse =
  | TransportResponse
  | ((request: TransportRequest) => TransportResponse | Promise<TransportResponse>);

/**
 * Responds to requests in order; requests beyond the script stay pending until they are aborted.
 */
export function scriptedTransport(responses: readonly ScriptedResponse[]): Scripted {
  const rest = [...responses];
  const requests: TransportRequest[] = [];
  const requested: string[] = [];
  return {
    requested,
    requests,
    fetch: async (request) => {
      requests.push(request);
      requested.push(`${request.method} ${decodeURIComponent(request.path.replaceAll("+", " "))}`);
      const response = rest.shift();
      if (response === undefined) return new Promise((_, reject) => onAbort(request.signal, reject));
      return typeof response === "function" ? response(request) : response;
    },
  };
}

/** A response with a whole body, as JSON unless it is text. */
export function jsonResponse(
  body: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): TransportResponse {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { status, header: (name) => headers[name], body: chunks([new TextEncoder().encode(text)]) };
}

export function refusal(code: number, reason: string, more: object = {}): TransportResponse {
  const status = { kind: "Status", apiVersion: "v1", status: "Failure", message: `refused: ${reason}`, reason, code };
  return jsonResponse({ ...status, ...more }, { status: code });
}

/** A list as servers send it. */
export function listOf(resourceVersion: string, items: readonly unknown[], more: object = {}): TransportResponse {
  return jsonResponse({ kind: "PodList", apiVersion: "v1", metadata: { resourceVersion, ...more }, items });
}

/** A watch with these events that ends, or stays open. */
export function events(frames: readonly unknown[], end: "ends" | "stays" = "ends"): ScriptedResponse {
  return (request) => ({
    status: 200,
    header: () => undefined,
    body: (async function* () {
      for (const frame of frames) yield new TextEncoder().encode(`${JSON.stringify(frame)}\n`);
      if (end === "stays") await new Promise((_, reject) => onAbort(request.signal, reject));
    })(),
  });
}

export async function* chunks(parts: readonly Uint8Array[]): AsyncIterable<Uint8Array> {
  yield* parts;
}

function onAbort(signal: AbortSignal | undefined, reject: (reason: unknown) => void): void {
  if (signal?.aborted === true) reject(signal.reason);
  else signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
}
