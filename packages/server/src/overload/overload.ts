import type { Clock } from "@svc/base";
import { BodyMemory } from "@svc/http";
import type { Metrics } from "@svc/metrics";
import type { ServerLimits } from "../request/limits.ts";
import type { Stage } from "../request/stage.ts";
import { DecodedMemory } from "./decoded-memory.ts";
import { longRunningStage } from "./long-running-requests.ts";
import { OpenPorts } from "./open-ports.ts";
import { ResponseMemory } from "./response-memory.ts";
import { WatchBacklog } from "./watch-backlog.ts";

/** The bounds of what clients can make a server hold. */
export interface Overload {
  /** Bounds of request bodies. */
  readonly bodyMemory: BodyMemory;
  /** Bounds of what bodies take once they are decoded. */
  readonly decodedMemory: DecodedMemory;
  /** Bounds of events that wait for watchers. */
  readonly backlog: WatchBacklog;
  /** Bounds open watches and connections; outside of stages that hold requests back. */
  readonly longRunning: Stage;
  /** Bounds large responses; next to the handlers. */
  readonly responses: Stage;
  /** The ports whose open connections are reported. */
  readonly ports: OpenPorts;
  /** Called for a connection that was closed immediately. */
  readonly onConnectionRefused: () => void;
}

interface OverloadDeps {
  readonly clock: Clock;
  readonly metrics: Metrics;
}

/** Creates the bounds, with metrics of memory in use and of refused requests. */
export function createOverload(limits: ServerLimits, { clock, metrics }: OverloadDeps): Overload {
  const refused = metrics.counter({
    name: "apiserver_overload_refusals_total",
    help: "Requests and connections that were refused, and watchers that were broken off, by the bound that was passed.",
    labels: ["bound"],
    stability: "ALPHA",
  });
  const onRefused = (bound: string): (() => void) => {
    const cell = refused(bound);
    return () => cell.add();
  };
  const bodyMemory = createBodyMemory(limits, onRefused("request_bodies"));
  const decodedMemory = createDecodedMemory(limits);
  const memory = new ResponseMemory({
    clock,
    maxBytes: limits.maxTotalResponseBytes,
    maxOwnerBytes: limits.maxUserResponseBytes ?? quarterOf(limits.maxTotalResponseBytes),
    onRefused: onRefused("response_bodies"),
  });
  const backlog = new WatchBacklog({
    clock,
    maxBytes: limits.maxTotalWatchBytes,
    maxOwnerBytes: limits.maxUserWatchBytes ?? quarterOf(limits.maxTotalWatchBytes),
    stallMs: limits.watchStallMs,
    onBrokenOff: onRefused("watch_events"),
  });
  metrics.collected({
    name: "apiserver_overload_held_bytes",
    help: "Bytes that clients make the server hold: bodies of requests, what they take once decoded (estimated), large responses, events of slow watchers.",
    labels: ["bound"],
    stability: "ALPHA",
    type: "gauge",
    collect: () => [
      { labels: { bound: "request_bodies" }, value: bodyMemory.heldBytes },
      { labels: { bound: "decoded_bodies" }, value: decodedMemory.heldBytes },
      { labels: { bound: "response_bodies" }, value: memory.heldBytes },
      { labels: { bound: "watch_events" }, value: backlog.heldBytes },
    ],
  });
  metrics.collected({
    name: "apiserver_overload_waiting_bodies",
    help: "Requests whose bodies wait to be decoded until others have ended.",
    stability: "ALPHA",
    type: "gauge",
    collect: () => [{ labels: {}, value: decodedMemory.waiting }],
  });
  metrics.collected({
    name: "apiserver_overload_lagging_watchers",
    help: "Watchers that read slower than events come.",
    stability: "ALPHA",
    type: "gauge",
    collect: () => [{ labels: {}, value: backlog.watchers }],
  });
  const ports = new OpenPorts();
  metrics.collected({
    name: "apiserver_open_connections",
    help: "Connections that clients have open.",
    stability: "ALPHA",
    type: "gauge",
    collect: () => [{ labels: {}, value: ports.connections }],
  });
  const longRunning = longRunningStage({
    maxRequests: limits.maxLongRunning,
    maxOwnerRequests: limits.maxUserLongRunning ?? quarterOf(limits.maxLongRunning),
    onRefused: onRefused("long_running"),
  });
  const onConnectionRefused = onRefused("connections");
  return { bodyMemory, decodedMemory, backlog, longRunning, responses: memory.stage, ports, onConnectionRefused };
}

const quarterOf = (bound: number): number => Math.floor(bound / 4);

/** A user may always send one body. */
function createBodyMemory(limits: ServerLimits, onRefused: () => void): BodyMemory {
  const { maxBodyBytes, maxTotalBodyBytes, maxUserBodyBytes } = limits;
  const maxOwnerBytes = maxUserBodyBytes ?? Math.max(maxBodyBytes, quarterOf(maxTotalBodyBytes));
  return new BodyMemory(maxTotalBodyBytes, { maxOwnerBytes, onRefused });
}

function createDecodedMemory({ maxTotalDecodedBytes: maxBytes, maxUserDecodedBytes }: ServerLimits): DecodedMemory {
  return new DecodedMemory({ maxBytes, maxOwnerBytes: maxUserDecodedBytes ?? quarterOf(maxBytes) });
}
