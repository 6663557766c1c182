import { expect, test } from "vitest";
import { responseProblem } from "./response-problem.ts";

const text = "text/plain";
const cases: readonly { status: number; contentType: string; body: string; want: string | undefined }[] = [
  { status: 200, contentType: "application/json", body: "{}", want: undefined },
  { status: 206, contentType: "", body: "", want: undefined },
  { status: 200, contentType: "bad;;", body: "", want: "Internal error occurred: mime: invalid media parameter" },
  { status: 200, contentType: 'text/html; charset="utf-8"', body: "", want: undefined },
  { status: 403, contentType: text, body: " no \n", want: "no" },
  { status: 403, contentType: "application/json", body: "no", want: "unknown" },
  {
    status: 406,
    contentType: "application/json",
    body: "no",
    want: "the server was unable to respond with a content type that the client supports",
  },
  { status: 415, contentType: "", body: "never", want: "never" },
  {
    status: 500,
    contentType: text,
    body: " \n",
    want: 'an error on the server ("") has prevented the request from succeeding',
  },
  {
    status: 422,
    contentType: text,
    body: "x",
    want: "the server rejected our request due to an error in our request",
  },
  {
    status: 500,
    contentType: text,
    body: "x".repeat(3000),
    want: `an error on the server ("${"x".repeat(2048)}") has prevented the request from succeeding`,
  },
  {
    status: 500,
    contentType: "application/json",
    body: "{}",
    want: 'an error on the server ("unknown") has prevented the request from succeeding',
  },
  {
    status: 418,
    contentType: text,
    body: "x",
    want: "the server responded with the status code 418 but did not return more information",
  },
  { status: 500, contentType: text, body: '{"kind":"Status","status":"Failure","message":"why"}', want: "why" },
];

test.each(cases)("a response $status of type '$contentType' is $want", ({ body, want, ...answer }) =>
  expect(responseProblem({ ...answer, body: Buffer.from(body) })).toBe(want),
);
