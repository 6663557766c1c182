export { BodyMemory, BodyMemoryError, type BodyShare } from "./body-memory.ts";
export { type BufferPool, createBufferPool } from "./buffer-pool.ts";
export { compressing } from "./compress.ts";
export { serveFetch, toFetch } from "./fetch.ts";
export type { AdapterOptions, OnHandlerError } from "./handler-error.ts";
export {
  type AcceptOptions,
  BodyTooLargeError,
  byteLengthOf,
  ClientGoneError,
  cancelBody,
  type Delivery,
  type Handler,
  type HttpRequest,
  type HttpResponse,
  isStream,
  type ResponseWriter,
  type StreamBody,
  type Tunnel,
  type Upgrade,
} from "./http.ts";
export { JoinedWriter } from "./joined-writer.ts";
export { delegatingListener } from "./listen/delegating-listener.ts";
export { type Listener, listen } from "./listen/listen.ts";
export type { ListenOptions } from "./listen/listen-options.ts";
export { parseMediaType } from "./media-type.ts";
export { type ListenNodeOptions, listenNode } from "./node/listen-node.ts";
export {
  type NodeListener,
  type NodeUpgradeListener,
  toNodeListener,
  toNodeUpgradeListener,
} from "./node/node-listener.ts";
export { type EndListener, type ResponseEnd, whenEnded } from "./response-end.ts";
export type { NamedCertificate, TlsOptions } from "./tls-options.ts";
export { encodeFrame, opcodes } from "./websocket/frames.ts";
export {
  acceptWebSocket,
  offeredSubprotocols,
  offersWebSocket,
  type WebSocketConnection,
  type WebSocketMessage,
  type WebSocketOptions,
  webSocketUpgrade,
} from "./websocket/web-socket.ts";
