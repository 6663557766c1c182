import { describe, expect, test } from "vitest";
import { ClientGoneError } from "../http.ts";
import { echo, later, ok } from "../testing/http1-messages.ts";
import { settle } from "../testing/http1-wire.ts";
import {
  endHeaders,
  endStream,
  frame,
  frames,
  hasPriority,
  type Lines,
  numbers,
  padded,
  preface,
  requestLines,
} from "../testing/http2-frames.ts";
import { openWire } from "../testing/http2-wire.ts";

const none = Buffer.alloc(0);
const get = frames.get(1);
/** Streams whose client is sending: one that is asked for, one that is answered. */
const open = frames.post(1, "/body");
const cutOff = frames.post(1, "/x");
const continued = frame(9, endHeaders, 1, none);
const self = Buffer.concat([numbers(1), Buffer.from([1])]);

describe("a connection ends where a client", () => {
  test.each<[string, readonly Buffer[], string]>([
    ["sends data of no stream", [frames.data(0, "x")], "PROTOCOL_ERROR"],
    ["sends data of a stream that was never opened", [frames.data(1, "x")], "PROTOCOL_ERROR"],
    ["sends more padding than data", [open, frame(0, padded, 1, Buffer.from([5, 1]))], "PROTOCOL_ERROR"],
    ["announces padding and sends none", [open, frame(0, padded, 1, none)], "PROTOCOL_ERROR"],
    ["opens no stream", [frame(1, 5, 0, none)], "PROTOCOL_ERROR"],
    ["opens a stream that only a server opens", [frames.get(2)], "PROTOCOL_ERROR"],
    ["sends headers of a stream that is over", [get, frames.reset(1), get], "STREAM_CLOSED"],
    ["opens an older stream", [frames.get(3), get], "STREAM_CLOSED"],
    ["sends more padding than headers", [frame(1, padded | endHeaders, 1, Buffer.from([1]))], "PROTOCOL_ERROR"],
    ["sends half a priority", [frame(1, hasPriority | endHeaders, 1, none)], "FRAME_SIZE_ERROR"],
    ["depends on itself", [frame(1, hasPriority | endHeaders, 1, self)], "PROTOCOL_ERROR"],
    ["comes to depend on itself", [frame(2, 0, 1, self)], "PROTOCOL_ERROR"],
    ["gives no stream a priority", [frame(2, 0, 0, self)], "PROTOCOL_ERROR"],
    ["sends a priority of four bytes", [frame(2, 0, 1, numbers(0))], "FRAME_SIZE_ERROR"],
    ["resets no stream", [frames.reset(0)], "PROTOCOL_ERROR"],
    ["resets a stream that was never opened", [frames.reset(1)], "PROTOCOL_ERROR"],
    ["sends a reset of three bytes", [get, frame(3, 0, 1, Buffer.alloc(3))], "FRAME_SIZE_ERROR"],
    ["takes settings of its own", [frame(4, 1, 0, numbers(0))], "FRAME_SIZE_ERROR"],
    ["sends settings of a stream", [frame(4, 0, 1, none)], "PROTOCOL_ERROR"],
    ["sends half a setting", [frame(4, 0, 0, Buffer.alloc(5))], "FRAME_SIZE_ERROR"],
    ["has pushes more than on", [frames.settings([2, 2])], "PROTOCOL_ERROR"],
    ["sets a window that is too large", [frames.settings([4, 2 ** 31])], "FLOW_CONTROL_ERROR"],
    ["sets frames that are too small", [frames.settings([5, 16_383])], "PROTOCOL_ERROR"],
    ["sets frames that are too large", [frames.settings([5, 2 ** 24])], "PROTOCOL_ERROR"],
    ["promises", [get, frame(5, endHeaders, 1, numbers(2))], "PROTOCOL_ERROR"],
    ["pings by seven bytes", [frame(6, 0, 0, Buffer.alloc(7))], "FRAME_SIZE_ERROR"],
    ["pings a stream", [frame(6, 0, 1, Buffer.alloc(8))], "PROTOCOL_ERROR"],
    ["ends by too few bytes", [frame(7, 0, 0, Buffer.alloc(7))], "FRAME_SIZE_ERROR"],
    ["ends a stream as if it was all", [frame(7, 0, 1, Buffer.alloc(8))], "PROTOCOL_ERROR"],
    ["widens the window by nothing", [frames.window(0, 0)], "PROTOCOL_ERROR"],
    ["widens the window too far", [frames.window(0, 2 ** 31 - 65_535)], "FLOW_CONTROL_ERROR"],
    ["widens the window of a stream that was never opened", [frames.window(1, 1)], "PROTOCOL_ERROR"],
    ["widens by three bytes", [frame(8, 0, 0, Buffer.alloc(3))], "FRAME_SIZE_ERROR"],
    [
      "moves the window of a stream too far",
      [open, frames.window(1, 1), frames.settings([4, 2 ** 31 - 1])],
      "FLOW_CONTROL_ERROR",
    ],
    ["goes on with nothing", [continued], "PROTOCOL_ERROR"],
    ["goes on after the end", [open, continued], "PROTOCOL_ERROR"],
    ["goes on with another stream", [frames.begin(1), frames.continuation(3)], "PROTOCOL_ERROR"],
    ["puts something between headers", [frames.begin(1), frames.ping()], "PROTOCOL_ERROR"],
    ["puts data between headers", [frames.begin(1), frames.data(1, "x")], "PROTOCOL_ERROR"],
    ["sends a frame that is too large", [frame(99, 0, 0, Buffer.alloc(16_385))], "FRAME_SIZE_ERROR"],
    ["compresses nonsense", [frame(1, 5, 1, Buffer.from([0x80]))], "COMPRESSION_ERROR"],
    [
      "sends more headers than are looked at",
      Array.from({ length: 3 }, (_, i) => frame(i === 0 ? 1 : 9, 0, 1, Buffer.alloc(16_000))),
      "ENHANCE_YOUR_CALM",
    ],
    [
      "sends headers in too many pieces",
      [frames.begin(1), ...Array.from({ length: 64 }, () => frame(9, 0, 1, none))],
      "ENHANCE_YOUR_CALM",
    ],
    ["speaks of something else before settings", [], "PROTOCOL_ERROR"],
  ])("%s", async (what, sent, code) => {
    const isFirst = what.endsWith("before settings");
    const wire = isFirst ? openWire(echo, [preface, get]) : openWire(echo);
    wire.send(...sent, frames.get(9));
    const received = await wire.hear();
    expect(received.at(-1)).toMatch(new RegExp(`^GOAWAY \\d+ ${code}$`));
    expect([received.filter((text) => text.includes(" 9 ")), wire.state]).toEqual([[], "ended"]);
  });

  test("speaks another protocol", async () => {
    const wire = openWire(echo, [Buffer.from("GET / HTTP/1.1\r\n\r\n")]);
    expect([await wire.hear(), wire.state]).toEqual([["GOAWAY 0 PROTOCOL_ERROR"], "ended"]);
  });
});

