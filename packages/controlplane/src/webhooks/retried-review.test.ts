import { type Clock, createManualClock } from "@svc/base";
import { expect, test } from "vitest";
import type { ReviewResponse } from "./post-review.ts";
import { retriedReview } from "./retried-review.ts";

function answer(status: number, retryAfter = ""): ReviewResponse {
  return { status, retryAfter, contentType: "", body: Buffer.alloc(0) };
}

const tooMany = Array<ReviewResponse>(12).fill(answer(429, "1"));

test.each([
  { name: "is overloaded", answers: [answer(429, "2"), answer(503, "1"), answer(200)], status: 200, waits: [2, 1] },
  { name: "names no time", answers: [answer(503), answer(200)], status: 503, waits: [] },
  { name: "names a date", answers: [answer(429, "soon"), answer(200)], status: 429, waits: [] },
  { name: "answers with a time", answers: [answer(200, "1"), answer(500)], status: 200, waits: [] },
  { name: "stays overloaded", answers: tooMany, status: 429, waits: Array<number>(10).fill(1) },
])("a webhook that $name is asked again after $waits s", async ({ answers, status, waits }) => {
  const left = [...answers];
  const waited: number[] = [];
  const clock: Clock = {
    ...createManualClock(),
    after: (ms, run) => {
      waited.push(ms / 1000);
      run();
      return { cancel: () => undefined };
    },
  };
  const send = async (): Promise<ReviewResponse> => left.shift() as ReviewResponse;
  const response = await retriedReview(send, { clock, signal: new AbortController().signal });
  expect([response.status, waited]).toEqual([status, waits]);
});

test("a webhook is not asked again once the time is over", async () => {
  const late = new AbortController();
  const send = async (): Promise<ReviewResponse> => {
    late.abort(new Error("over"));
    return answer(429, "60");
  };
  await expect(retriedReview(send, { clock: createManualClock(), signal: late.signal })).rejects.toThrow("over");
});
