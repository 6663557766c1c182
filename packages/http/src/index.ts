export { BodyMemory, BodyMemoryError, type BodyShare } from "./body-memory.ts";
export { compressing } from "./compress.ts";
export { serveFetch } from "./fetch.ts";
export {
  type AcceptOptions,
  BodyTooLargeError,
  byteLengthOf,
  ClientGoneError,
  type Handler,
  type HttpRequest,
  type HttpResponse,
  isStream,
  type ResponseWriter,
  type StreamBody,
  type Tunnel,
  type Upgrade,
} from "./http.ts";
export { type Listener, type ListenOptions, listen, type TlsOptions } from "./listen.ts";
export { parseMediaType } from "./media-type.ts";