describe("a stream ends, and no other, where a client", () => {
  const head = (...lines: Lines): Buffer => frames.headers(1, lines, endHeaders | endStream);
  const pseudo = requestLines("POST", "/body");
  const [method, scheme, path] = pseudo;
  test.each<[string, readonly Buffer[], string]>([
    ["names no method", [head(scheme, path)], "PROTOCOL_ERROR"],
    ["names no scheme", [head(method, path)], "PROTOCOL_ERROR"],
    ["names another scheme", [head(method, [":scheme", "ftp"], path)], "PROTOCOL_ERROR"],
    ["names no path", [head(method, scheme)], "PROTOCOL_ERROR"],
    ["names an empty path", [head(method, scheme, [":path", ""])], "PROTOCOL_ERROR"],
    ["names a path twice", [head(...pseudo, path)], "PROTOCOL_ERROR"],
    ["names what only a server does", [head(...pseudo, [":status", "200"])], "PROTOCOL_ERROR"],
    ["has an unknown pseudo-header", [head(...pseudo, [":x", "y"])], "PROTOCOL_ERROR"],
    ["names a path behind the rest", [head(method, scheme, ["x", "y"], path)], "PROTOCOL_ERROR"],
    ["speaks up", [head(...pseudo, ["X", "y"])], "PROTOCOL_ERROR"],
    ["has a name that is none", [head(...pseudo, ["x y", "y"])], "PROTOCOL_ERROR"],
    ["has no name", [head(...pseudo, ["", "y"])], "PROTOCOL_ERROR"],
    ["breaks a line", [head(...pseudo, ["x", "y\r\nz"])], "PROTOCOL_ERROR"],
    ["begins with a blank", [head(...pseudo, ["x", " y"])], "PROTOCOL_ERROR"],
    ["speaks of its connection", [head(...pseudo, ["connection", "close"])], "PROTOCOL_ERROR"],
    ["sends chunks", [head(...pseudo, ["transfer-encoding", "chunked"])], "PROTOCOL_ERROR"],
    ["takes other than trailers", [head(...pseudo, ["te", "gzip"])], "PROTOCOL_ERROR"],
    ["announces a body that does not come", [head(...pseudo, ["content-length", "1"])], "PROTOCOL_ERROR"],
    ["announces two lengths", [head(...pseudo, ["content-length", "0"], ["content-length", "1"])], "PROTOCOL_ERROR"],
    ["announces no number", [head(...pseudo, ["content-length", "x"])], "PROTOCOL_ERROR"],
    [
      "sends more than it announced",
      [frames.post(1, "/body", ["content-length", "1"]), frames.data(1, "xy")],
      "PROTOCOL_ERROR",
    ],
    [
      "sends less than it announced",
      [frames.post(1, "/body", ["content-length", "2"]), frames.data(1, "x", endStream)],
      "PROTOCOL_ERROR",
    ],
    ["has trailers that end nothing", [open, frames.headers(1, [["x", "y"]])], "PROTOCOL_ERROR"],
    ["has trailers that are none", [open, frames.headers(1, [path], 5)], "PROTOCOL_ERROR"],
    ["widens its window by nothing", [open, frames.window(1, 0)], "PROTOCOL_ERROR"],
    ["widens its window too far", [open, frames.window(1, 2 ** 31 - 65_535)], "FLOW_CONTROL_ERROR"],
    ["sends headers after its end", [get, get], "STREAM_CLOSED"],
    ["sends data after it reset it", [open, frames.reset(1), frames.data(1, "x")], "STREAM_CLOSED"],
    ["sends data after its end", [frames.get(1, "/later"), frames.data(1, "x")], "STREAM_CLOSED"],
    ["sends data after the end of all", [get, frames.data(1, "x"), frames.data(1, "x")], "STREAM_CLOSED"],
  ])("%s", async (_, sent, code) => {
    const wire = openWire((request) => (request.target === "/later" ? later().answer : echo(request)));
    wire.send(...sent, frames.get(9));
    const received = await wire.hear();
    expect(received.filter((text) => text.startsWith("RESET"))).toEqual([`RESET 1 ${code}`]);
    expect([received.filter((text) => text.startsWith("DATA 9")), wire.state]).toEqual([
      ["DATA 9 <GET /> END"],
      "open",
    ]);
  });

  test("continues to send unknown frames: they are ignored", async () => {
    const wire = openWire(echo);
    wire.send(cutOff);
    expect(await wire.hear()).toContain("RESET 1 NO_ERROR");
    wire.send(frames.data(1, "x"), frames.headers(1, [["x", "y"]], 5), frames.window(1, 5), frames.reset(1));
    expect([await wire.hear(), wire.state]).toEqual([[], "open"]);
  });

  test("has a body of another length than announced: the reader gets an error", async () => {
    const requested: unknown[] = [];
    const wire = openWire((request) =>
      request.readBody(100).then(
        (body) => ok(`${requested.push(body)}`),
        (error: unknown) => ok(`${requested.push(error)}`),
      ),
    );
    wire.send(frames.post(1, "/body", ["content-length", "2"]), frames.data(1, "x", endStream));
    await settle();
    expect(requested).toEqual([expect.any(ClientGoneError)]);
  });
});

