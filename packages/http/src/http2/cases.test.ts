import { describe, expect, test } from "vitest";
import type { Handler } from "../http.ts";
import { ok } from "../testing/http1-messages.ts";
import { http2Cases, prefaceCases } from "../testing/http2-cases.ts";
import { openWire, type Wire } from "../testing/http2-wire.ts";

const handler: Handler = (request) => request.readBody(20_000).then(() => ok("served"));
const ping = 6;
const settings = 4;
const acknowledged = 1;

/** The reactions of the server to what the client sent last, in the words of the cases. */
async function reactionsOf(wire: Wire): Promise<readonly string[]> {
  const received = await wire.receive();
  const reactions = received.map(({ type, flags, text }) => {
    if (type === ping && flags === acknowledged) return "acknowledges PING";
    if (type === settings && flags === acknowledged) return "acknowledges SETTINGS";
    return text
      .replace(/^HEADERS (\d+) :status=200.*$/, "serves $1")
      .replace(/^RESET /, "resets ")
      .replace(/^GOAWAY \d+ /, "closes ");
  });
  if (wire.state !== "open") expect(reactions.at(-1)).toMatch(/^closes /);
  return reactions;
}

describe("HTTP/2 on a connection", () => {
  test.each(http2Cases)("RFC 9113, %s: %s", async (_, __, sent, outcome) => {
    const wire = openWire(handler);
    await wire.take();
    wire.send(...sent);
    const reactions = await reactionsOf(wire);
    if (outcome === "ignores") expect(reactions).toEqual([]);
    else expect(reactions).toContain(outcome);
    expect(wire.state).toBe(outcome.startsWith("closes ") ? "ended" : "open");
  });
});

describe("the start of an HTTP/2 connection", () => {
  test.each(prefaceCases)("RFC 9113, %s: %s", async (_, __, sent, outcome) => {
    const wire = openWire(handler, sent);
    expect(await reactionsOf(wire)).toContain(outcome);
  });
});
