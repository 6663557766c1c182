import { connect } from "node:tls";

type Line = readonly [name: string, value: string];
/** They are written out, not indexed. */
export type Lines = readonly Line[];

export const preface: Buffer = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
export const endStream = 1;
export const endHeaders = 4;
export const padded = 8;
export const hasPriority = 0x20;

/** The pseudo-headers of a request, and further headers. */
export const requestLines = (
  method: string,
  path: string,
  ...more: Lines
): readonly [Line, Line, Line, Line, ...Lines] => [
  [":method", method],
  [":scheme", "https"],
  [":path", path],
  [":authority", "h"],
  ...more,
];

/** HTTP/2 frames as bytes, for tests of misbehaving clients. Source: RFC 9113. */
export const frames = {
  /** It ends the stream. */
  get: (stream: number, path = "/", ...more: Lines): Buffer =>
    frames.headers(stream, requestLines("GET", path, ...more), endHeaders | endStream),
  /** Followed by a body. */
  post: (stream: number, path: string, ...more: Lines): Buffer =>
    frames.headers(stream, requestLines("POST", path, ...more)),
  /** The beginning of a `GET /` whose headers continue in CONTINUATION frames. */
  begin: (stream: number): Buffer => frame(1, endStream, stream, block(requestLines("GET", "/"))),
  continuation: (stream: number): Buffer => frame(9, 0, stream, block([["x", "y"]])),
  ping: (text = "abcdefgh"): Buffer => frame(6, 0, 0, Buffer.from(text, "latin1")),
  reset: (stream: number): Buffer => frame(3, 0, stream, numbers(8)),
  headers: (stream: number, lines: Lines, flags: number = endHeaders): Buffer => frame(1, flags, stream, block(lines)),
  data: (stream: number, text: string, flags = 0): Buffer => frame(0, flags, stream, Buffer.from(text, "latin1")),
  window: (stream: number, bytes: number): Buffer => frame(8, 0, stream, numbers(bytes)),
  settings: (...values: readonly (readonly [id: number, value: number])[]): Buffer =>
    frame(4, 0, 0, Buffer.concat(values.map(([id, value]) => Buffer.concat([Buffer.from([0, id]), numbers(value)])))),
};

export function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** Each in four bytes. */
export function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, 4 * i);
  return bytes;
}

/** A block of headers that no table remembers. */
export function block(lines: Lines): Buffer {
  return Buffer.concat(lines.flatMap(([name, value]) => [Buffer.from([0]), text(name), text(value)]));
}

/** Source: RFC 7541, sections 5.1 and 5.2. */
function text(value: string): Buffer {
  const bytes = Buffer.from(value, "latin1");
  if (bytes.length < 0x7f) return Buffer.concat([Buffer.from([bytes.length]), bytes]);
  const length = [0x7f];
  let rest = bytes.length - 0x7f;
  for (; rest >= 0x80; rest >>= 7) length.push((rest & 0x7f) | 0x80);
  return Buffer.concat([Buffer.from([...length, rest]), bytes]);
}

export interface FloodOptions {
  readonly port: number;
  readonly ca: string;
  /** The bytes of one round. @param round from 0 */
  readonly next: (round: number) => Buffer;
  readonly maxRounds: number;
}

/**
 * Sends rounds until the server ends the connection; how many it took, or nothing where it never
 * did.
 */
export function flood({ port, ca, next, maxRounds }: FloodOptions): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    let round = 0;
    let secure = false;
    const socket = connect({ port, host: "127.0.0.1", ca, ALPNProtocols: ["h2"] }, () => {
      secure = true;
      socket.write(preface);
      socket.write(frames.settings());
      send();
    });
    const send = (): void => {
      if (socket.destroyed) return;
      if (round < maxRounds) {
        socket.write(next(round++), () => setImmediate(send));
        return;
      }
      resolve(undefined);
      socket.destroy();
    };
    socket.resume();
    socket.on("error", (error) => (secure ? resolve(round) : reject(error)));
    socket.on("end", () => resolve(round));
    socket.on("close", () => resolve(round));
  });
}
