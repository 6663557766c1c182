export { BodyMemory, BodyMemoryError, type BodyShare } from "./body-memory.ts";
export { compressing } from "./compress.ts";
export {
  type Answer,
  BodyTooLargeError,
  byteLengthOf,
  ClientGoneError,
  type Handler,
  type HttpRequest,
  isStream,
  type Outlet,
  type StreamBody,
} from "./exchange.ts";
export { serveFetch } from "./fetch.ts";
export { type Listener, type ListenOptions, listen, type TlsOptions } from "./listen.ts";
export { parseMediaType } from "./media-type.ts";
