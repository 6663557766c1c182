import { bytesOf } from "./hpack.ts";
import type { Lines } from "./http2-frames.ts";
import {
  block,
  endHeaders,
  endStream,
  frame,
  frames,
  hasPriority,
  numbers,
  padded,
  preface,
  requestLines,
} from "./http2-frames.ts";

/**
 * The reaction of a server: the request on a stream is served, a stream or the connection ends with
 * an error, a PING or SETTINGS frame is acknowledged, or nothing happens.
 */
export type Http2Outcome =
  | `serves ${number}`
  | `resets ${number} ${string}`
  | `closes ${string}`
  | "acknowledges PING"
  | "acknowledges SETTINGS"
  | "ignores";

/** Section of RFC 9113 (after `HPACK`: of RFC 7541), what a client sends, and the reaction. */
export type Http2Case = readonly [section: string, condition: string, sent: readonly Buffer[], outcome: Http2Outcome];

const none = Buffer.alloc(0);
const get = frames.get(1);
/** Opens stream 1 without the end of its body. */
const open = frames.post(1, "/");
const begin = frames.begin(1);
const headersType = 1;
const end = endHeaders | endStream;
const requestBlock = block(requestLines("GET", "/"));
const request = (...representations: readonly Buffer[]): Buffer =>
  frame(headersType, end, 1, Buffer.concat([requestBlock, ...representations]));
const withLines = (...lines: Lines): Buffer => frames.headers(1, lines, end);
const continuation = (flags: number, stream = 1): Buffer => frame(9, flags, stream, none);
const priority = (stream: number, dependency: number, weight = 15): Buffer =>
  frame(2, 0, stream, Buffer.concat([numbers(dependency), Buffer.of(weight)]));
const [method, scheme, path, authority] = requestLines("GET", "/");
/** A header line as HPACK represents it: the first byte, then texts as hexadecimal digits. */
const literal = (hex: string): Buffer => bytesOf(hex);
/** `custom: x`, both as they are. */
const custom = "06 637573746f6d 01 78";

/** Cases about the start of a connection: all bytes of the client, its preface included. */
export const prefaceCases: readonly Http2Case[] = [
  ["3.4", "the preface of a client", [preface, frames.settings(), get], "serves 1"],
  ["3.4", "another preface", [Buffer.from("INVALID CONNECTION PREFACE\r\n\r\n")], "closes PROTOCOL_ERROR"],
  ["3.4", "a preface without SETTINGS", [preface, get], "closes PROTOCOL_ERROR"],
];

const framing: readonly Http2Case[] = [
  ["4.1", "a frame of an unknown type", [frame(0x16, 0, 0, Buffer.alloc(8)), frames.ping()], "acknowledges PING"],
  ["4.1", "undefined flags", [frame(6, 0x16, 0, Buffer.alloc(8))], "acknowledges PING"],
  [
    "4.1",
    "a stream identifier with the reserved bit",
    [frame(6, 0, 0x8000_0000, Buffer.alloc(8))],
    "acknowledges PING",
  ],
  ["4.2", "DATA of the largest size", [open, frames.data(1, "x".repeat(16_384), endStream)], "serves 1"],
  ["4.2", "DATA larger than the server takes", [open, frames.data(1, "x".repeat(16_385))], "closes FRAME_SIZE_ERROR"],
  ["4.2", "HEADERS larger than the server takes", [frame(1, end, 1, Buffer.alloc(16_385))], "closes FRAME_SIZE_ERROR"],
  ["4.3", "HEADERS that are not HPACK", [frame(1, end, 1, bytesOf("00 8f a1 f8 f8"))], "closes COMPRESSION_ERROR"],
  ["4.3", "PRIORITY in a header block", [begin, priority(1, 0)], "closes PROTOCOL_ERROR"],
  ["4.3", "HEADERS of another stream in a header block", [begin, frames.get(3)], "closes PROTOCOL_ERROR"],
  ["5.5", "a frame of an unknown type in a header block", [begin, frame(0x16, 0, 1, none)], "closes PROTOCOL_ERROR"],
];

