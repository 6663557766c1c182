import { expect, test } from "vitest";
import { announcedLength, isBodiless } from "./content-length.ts";
import type { HttpResponse } from "./http.ts";

const hello = Buffer.from("hello");
const empty = Buffer.alloc(0);
const stream = { start: () => undefined };

test.each<[string, number, HttpResponse["body"], { readonly bodiless: boolean; readonly length: number | undefined }]>([
  ["GET", 200, hello, { bodiless: false, length: 5 }],
  ["GET", 200, [hello, empty, hello], { bodiless: false, length: 10 }],
  ["GET", 200, empty, { bodiless: false, length: 0 }],
  ["GET", 200, stream, { bodiless: false, length: undefined }],
  // As long as it would have been, where that is known.
  ["HEAD", 200, hello, { bodiless: true, length: 5 }],
  ["HEAD", 200, empty, { bodiless: true, length: undefined }],
  ["HEAD", 200, stream, { bodiless: true, length: undefined }],
  ["GET", 304, hello, { bodiless: true, length: 5 }],
  ["GET", 304, [], { bodiless: true, length: undefined }],
  // It never has one.
  ["GET", 204, hello, { bodiless: true, length: undefined }],
  ["HEAD", 204, hello, { bodiless: true, length: undefined }],
])("%s %d %j", (method, status, body, want) => {
  const bodiless = isBodiless(method, status);
  expect({ bodiless, length: announcedLength({ status, headers: [], body }, bodiless) }).toEqual(want);
});
