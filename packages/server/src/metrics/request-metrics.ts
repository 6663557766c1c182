import type { Clock } from "@svc/base";
import { byteLengthOf, isStream, type ResponseWriter, type StreamBody } from "@svc/http";
import type { Metrics } from "@svc/metrics";
import type { RequestObserver } from "../pipeline.ts";
import type { RequestState } from "../request-state.ts";
import { createRequestCells, type RequestCells } from "./request-cells.ts";
import { createHandles } from "./request-handles.ts";

/**
 * Counts requests, how long they take, and what they are answered with. Those that were not for
 * anything served are not counted.
 */
export function requestMetrics(metrics: Metrics, clock: Clock): RequestObserver {
  const cells = createRequestCells(metrics);
  const handleOf = createHandles(cells);
  const { readOnly, mutating } = cells.inflight;
  const inflightOf = ({ info: { method } }: RequestState): RequestCells["inflight"]["readOnly"] =>
    method === "GET" || method === "HEAD" ? readOnly : mutating;
  return {
    begun: (state) => inflightOf(state).add(1),
    answered: (state, answer) => {
      inflightOf(state).add(-1);
      const handle = handleOf(state);
      if (handle === undefined) return answer;
      const finish = (bytes: number): void =>
        handle.finished(answer.status, (clock.monotonic() - state.startedMs) / 1000, bytes);
      const { body } = answer;
      if (state.bodyBytes !== undefined) handle.received(state.bodyBytes);
      if (!isStream(body)) {
        finish(byteLengthOf(body));
        return answer;
      }
      return { ...answer, body: measured(body, handle.longRunning, finish) };
    },
  };
}

/** Streams count while they run, and as answered when they end. */
function measured(
  body: StreamBody,
  running: { add(amount: number): void },
  finish: (bytes: number) => void,
): StreamBody {
  return {
    start: (writer) => {
      let bytes = 0;
      running.add(1);
      writer.onClose(() => {
        running.add(-1);
        finish(bytes);
      });
      const counting: ResponseWriter = {
        connection: writer.connection,
        write: (chunk) => {
          bytes += chunk.length;
          return writer.write(chunk);
        },
        onDrain: (callback) => writer.onDrain(callback),
        onClose: (callback) => writer.onClose(callback),
        end: () => writer.end(),
        abort: () => writer.abort(),
      };
      body.start(counting);
    },
  };
}
