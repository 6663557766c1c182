/*
 * Modules of Node that only some programs need, loaded at their first use. An `import` of
 * `node:http` also evaluates its exports that are loaded lazily, WebSocket among them, which takes
 * ten times as long as the module itself.
 */

export function nodeHttp(): typeof import("node:http") {
  return process.getBuiltinModule("node:http");
}

export function nodeHttps(): typeof import("node:https") {
  return process.getBuiltinModule("node:https");
}

export function nodeHttp2(): typeof import("node:http2") {
  return process.getBuiltinModule("node:http2");
}