const streams: readonly Http2Case[] = [
  ["5.1", "DATA on an idle stream", [frames.data(1, "x", endStream)], "closes PROTOCOL_ERROR"],
  ["5.1", "RST_STREAM on an idle stream", [frames.reset(1)], "closes PROTOCOL_ERROR"],
  ["5.1", "WINDOW_UPDATE on an idle stream", [frames.window(1, 100)], "closes PROTOCOL_ERROR"],
  ["5.1", "CONTINUATION on an idle stream", [continuation(endHeaders)], "closes PROTOCOL_ERROR"],
  ["5.1", "PRIORITY on an idle stream", [priority(1, 0), get], "serves 1"],
  ["5.1", "PRIORITY on an idle stream, HEADERS on an older one", [priority(5, 3), frames.get(3)], "serves 3"],
  ["5.1", "DATA after the end of the request", [get, frames.data(1, "x")], "resets 1 STREAM_CLOSED"],
  ["5.1", "HEADERS after the end of the request", [get, get], "resets 1 STREAM_CLOSED"],
  ["5.1", "CONTINUATION after the end of the request", [get, continuation(endHeaders)], "closes PROTOCOL_ERROR"],
  ["5.1", "WINDOW_UPDATE after the end of the request", [get, frames.window(1, 100)], "serves 1"],
  ["5.1", "PRIORITY after the end of the request", [get, priority(1, 0)], "serves 1"],
  ["5.1", "RST_STREAM after the end of the request", [get, frames.reset(1), frames.get(3)], "serves 3"],
  ["5.1", "DATA after RST_STREAM", [open, frames.reset(1), frames.data(1, "x")], "resets 1 STREAM_CLOSED"],
  ["5.1", "HEADERS after RST_STREAM", [open, frames.reset(1), get], "closes STREAM_CLOSED"],
  ["5.1", "CONTINUATION after RST_STREAM", [open, frames.reset(1), continuation(endHeaders)], "closes PROTOCOL_ERROR"],
  ["5.1.1", "a stream with an even identifier", [frames.get(2)], "closes PROTOCOL_ERROR"],
  ["5.1.1", "a stream with a smaller identifier than the last", [frames.get(5), frames.get(3)], "closes STREAM_CLOSED"],
  [
    "5.1.2",
    "more streams than the server takes at once",
    Array.from({ length: 11 }, (_, i) => frames.post(2 * i + 1, "/")),
    "resets 21 REFUSED_STREAM",
  ],
  [
    "5.3.1",
    "HEADERS that depend on their own stream",
    [frame(1, end | hasPriority, 1, Buffer.concat([numbers(1), Buffer.of(15), requestBlock]))],
    "closes PROTOCOL_ERROR",
  ],
  ["5.3.1", "PRIORITY that depends on its own stream", [priority(1, 1)], "closes PROTOCOL_ERROR"],
  ["5.3.1", "PRIORITY with the largest weight", [priority(1, 0, 255), get], "serves 1"],
  ["5.3.1", "PRIORITY that is exclusive", [priority(3, 0x8000_0001), get], "serves 1"],
];

