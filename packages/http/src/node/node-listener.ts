import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { aFunction, checkArgument, optional, optionsOf } from "@svc/base/check";
import { writable } from "../field-text.ts";
import { type AdapterOptions, logHandlerError, runHandler, startBody } from "../handler-error.ts";
import {
  type AcceptOptions,
  cancelBody,
  type Handler,
  type HttpResponse,
  type ResponseWriter,
  type Upgrade,
} from "../http.ts";
import { nodeHttp } from "../lazy-modules.ts";
import { offeredProtocols } from "../offered-protocols.ts";
import { createPeerCertificates } from "../peer.ts";
import { type Abortion, type NodeRequest, requestOfNode } from "./node-request.ts";
import { type NodeResponse, writeToNode } from "./node-response.ts";

/**
 * Handles `request` events of Node's servers, and is middleware of frameworks that are built on
 * them.
 */
export type NodeListener = (request: NodeRequest, response: NodeResponse) => void;

const adapterOptions = optionsOf<AdapterOptions>({
  onHandlerError: optional(aFunction),
});

/**
 * Serves requests of `node:http`, `node:https` and `node:http2` (compatibility API) with a handler.
 * It must be mounted before anything that reads bodies. It does not call the next middleware.
 * @throws {TypeError} for a wrong argument
 */
export function toNodeListener(handler: Handler, options: AdapterOptions = {}): NodeListener {
  checkArgument("toNodeListener: handler", handler, aFunction);
  checkArgument("toNodeListener: options", options, adapterOptions);
  const { onHandlerError = logHandlerError } = options;
  const certificatesOf = createPeerCertificates();
  return (message, out) => {
    const abortion = abortedWith(out, () => out.writableFinished);
    const request = requestOfNode(message, { certificatesOf, abortion });
    const reply = (response: HttpResponse): void =>
      writeToNode(out, response, { method: request.method, report: (error) => onHandlerError(error, request) });
    runHandler(handler, request, { reply, onError: onHandlerError });
  };
}

/**
 * Handles `upgrade` events of `node:http` and `node:https`, so that handlers can switch protocols.
 */
export type NodeUpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * Serves requests that offer to switch protocols. Without it, Node's servers ignore the offers.
 * @throws {TypeError} for a wrong argument
 */
export function toNodeUpgradeListener(handler: Handler, options: AdapterOptions = {}): NodeUpgradeListener {
  checkArgument("toNodeUpgradeListener: handler", handler, aFunction);
  checkArgument("toNodeUpgradeListener: options", options, adapterOptions);
  const { onHandlerError = logHandlerError } = options;
  const certificatesOf = createPeerCertificates();
  const { ServerResponse } = nodeHttp();
  return (message, socket, head) => {
    // A failing socket closes itself and the connection over it.
    socket.on("error", () => undefined);
    const out = new ServerResponse(message);
    // A response has its connection only once it is sent.
    const isSent = (): boolean => out.writableFinished;
    const upgrade = upgradeOf(message, { socket, head });
    const request = requestOfNode(message, { certificatesOf, abortion: abortedWith(socket, isSent), upgrade });
    const report = (error: unknown): void => onHandlerError(error, request);
    const reply = (response: HttpResponse): void => {
      if (socket.destroyed) cancelBody(response);
      else if (response.status === switchingProtocols) switchProtocol(socket, response, report);
      else {
        out.shouldKeepAlive = false;
        out.assignSocket(socket as Socket);
        out.once("finish", () => socket.end());
        writeToNode(out, response, { method: request.method, report });
      }
    };
    runHandler(handler, request, { reply, onError: onHandlerError });
  };
}

const switchingProtocols = 101;

/** A response, or the connection of a request that offers to switch protocols. */
interface Closable {
  readonly destroyed: boolean;
  once(event: "close", listener: () => void): unknown;
}

/** Aborted when the client leaves before its response was sent, or by the server. */
function abortedWith(connection: Closable, isSent: () => boolean): Abortion {
  let controller: AbortController | undefined;
  const controllerOf = (): AbortController => {
    if (controller !== undefined) return controller;
    const created = new AbortController();
    controller = created;
    const closed = (): void => {
      if (!isSent()) created.abort();
    };
    if (connection.destroyed) closed();
    else connection.once("close", closed);
    return created;
  };
  return { signal: () => controllerOf().signal, abort: (reason) => controllerOf().abort(reason) };
}

interface Switched {
  readonly socket: Duplex;
  /** The bytes that came behind the request. */
  readonly head: Buffer;
}

function upgradeOf({ headers: sent }: IncomingMessage, { socket, head }: Switched): Upgrade | undefined {
  const protocols = offeredProtocols(sent.upgrade, sent.connection);
  if (protocols.length === 0) return undefined;
  const accept = ({ protocol, headers = [], start, cancel }: AcceptOptions): HttpResponse => {
    if (!protocols.includes(protocol)) throw new TypeError(`the client does not offer to switch to ${protocol}`);
    const open = (writer: ResponseWriter): void => {
      if (head.length > 0) socket.unshift(head);
      start({ writer, body: socket as AsyncIterable<Buffer> });
    };
    const body = { start: open, ...(cancel === undefined ? {} : { cancel }) };
    return { status: switchingProtocols, headers: [...headers, "Upgrade", protocol], body };
  };
  return { protocols, accept };
}

function switchProtocol(socket: Duplex, { headers, body }: HttpResponse, report: (error: unknown) => void): void {
  if (!("start" in body)) return;
  const lines = headers.map((text, i) => (i % 2 === 0 ? `${text}: ` : `${writable(text)}\r\n`)).join("");
  socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines}Connection: Upgrade\r\n\r\n`, "latin1");
  const writer: ResponseWriter = {
    connection: socket,
    write: (chunk) => socket.writable && socket.write(chunk),
    onDrain: (callback) => void socket.on("drain", callback),
    onClose: (callback) => void socket.once("close", callback),
    end: () => void socket.end(),
    abort: () => void socket.destroy(),
  };
  startBody(body, writer, report);
}
