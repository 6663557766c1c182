import { createManualClock } from "@svc/base";
import { createMetrics } from "@svc/metrics";
import { expect, test } from "vitest";
import { requestKindMeters } from "./request-kind-meters.ts";

test("requests count for as long as they are executed, whether they are counted at both ends or afterwards", async () => {
  const clock = createManualClock();
  const metrics = createMetrics();
  const meters = requestKindMeters(metrics, { clock, limits: { readOnly: 10, mutating: 10 } });
  const get = { verb: "get" };
  const execute = (ms: number): void => {
    const startedMs = clock.monotonic();
    clock.advance(ms);
    meters.executed(get, startedMs, clock.monotonic());
  };
  clock.advance(100);
  execute(20);
  clock.advance(30);
  meters.executing(get, 1, clock.monotonic());
  clock.advance(10);
  execute(40);
  meters.executing(get, -1, clock.monotonic());
  execute(5);
  clock.advance(7);
  const { body } = await metrics.expose("text");
  const series = body
    .toString()
    .split("\n")
    .filter((line) => /current_requests_(sum|count).*executing.*readOnly/.test(line));
  // 25 ms of 1 request alone, 10 ms of 1 and 40 ms of 2, of 212 ms.
  const name = "apiserver_flowcontrol_read_vs_write_current_requests";
  const labels = '{phase="executing",request_kind="readOnly"}';
  expect(series).toEqual([`${name}_sum${labels} 1.15e+07`, `${name}_count${labels} 2.12e+08`]);
});
