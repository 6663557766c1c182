import type { Way } from "../sockets/fuzz-sockets.ts";
import { bomb, control, data, uint32 } from "../sockets/spdy-bytes.ts";
import { webSocketFrame } from "../sockets/web-socket-bytes.ts";

/** Frames of one kind on a connection, as many as a body may have bytes. */
export interface HostileFrames {
  readonly name: string;
  readonly way: Omit<Way, "bytes">;
  readonly bytes: () => Buffer;
}

const maxBytes = 3_000_000;
const maxFrames = 300_000;

const core = "/api/v1/namespaces/default";
const command = `${core}/pods/p/exec?command=cat&stdin=1&stdout=1&stderr=1`;
const sockets: readonly (readonly [name: string, way: HostileFrames["way"]])[] = [
  ["a watch", { path: `${core}/configmaps?watch=1` }],
  ["exec", { path: command, protocol: "v5.channel.k8s.io" }],
  ["exec in base64", { path: command, protocol: "base64.channel.k8s.io" }],
  ["port-forward", { path: `${core}/pods/p/portforward?ports=80`, protocol: "SPDY/3.1+portforward.k8s.io" }],
];
const sessions: readonly (readonly [name: string, way: HostileFrames["way"]])[] = [
  ["exec", { path: command, upgrade: "SPDY/3.1" }],
  ["port-forward", { path: `${core}/pods/p/portforward`, upgrade: "SPDY/3.1" }],
];

const webSocketKinds: readonly (readonly [name: string, frame: (i: number) => Buffer])[] = [
  ["empty messages", () => webSocketFrame({ opcode: 2, payload: Buffer.alloc(0) })],
  ["messages of one byte", () => webSocketFrame({ opcode: 2, payload: Buffer.from([0, 0x61]) })],
  ["texts", () => webSocketFrame({ opcode: 1, payload: Buffer.from("0YWFh") })],
  ["pings", () => webSocketFrame({ opcode: 9, payload: Buffer.alloc(0) })],
  ["pings of 125 bytes", () => webSocketFrame({ opcode: 9, payload: Buffer.alloc(125) })],
  ["pongs", () => webSocketFrame({ opcode: 10, payload: Buffer.alloc(0) })],
  [
    "fragments of one message",
    (i) => webSocketFrame({ opcode: i === 0 ? 2 : 0, payload: Buffer.alloc(1), isLast: false }),
  ],
  ["long messages", () => webSocketFrame({ opcode: 2, payload: Buffer.alloc(1024 * 1024 - 1) })],
  ["sizes of a terminal", () => webSocketFrame({ opcode: 2, payload: Buffer.from('\u0004{"Width":1,"Height":1}') })],
  ["ends of channels", (i) => webSocketFrame({ opcode: 2, payload: Buffer.from([255, i % 5]) })],
  ["SPDY pings", (i) => webSocketFrame({ opcode: 2, payload: control(6, uint32(2 * i + 1)) })],
];

const spdyKinds: readonly (readonly [name: string, frame: (i: number) => Buffer])[] = [
  ["streams", (i) => control(1, Buffer.concat([uint32(2 * i + 1), uint32(0), Buffer.alloc(2)]))],
  ["streams with inflated headers", (i) => control(1, Buffer.concat([uint32(2 * i + 1), Buffer.alloc(6), bomb]))],
  ["data of no stream", () => data(9, Buffer.from("x"))],
  ["empty data", () => data(1, Buffer.alloc(0))],
  ["pings", (i) => control(6, uint32(2 * i + 1))],
  ["settings", () => control(4, Buffer.concat([uint32(1_000), Buffer.alloc(8_000, 0xff)]))],
  ["windows", () => control(9, Buffer.concat([uint32(1), uint32(1)]))],
  ["resets", (i) => control(3, Buffer.concat([uint32(2 * i + 1), uint32(1)]))],
  ["frames of no known type", () => control(300, Buffer.alloc(8))],
];

function repeated(frame: (i: number) => Buffer): Buffer {
  const frames: Buffer[] = [];
  for (let i = 0, length = 0; length < maxBytes && i < maxFrames; i++) {
    const next = frame(i);
    frames.push(next);
    length += next.length;
  }
  return Buffer.concat(frames);
}

/** Frames of WebSockets and of SPDY, each kind on each connection. */
export const hostileFrames: readonly HostileFrames[] = [
  ...sockets.flatMap(([on, way]) =>
    webSocketKinds.map(([kind, frame]) => ({ name: `WebSocket of ${on}: ${kind}`, way, bytes: () => repeated(frame) })),
  ),
  ...sessions.flatMap(([on, way]) =>
    spdyKinds.map(([kind, frame]) => ({ name: `SPDY of ${on}: ${kind}`, way, bytes: () => repeated(frame) })),
  ),
];
