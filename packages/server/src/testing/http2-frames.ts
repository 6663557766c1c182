import { connect } from "node:tls";

/** Frames of HTTP/2 as bytes, for what no well-behaved client sends. Source: RFC 9113. */
export const frames = {
  /** A `GET /` with nothing else; it ends the stream. */
  get: (stream: number): Buffer =>
    frame(1, endStream | endHeaders, stream, Buffer.from([0x82, 0x87, 0x84, 0x41, 1, 0x78])),
  /** The beginning of a `GET /`, whose headers go on in continuations. */
  begin: (stream: number): Buffer => frame(1, endStream, stream, Buffer.from([0x82, 0x87, 0x84, 0x41, 1, 0x78])),
  continuation: (stream: number): Buffer => frame(9, 0, stream, literal("x", "y")),
  reset: (stream: number): Buffer => frame(3, 0, stream, Buffer.from([0, 0, 0, 8])),
};

const endStream = 1;
const endHeaders = 4;

function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** A header that is written out, not indexed. */
function literal(name: string, value: string): Buffer {
  return Buffer.concat([
    Buffer.from([0, name.length]),
    Buffer.from(name),
    Buffer.from([value.length]),
    Buffer.from(value),
  ]);
}

export interface FloodOptions {
  readonly port: number;
  readonly ca: string;
  /** What is sent in one round. @param round from 0 */
  readonly next: (round: number) => Buffer;
  readonly maxRounds: number;
}

/** Sends rounds until the server ends the connection; how many it took, or nothing where it never did. */
export function flood({ port, ca, next, maxRounds }: FloodOptions): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    let round = 0;
    let secure = false;
    const socket = connect({ port, host: "127.0.0.1", ca, ALPNProtocols: ["h2"] }, () => {
      secure = true;
      socket.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
      socket.write(frame(4, 0, 0, Buffer.alloc(0)));
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
