import fc from "fast-check";
import { expect, test } from "vitest";
import { type ReceivedResponse, ResponseReader } from "./response-reader.ts";

function read(pieces: readonly Buffer[], keepBytes = 1000): readonly (readonly [number, number, string])[] {
  const observed: ReceivedResponse[] = [];
  const reader = new ResponseReader({ keepBytes, onResponse: (response) => void observed.push(response) });
  for (const piece of pieces) reader.push(piece);
  return observed.map(({ status, bodyBytes, body }) => [status, bodyBytes, body.toString()]);
}

const cases: readonly { readonly name: string; readonly text: string; readonly want: ReturnType<typeof read> }[] = [
  {
    name: "a body with a length",
    text: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
    want: [[200, 5, "hello"]],
  },
  { name: "no body", text: "HTTP/1.1 304 Not Modified\r\nDate: x\r\n\r\n", want: [[304, 0, ""]] },
  { name: "an empty body", text: "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n", want: [[200, 0, ""]] },
  {
    name: "chunks",
    text: "HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n\r\nword\r\n0\r\n\r\n",
    want: [[201, 11, "hello\r\nword"]],
  },
  {
    name: "one response behind another",
    text: "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\naHTTP/1.1 409 Conflict\r\nContent-Length: 2\r\n\r\nbc",
    want: [
      [200, 1, "a"],
      [409, 2, "bc"],
    ],
  },
];

for (const { name, text, want } of cases) {
  test(`reads ${name}, in whatever pieces it arrives`, () => {
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 12 }), (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), text.length];
        const pieces = places.slice(1).map((end, i) => Buffer.from(text.slice(places[i], end)));
        expect(read(pieces.filter((piece) => piece.length > 0))).toEqual(want);
      }),
    );
  });
}

test("keeps the requested number of bytes of a body", () => {
  const [head, ...chunks] = ["HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n", "abc", "def", "gh"];
  const pieces = [head, ...chunks].map((text) => Buffer.from(text ?? ""));
  expect(read(pieces, 4)).toEqual([[200, 8, "abcd"]]);
  expect(read(pieces, 0)).toEqual([[200, 8, ""]]);
});

test("refuses bytes that are not a response", () => {
  expect(() => read([Buffer.from("SSH-2.0-server\r\n\r\n")])).toThrow("no response of HTTP/1.1");
});