describe("the end of a connection", () => {
  test("on request waits for responses, and its last stream is final", async () => {
    const answer = later();
    const wire = openWire(() => answer.answer);
    wire.send(frames.get(1));
    await wire.hear();
    wire.connection.shutDown();
    wire.send(frames.get(3));
    expect(await wire.hear()).toEqual(["GOAWAY 1 NO_ERROR", "RESET 3 REFUSED_STREAM"]);
    answer.give("yes");
    const received = await wire.hear();
    expect([received.slice(-2), wire.state]).toEqual([["DATA 1 yes END", "GOAWAY 1 NO_ERROR"], "ended"]);
  });

  test.each(["goes", "says so", "breaks off"])("by a client that %s aborts its requests", async (how) => {
    const aborted: string[] = [];
    const wire = openWire((request) => {
      request.signal.addEventListener("abort", () => aborted.push(request.target));
      return { status: 200, headers: [], body: { start: (writer) => writer.onClose(() => aborted.push("closed")) } };
    });
    wire.send(get);
    await wire.hear();
    if (how === "goes") wire.end();
    else if (how === "says so") wire.send(frames.reset(1));
    else wire.breakOff();
    await settle();
    expect(aborted).toEqual(["/", "closed"]);
  });

  test("is not caused by streams that end after their responses began, however many", async () => {
    const wire = openWire(() => ({ status: 200, headers: [], body: { start: () => undefined } }));
    for (let i = 0; i < 1_200; i += 10) {
      const ids = Array.from({ length: 10 }, (_, at) => 2 * (i + at) + 1);
      wire.send(...ids.map((id) => frames.get(id)));
      await settle();
      wire.send(...ids.map(frames.reset));
      await settle();
    }
    expect([(await wire.hear()).length, wire.state]).toEqual([1_200, "open"]);
  });

  test("by a flood of pings whose replies are not read", async () => {
    const wire = openWire(echo);
    await wire.hear();
    wire.reads.stop();
    for (let i = 0; i < 5_000; i++) wire.send(frames.ping());
    await settle();
    wire.reads.go();
    const received = await wire.hear();
    expect(received.at(-1)).toBe("GOAWAY 0 ENHANCE_YOUR_CALM");
  });
});