const frameTypes: readonly Http2Case[] = [
  ["6.1", "DATA in one frame", [open, frames.data(1, "test", endStream)], "serves 1"],
  ["6.1", "DATA in several frames", [open, frames.data(1, "te"), frames.data(1, "st", endStream)], "serves 1"],
  ["6.1", "DATA with padding", [open, frame(0, padded | endStream, 1, bytesOf("02 74 0000"))], "serves 1"],
  ["6.1", "DATA on stream 0", [frames.data(0, "x")], "closes PROTOCOL_ERROR"],
  [
    "6.1",
    "DATA with more padding than content",
    [open, frame(0, padded, 1, bytesOf("05 74"))],
    "closes PROTOCOL_ERROR",
  ],
  [
    "6.2",
    "HEADERS with padding",
    [frame(1, end | padded, 1, Buffer.concat([Buffer.of(1), requestBlock, Buffer.of(0)]))],
    "serves 1",
  ],
  [
    "6.2",
    "HEADERS with a priority",
    [frame(1, end | hasPriority, 1, Buffer.concat([numbers(0), Buffer.of(15), requestBlock]))],
    "serves 1",
  ],
  ["6.2", "HEADERS on stream 0", [frame(1, end, 0, requestBlock)], "closes PROTOCOL_ERROR"],
  [
    "6.2",
    "HEADERS with more padding than content",
    [frame(1, end | padded, 1, bytesOf("05 82"))],
    "closes PROTOCOL_ERROR",
  ],
  ["6.3", "PRIORITY on stream 0", [priority(0, 1)], "closes PROTOCOL_ERROR"],
  ["6.3", "PRIORITY of four bytes", [frame(2, 0, 1, numbers(0))], "closes FRAME_SIZE_ERROR"],
  ["6.4", "RST_STREAM on stream 0", [frames.reset(0)], "closes PROTOCOL_ERROR"],
  ["6.4", "RST_STREAM of three bytes", [open, frame(3, 0, 1, Buffer.alloc(3))], "closes FRAME_SIZE_ERROR"],
  ["6.5", "SETTINGS", [frames.settings([3, 100])], "acknowledges SETTINGS"],
  [
    "6.5",
    "acknowledged SETTINGS with a payload",
    [frame(4, 1, 0, bytesOf("0003 00000064"))],
    "closes FRAME_SIZE_ERROR",
  ],
  ["6.5", "SETTINGS on a stream", [frame(4, 0, 1, bytesOf("0003 00000064"))], "closes PROTOCOL_ERROR"],
  ["6.5", "SETTINGS of three bytes", [frame(4, 0, 0, bytesOf("000300"))], "closes FRAME_SIZE_ERROR"],
  ["6.5.2", "SETTINGS_ENABLE_PUSH of 2", [frames.settings([2, 2])], "closes PROTOCOL_ERROR"],
  ["6.5.2", "SETTINGS_INITIAL_WINDOW_SIZE of 2^31", [frames.settings([4, 2 ** 31])], "closes FLOW_CONTROL_ERROR"],
  ["6.5.2", "SETTINGS_MAX_FRAME_SIZE of 2^14 - 1", [frames.settings([5, 16_383])], "closes PROTOCOL_ERROR"],
  ["6.5.2", "SETTINGS_MAX_FRAME_SIZE of 2^24", [frames.settings([5, 2 ** 24])], "closes PROTOCOL_ERROR"],
  ["6.5.2", "an unknown setting", [frames.settings([255, 1]), frames.ping()], "acknowledges PING"],
  ["6.5.3", "SETTINGS_INITIAL_WINDOW_SIZE twice", [frames.settings([4, 100], [4, 1]), get], "serves 1"],
  ["6.7", "PING", [frames.ping()], "acknowledges PING"],
  ["6.7", "acknowledged PING", [frame(6, 1, 0, Buffer.from("invalid!"))], "ignores"],
  ["6.7", "PING on a stream", [frame(6, 0, 1, Buffer.alloc(8))], "closes PROTOCOL_ERROR"],
  ["6.7", "PING of six bytes", [frame(6, 0, 0, Buffer.alloc(6))], "closes FRAME_SIZE_ERROR"],
  ["6.8", "GOAWAY on a stream", [frame(7, 0, 1, Buffer.alloc(8))], "closes PROTOCOL_ERROR"],
  ["6.9", "WINDOW_UPDATE of the connection", [frames.window(0, 1), get], "serves 1"],
  ["6.9", "WINDOW_UPDATE of 0 for the connection", [frames.window(0, 0)], "closes PROTOCOL_ERROR"],
  ["6.9", "WINDOW_UPDATE of 0 for a stream", [open, frames.window(1, 0)], "resets 1 PROTOCOL_ERROR"],
  ["6.9", "WINDOW_UPDATE of three bytes", [frame(8, 0, 0, Buffer.alloc(3))], "closes FRAME_SIZE_ERROR"],
  [
    "6.9.1",
    "WINDOW_UPDATEs of the connection beyond 2^31 - 1",
    [frames.window(0, 2 ** 31 - 1), frames.window(0, 2 ** 31 - 1)],
    "closes FLOW_CONTROL_ERROR",
  ],
  [
    "6.9.1",
    "WINDOW_UPDATEs of a stream beyond 2^31 - 1",
    [open, frames.window(1, 2 ** 31 - 1), frames.window(1, 2 ** 31 - 1)],
    "resets 1 FLOW_CONTROL_ERROR",
  ],
  ["6.10", "several CONTINUATIONs", [begin, continuation(0), continuation(endHeaders)], "serves 1"],
  ["6.10", "DATA between CONTINUATIONs", [begin, continuation(0), frames.data(1, "x")], "closes PROTOCOL_ERROR"],
  ["6.10", "CONTINUATION on stream 0", [begin, continuation(endHeaders, 0)], "closes PROTOCOL_ERROR"],
  ["6.10", "CONTINUATION after END_HEADERS", [open, continuation(endHeaders)], "closes PROTOCOL_ERROR"],
  [
    "6.10",
    "CONTINUATION after a CONTINUATION with END_HEADERS",
    [begin, continuation(endHeaders), continuation(endHeaders)],
    "closes PROTOCOL_ERROR",
  ],
  ["6.10", "CONTINUATION after DATA", [open, frames.data(1, "x"), continuation(endHeaders)], "closes PROTOCOL_ERROR"],
  ["7", "RST_STREAM with an unknown code", [open, frame(3, 0, 1, numbers(255)), frames.ping()], "acknowledges PING"],
];

