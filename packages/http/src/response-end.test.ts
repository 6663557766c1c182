import { expect, test } from "vitest";
import { startBody } from "./handler-error.ts";
import type { ResponseWriter } from "./http.ts";
import { type ResponseEnd, whenEnded } from "./response-end.ts";

interface Started {
  readonly end: ResponseEnd | undefined;
  readonly errors: readonly unknown[];
}

/** The end of a streamed response whose writer closes when it is ended or aborted. */
function started(start: (writer: ResponseWriter) => void): Started {
  let end: ResponseEnd | undefined;
  const errors: unknown[] = [];
  let close: (() => void) | undefined;
  const writer: ResponseWriter = {
    connection: {},
    write: () => true,
    onDrain: () => undefined,
    onClose: (callback) => {
      close = callback;
    },
    end: () => close?.(),
    abort: () => close?.(),
  };
  const { body } = whenEnded({ status: 200, headers: [], body: { start } }, (ended) => {
    end = ended;
  });
  if ("start" in body) startBody(body, writer, (error) => errors.push(error));
  return { end, errors };
}

const failure = new Error("no data");

test.each<{ name: string; start: (writer: ResponseWriter) => void; want: Started }>([
  {
    name: "that ends is finished",
    start: (writer) => {
      writer.write(Buffer.from("abc"));
      writer.end();
    },
    want: { end: { outcome: "finished", bytes: 3 }, errors: [] },
  },
  {
    name: "that its handler aborts is aborted",
    start: (writer) => writer.abort(),
    want: { end: { outcome: "aborted", bytes: 0 }, errors: [] },
  },
  {
    name: "that cannot be started is aborted",
    start: () => {
      throw failure;
    },
    want: { end: { outcome: "aborted", bytes: 0 }, errors: [failure] },
  },
])("a stream $name", ({ start, want }) => {
  expect(started(start)).toEqual(want);
});
