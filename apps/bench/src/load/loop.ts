import { openConnection } from "../client/connection.ts";
import type { ReceivedResponse } from "../client/response-reader.ts";
import { monotonicMs } from "../figures/clock.ts";
import { loopScenario } from "../loops/loop-scenarios.ts";
import type { LoopJob } from "./protocol.ts";
import type { Work } from "./work.ts";

/** Starts the closed loops of a worker, which run until the worker stops. */
export async function startLoops({ scenario: name, target, connections, run, items }: LoopJob): Promise<Work> {
  const scenario = loopScenario(name);
  const work: Work = { tally: undefined, stop: () => undefined };
  const opened = await Promise.all(
    connections.map(async (index) => {
      const context = { target, index, run, items };
      const lost = (error: Error): void => work.tally?.fail(`a connection was lost: ${error.message}`);
      const connection = await openConnection(target, { keepBytes: scenario.keepBytes ?? 0, onLost: lost });
      const next = scenario.source(context);
      let sentMs = 0;
      const done = (response: ReceivedResponse): void => {
        const nowMs = monotonicMs();
        const { status, bodyBytes } = response;
        if (status >= 300) work.tally?.fail(`an answer of ${status}`);
        else work.tally?.add(nowMs, { done: 1, bytes: bodyBytes, latencyMs: nowMs - sentMs });
        sendNext(response);
      };
      const sendNext = (last: ReceivedResponse | undefined): void => {
        const request = next(last);
        sentMs = monotonicMs();
        connection.send(request, done);
      };
      if (scenario.first === undefined) return { connection, begin: () => sendNext(undefined) };
      const made = await new Promise<ReceivedResponse>((resolve) => {
        connection.send((scenario.first as NonNullable<typeof scenario.first>)(context), resolve);
      });
      return { connection, begin: () => sendNext(made) };
    }),
  );
  for (const { begin } of opened) begin();
  work.stop = () => opened.forEach(({ connection }) => void connection.close());
  return work;
}