const messages: readonly Http2Case[] = [
  ["8.1", "HEAD", [frames.headers(1, requestLines("HEAD", "/"), end)], "serves 1"],
  ["8.1", "trailers", [open, frames.data(1, "x"), frames.headers(1, [["x-trailer", "y"]], end)], "serves 1"],
  [
    "8.1",
    "trailers without END_STREAM",
    [open, frames.data(1, "x"), frames.headers(1, [["x", "y"]])],
    "resets 1 PROTOCOL_ERROR",
  ],
  [
    "8.2",
    "a field name in upper case",
    [withLines(method, scheme, path, authority, ["X-Test", "ok"])],
    "resets 1 PROTOCOL_ERROR",
  ],
  [
    "8.2.2",
    "a field of the connection",
    [withLines(method, scheme, path, ["connection", "keep-alive"])],
    "resets 1 PROTOCOL_ERROR",
  ],
  ["8.2.2", "TE: trailers", [withLines(method, scheme, path, authority, ["te", "trailers"])], "serves 1"],
  [
    "8.2.2",
    "TE with another value",
    [withLines(method, scheme, path, ["te", "trailers, deflate"])],
    "resets 1 PROTOCOL_ERROR",
  ],
  [
    "8.3",
    "an unknown pseudo-header field",
    [withLines(method, scheme, path, [":test", "ok"])],
    "resets 1 PROTOCOL_ERROR",
  ],
  [
    "8.3",
    "a pseudo-header field of responses",
    [withLines(method, scheme, path, [":status", "200"])],
    "resets 1 PROTOCOL_ERROR",
  ],
  [
    "8.3",
    "a pseudo-header field in trailers",
    [open, frames.data(1, "x"), frames.headers(1, [[":method", "GET"]], end)],
    "resets 1 PROTOCOL_ERROR",
  ],
  [
    "8.3",
    "a pseudo-header field after a field",
    [withLines(method, scheme, ["x", "y"], path)],
    "resets 1 PROTOCOL_ERROR",
  ],
  ["8.3.1", "an empty :path", [withLines(method, scheme, [":path", ""])], "resets 1 PROTOCOL_ERROR"],
  ["8.3.1", "no :method", [withLines(scheme, path, authority)], "resets 1 PROTOCOL_ERROR"],
  ["8.3.1", "no :scheme", [withLines(method, path, authority)], "resets 1 PROTOCOL_ERROR"],
  ["8.3.1", "no :path", [withLines(method, scheme, authority)], "resets 1 PROTOCOL_ERROR"],
  ["8.3.1", ":method twice", [withLines(method, scheme, path, method)], "resets 1 PROTOCOL_ERROR"],
  ["8.3.1", ":scheme twice", [withLines(method, scheme, path, scheme)], "resets 1 PROTOCOL_ERROR"],
  ["8.3.1", ":path twice", [withLines(method, scheme, path, path)], "resets 1 PROTOCOL_ERROR"],
  [
    "8.1.1",
    "a content-length that differs from the DATA",
    [frames.post(1, "/", ["content-length", "1"]), frames.data(1, "test", endStream)],
    "resets 1 PROTOCOL_ERROR",
  ],
  [
    "8.1.1",
    "a content-length that differs from the sum of DATA",
    [frames.post(1, "/", ["content-length", "1"]), frames.data(1, "t"), frames.data(1, "est", endStream)],
    "resets 1 PROTOCOL_ERROR",
  ],
  ["8.4", "PUSH_PROMISE", [open, frame(5, endHeaders, 1, numbers(2))], "closes PROTOCOL_ERROR"],
];

