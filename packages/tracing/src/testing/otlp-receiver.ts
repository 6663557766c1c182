import { createServer, type ServerHttp2Stream } from "node:http2";
import type { AddressInfo } from "node:net";
import { WireReader } from "@svc/base/protobuf";

/** A span as a collector receives it. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string>>;
  readonly events: readonly ReceivedEvent[];
  readonly durationNanos: bigint;
  /** 2 for a failure. */
  readonly statusCode: number;
}

/** An event of a span. */
export interface ReceivedEvent {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** A collector of traces over gRPC, without TLS. */
export interface OtlpReceiver {
  readonly port: number;
  readonly spans: readonly ReceivedSpan[];
  /** Resolves when spans with these names have arrived. */
  received(...names: readonly string[]): Promise<void>;
  /** Resolves when the span of a request has arrived, which is the last one of its trace. */
  receivedRequest(traceId: string): Promise<void>;
  close(): Promise<void>;
}

/** Source: `SpanKind` of OTLP. */
const kindOfServers = 2;

/** Starts a collector on a free port. */
export async function startOtlpReceiver(port = 0): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const waiting = new Set<() => void>();
  const until = (isReached: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (!isReached()) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  const server = createServer();
  const sessions = new Set<{ destroy(): void }>();
  server.on("session", (session) => sessions.add(session));
  server.on("stream", (stream: ServerHttp2Stream) => {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => void chunks.push(chunk));
    stream.on("end", () => {
      for (const message of grpcMessages(Buffer.concat(chunks))) spans.push(...spansOf(message));
      for (const check of [...waiting]) check();
      stream.respond({ ":status": 200, "content-type": "application/grpc" }, { waitForTrailers: true });
      stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
      stream.end(Buffer.alloc(5));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    spans,
    received: (...names) => until(() => names.every((name) => spans.some((span) => span.name === name))),
    receivedRequest: (traceId) =>
      until(() => spans.some((span) => span.traceId === traceId && span.kind === kindOfServers)),
    close: () =>
      new Promise((resolve) => {
        for (const session of sessions) session.destroy();
        server.close(() => resolve());
      }),
  };
}

function* grpcMessages(bytes: Buffer): Iterable<Buffer> {
  for (let at = 0; at + 5 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at + 1);
    yield bytes.subarray(at + 5, at + 5 + length);
    at += 5 + length;
  }
}

/** The fields of a message by number; numbers are bytes of eight. */
function fieldsOf(bytes: Buffer): ReadonlyMap<number, readonly Buffer[]> {
  const reader = new WireReader(bytes);
  const fields = new Map<number, Buffer[]>();
  while (!reader.done) {
    const tag = reader.tag();
    fields.set(tag >>> 3, [...(fields.get(tag >>> 3) ?? []), readValue(reader, tag & 7)]);
  }
  return fields;
}

function readValue(reader: WireReader, wireType: number): Buffer {
  if (wireType === 2) return Buffer.from(reader.bytes());
  const value = Buffer.alloc(8);
  if (wireType === 1) value.writeDoubleLE(reader.double());
  else if (wireType === 0) value.writeBigInt64LE(BigInt(reader.int64()));
  else reader.skip(wireType);
  return value;
}

function spansOf(request: Buffer): readonly ReceivedSpan[] {
  const below = (messages: readonly Buffer[], field: number): readonly Buffer[] =>
    messages.flatMap((message) => fieldsOf(message).get(field) ?? []);
  return below(below(below([request], 1), 2), 2).map(readSpan);
}

function readSpan(message: Buffer): ReceivedSpan {
  const fields = fieldsOf(message);
  const bytes = (field: number): Buffer => fields.get(field)?.[0] ?? Buffer.alloc(0);
  const time = (field: number): bigint => fields.get(field)?.[0]?.readBigUInt64LE() ?? 0n;
  return {
    traceId: bytes(1).toString("hex"),
    spanId: bytes(2).toString("hex"),
    parentSpanId: bytes(4).toString("hex"),
    name: bytes(5).toString(),
    kind: Number(fields.get(6)?.[0]?.readBigInt64LE() ?? 0n),
    attributes: readAttributes(fields.get(9)),
    events: (fields.get(11) ?? []).map((event) => {
      const parts = fieldsOf(event);
      return { name: String(parts.get(2)?.[0] ?? ""), attributes: readAttributes(parts.get(3)) };
    }),
    durationNanos: time(8) - time(7),
    statusCode: Number(fieldsOf(bytes(15)).get(3)?.[0]?.readBigInt64LE() ?? 0n),
  };
}

function readAttributes(attributes: readonly Buffer[] = []): Readonly<Record<string, string>> {
  return Object.fromEntries(
    attributes.map((attribute) => {
      const pair = fieldsOf(attribute);
      const value = fieldsOf(pair.get(2)?.[0] ?? Buffer.alloc(0));
      const isTrue = value.get(2)?.[0]?.readBigInt64LE();
      const number = isTrue === undefined ? value.get(3)?.[0]?.readBigInt64LE() : isTrue === 1n;
      return [String(pair.get(1)?.[0]), value.get(1)?.[0]?.toString() ?? String(number ?? "")] as const;
    }),
  );
}
