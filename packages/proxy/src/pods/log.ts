import type { HttpResponse, ResponseWriter } from "@svc/http";
import {
  type ClientResponse,
  ConnectionLostError,
  connectionError,
  type Egress,
  ResponseTooLargeError,
  readWhole,
} from "@svc/http/client";
import { badRequest, plainError, quote, StatusError } from "@svc/meta";
import type { ExtensionContext, SubresourceHandler } from "@svc/server";
import { defaultTimeoutMs, kubeletUserAgent } from "../targets/kubelet-options.ts";
import { hostAndPort, maxTargetConnections, originOf } from "../targets/target.ts";
import { podLogMetrics } from "./log-metrics.ts";
import { logOptions, skipsVerification } from "./log-options.ts";
import { podContainer } from "./pod-container.ts";
import { type PodDeps, podKubelet, requestedPod } from "./pod-kubelet.ts";
import { redirectOf } from "./redirects.ts";

interface LogHandlerOptions extends PodDeps {
  readonly egress: Egress;
  readonly requests: ExtensionContext["requests"];
}

/** Sends the log of a container as its kubelet writes it. */
export function logHandler(options: LogHandlerOptions): SubresourceHandler {
  const { egress, requests } = options;
  const metrics = podLogMetrics(options.local.environment.metrics);
  return async (state, route) => {
    const { name = "", namespace = "" } = route;
    // Errors must be writable in a type that the client accepts, though logs themselves are text.
    const { as } = requests.form(state, { of: "typed", shapes: "metadata", besides: ["text/plain"] });
    const { query } = state.info;
    metrics.requested(skipsVerification(query));
    const { event } = state.times;
    event?.("About to process Get options");
    event?.("About to Get from storage");
    const log = logOptions(query, name);
    const pod = await requestedPod(options, { namespace, name });
    if (as.kind === "partial") throw plainError("object does not implement the Object interfaces");
    const container = podContainer(pod, query.get("container") ?? "");
    const target = await podKubelet(options, pod);
    // A pod that runs nowhere has logged nothing yet.
    if (target === undefined) return { status: 204, headers: [], body: Buffer.alloc(0) };
    const path = `/containerLogs/${namespace}/${name}/${container}${log.query === "" ? "" : `?${log.query}`}`;
    const url = new URL(originOf(target) + path);
    const client = egress.client({
      purpose: "node",
      http2: false,
      tls: log.insecureSkipVerify ? { ...target.tls, insecureSkipVerify: true } : target.tls,
      connectTimeoutMs: options.kubelet.timeoutMs ?? defaultTimeoutMs,
      maxConnections: maxTargetConnections,
      bodyTimeoutMs: 0,
    });
    let response: ClientResponse;
    try {
      const headers = { "user-agent": kubeletUserAgent, "accept-encoding": "gzip" };
      response = await client.fetch({ method: "GET", url, path, headers, signal: state.request.signal });
    } catch (error) {
      const why = connectionError(error, { host: hostAndPort(target), hostname: target.host });
      if (why.startsWith("tls: ")) metrics.tlsFailed();
      throw plainError(`Get ${quote(url.href)}: ${why}`);
    }
    await checkResponse(response, name);
    return response.status === notModified ? emptyOf(response) : streamed(response);
  };
}

const notModified = 304;

/** A response without a body. */
async function emptyOf(response: ClientResponse): Promise<HttpResponse> {
  await discard(response);
  return { status: response.status, headers: [], body: Buffer.alloc(0) };
}

/** Leaves a body unread, so that its connection is released. */
async function discard({ body }: ClientResponse): Promise<void> {
  for await (const _piece of body) break;
}

function streamed({ body }: ClientResponse): HttpResponse {
  const start = (writer: ResponseWriter): void => void pump(body, writer);
  return { status: 200, headers: ["Content-Type", "text/plain"], body: { start } };
}

/** Writes pieces as they come, as fast as the client takes them. */
async function pump(body: AsyncIterable<Uint8Array>, writer: ResponseWriter): Promise<void> {
  let isOpen = true;
  let resume: (() => void) | undefined;
  const resumePump = (): void => {
    resume?.();
    resume = undefined;
  };
  writer.onDrain(resumePump);
  writer.onClose(() => {
    isOpen = false;
    resumePump();
  });
  try {
    for await (const piece of body) {
      if (!isOpen) return;
      const isFree = writer.write(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
      if (!isFree && isOpen) await new Promise<void>((resolve) => (resume = resolve));
    }
    writer.end();
  } catch {
    // The kubelet broke off: the client must see that the log is not whole.
    writer.abort();
  }
}

const maxErrorBytes = 50_000;

/** @throws {StatusError} for a response that is no log */
async function checkResponse(response: ClientResponse, name: string): Promise<void> {
  const { status } = response;
  const location = redirectOf(status, response.header("location"));
  if (location !== undefined) {
    await discard(response);
    throw plainError(`Get ${quote(location)}: redirects forbidden`);
  }
  if ((status >= 200 && status <= 206) || status === notModified) return;
  const text = await errorText(response);
  if (status === 500) throw internalError(text);
  if (status === 400) throw badRequest(text);
  const [reason, message] = messageOf(status, text);
  throw new StatusError({
    code: status,
    reason,
    message: `${message} ( pods/log ${name})`,
    details: { name, kind: "pods/log" },
  });
}

function internalError(text: string): StatusError {
  return new StatusError({
    code: 500,
    reason: "InternalError",
    message: `Internal error occurred: ${text}`,
    details: { causes: [{ message: text }] },
  });
}

async function errorText(response: ClientResponse): Promise<string> {
  try {
    return (await readWhole(response, maxErrorBytes)).toString("utf8");
  } catch (error) {
    if (error instanceof ResponseTooLargeError) return "the kubelet's message is too long";
    if (error instanceof ConnectionLostError) throw internalError("unexpected EOF");
    throw error;
  }
}

type Reason = ConstructorParameters<typeof StatusError>[0]["reason"];

/** Messages for statuses of servers that send no Status, as in kube-apiserver. */
const messages: ReadonlyMap<number, readonly [reason: Reason, message: string]> = new Map([
  [401, ["Unauthorized", "the server has asked for the client to provide credentials"]],
  [404, ["NotFound", "the server could not find the requested resource"]],
  [405, ["MethodNotAllowed", "the server does not allow this method on the requested resource"]],
  [409, ["Conflict", "the server reported a conflict"]],
  [422, ["Invalid", "the server rejected our request due to an error in our request"]],
  [429, ["TooManyRequests", "the server has received too many requests and has asked us to try again later"]],
  [503, ["ServiceUnavailable", "the server is currently unable to handle the request"]],
  [
    504,
    [
      "Timeout",
      "the server was unable to return a response in the time allotted, but may still be processing the request",
    ],
  ],
] as const);

/** Reasons of responses whose own text becomes the message. */
const reasonsOfText: ReadonlyMap<number, Reason> = new Map([
  [403, "Forbidden"],
  [406, "NotAcceptable"],
  [415, "UnsupportedMediaType"],
] as const);

const noType = "the server was unable to respond with a content type that the client supports";

function messageOf(status: number, text: string): readonly [Reason, string] {
  const reason = reasonsOfText.get(status);
  if (reason !== undefined) return [reason, text === "" && status === 406 ? noType : text];
  const known = messages.get(status);
  if (known !== undefined) return known;
  if (status >= 500)
    return ["InternalError", `an error on the server (${quote(text)}) has prevented the request from succeeding`];
  return [undefined, `the server responded with the status code ${status} but did not return more information`];
}