const compression: readonly Http2Case[] = [
  ["HPACK 6.1", "an indexed field", [request(literal("90"))], "serves 1"],
  ["HPACK 6.1", "index 0", [request(literal("80"))], "closes COMPRESSION_ERROR"],
  ["HPACK 2.3.3", "an index beyond the tables", [request(literal("ff 00"))], "closes COMPRESSION_ERROR"],
  ["HPACK 6.2.1", "a literal with indexing, an indexed name", [request(literal("7a 01 78"))], "serves 1"],
  ["HPACK 6.2.1", "a literal with indexing, a new name", [request(literal(`40 ${custom}`))], "serves 1"],
  ["HPACK 6.2.1", "a literal with indexing, in Huffman code", [request(literal("7a 81 f3"))], "serves 1"],
  ["HPACK 6.2.2", "a literal without indexing, an indexed name", [request(literal("0f 2b 01 78"))], "serves 1"],
  ["HPACK 6.2.2", "a literal without indexing, a new name", [request(literal(`00 ${custom}`))], "serves 1"],
  ["HPACK 6.2.2", "a literal without indexing, in Huffman code", [request(literal("0f 2b 81 f3"))], "serves 1"],
  ["HPACK 6.2.3", "a literal never indexed, an indexed name", [request(literal("1f 2b 01 78"))], "serves 1"],
  ["HPACK 6.2.3", "a literal never indexed, a new name", [request(literal(`10 ${custom}`))], "serves 1"],
  ["HPACK 6.2.3", "a literal never indexed, in Huffman code", [request(literal("1f 2b 81 f3"))], "serves 1"],
  ["HPACK 6.3", "a table size update", [frame(1, end, 1, Buffer.concat([literal("21"), requestBlock]))], "serves 1"],
  [
    "HPACK 6.3",
    "two table size updates",
    [frame(1, end, 1, Buffer.concat([literal("20 3f e1 1f"), requestBlock]))],
    "serves 1",
  ],
  ["HPACK 4.2", "a table size update at the end of a block", [request(literal("21"))], "closes COMPRESSION_ERROR"],
  [
    "HPACK 6.3",
    "a table size update beyond SETTINGS_HEADER_TABLE_SIZE",
    [frame(1, end, 1, Buffer.concat([literal("3f e2 1f"), requestBlock]))],
    "closes COMPRESSION_ERROR",
  ],
  [
    "HPACK 5.2",
    "Huffman code with more than 7 bits of padding",
    [request(literal("00 81 f3 82 f3 ff"))],
    "closes COMPRESSION_ERROR",
  ],
  ["HPACK 5.2", "Huffman code padded with zeros", [request(literal("00 81 f3 81 f0"))], "closes COMPRESSION_ERROR"],
  [
    "HPACK 5.2",
    "Huffman code with the end-of-string symbol",
    [request(literal("00 81 f3 84 ff ff ff ff"))],
    "closes COMPRESSION_ERROR",
  ],
];

/** Cases on a connection after the exchange of prefaces and SETTINGS. */
export const http2Cases: readonly Http2Case[] = [...framing, ...streams, ...frameTypes, ...messages, ...compression];
