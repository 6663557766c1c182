import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { echo, exchange } from "../testing/http1-messages.ts";

interface Corpus {
  readonly cases: readonly { readonly name: string; readonly lines: readonly string[]; readonly body: string }[];
}
const { cases } = JSON.parse(readFileSync(new URL("../../testdata/smuggling.json", import.meta.url), "utf8")) as Corpus;
/** A request that must never be read out of the body, or the rest, of the one before. */
const smuggled = "GET /smuggled HTTP/1.1\r\nHost: h\r\n\r\n";
const requestOf = ({ lines, body }: Corpus["cases"][number]): string =>
  [`POST /body HTTP/1.1`, "Host: h", ...lines, "", body].join("\r\n") + smuggled;

const nodeTargets: string[] = [];
const node = createServer((request, response) => {
  request.resume();
  request.once("end", () => {
    nodeTargets.push(request.url ?? "");
    response.end();
  });
});
beforeAll(() => new Promise<void>((resolve) => node.listen(0, "127.0.0.1", resolve)));
afterAll(() => void node.close());

/** The requests that Node reads out of the same bytes. */
async function targetsOfNode(bytes: string): Promise<readonly string[]> {
  nodeTargets.length = 0;
  const socket = connect((node.address() as AddressInfo).port, "127.0.0.1");
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.on("error", () => undefined);
  socket.resume();
  socket.end(bytes, "latin1");
  await closed;
  return [...nodeTargets];
}

describe("smuggled requests", () => {
  test.each(cases)("$name is refused, and nothing after it is read", async (each) => {
    const { answers, state } = await exchange(echo, requestOf(each));
    expect(answers.join("\n")).not.toContain("/smuggled");
    expect(answers.at(-1)).toMatch(/^(400|501) /);
    expect(state).not.toBe("open");
  });

  test.each(cases)("$name: is read as Node's parser reads it", async (each) => {
    const bytes = requestOf(each);
    const { answers } = await exchange(echo, bytes);
    const ours = answers.filter((answer) => answer.startsWith("200 ")).length;
    expect((await targetsOfNode(bytes)).length).toBeGreaterThanOrEqual(ours);
  });
});
