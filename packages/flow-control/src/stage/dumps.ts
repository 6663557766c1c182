import { type Clock, formatDuration } from "@svc/base";
import type { HttpResponse } from "@svc/http";
import type { PathHandler } from "@svc/server";
import type { PriorityLevel } from "../levels/priority-level.ts";
import type { PriorityLevels } from "../levels/priority-levels.ts";
import { Queue } from "../queueing/queue.ts";
import type { Admitted, AdmittedTicket } from "./admitted.ts";

/** The first two segments of the paths of the dumps. */
export const dumpsPath = "debug/api_priority_and_fairness";

type Levels = PriorityLevels<Admitted>;
type Row = readonly string[];

/** Shows levels, queues and requests as tables, for people. */
export function dumpHandler(levels: Levels, clock: Pick<Clock, "monotonic" | "now">): PathHandler {
  return ({ info }) => {
    switch (info.path) {
      case `/${dumpsPath}/dump_priority_levels`:
        return tableResponse([levelColumns, ...levels.all().map(levelRow)]);
      case `/${dumpsPath}/dump_queues`:
        return tableResponse([queueColumns, ...levels.all().flatMap((level) => queueRows(level, clock.monotonic()))]);
      case `/${dumpsPath}/dump_requests`: {
        const details = (info.query.get("includeRequestDetails") ?? "") !== "";
        const columns = details ? [...requestColumns, ...detailColumns] : requestColumns;
        const offsetMs = clock.now() - clock.monotonic();
        return tableResponse([columns, ...levels.all().flatMap((level) => requestRows(level, { details, offsetMs }))]);
      }
      default:
        return undefined;
    }
  };
}

const levelColumns: Row = [
  "PriorityLevelName",
  "ActiveQueues",
  "IsIdle",
  "IsQuiescing",
  "WaitingRequests",
  "ExecutingRequests",
  "DispatchedRequests",
  "RejectedRequests",
  "TimedoutRequests",
  "CancelledRequests",
];

/** Requests that waited too long count as cancelled too, as in kube-apiserver 1.33. */
function levelRow({ name, queues, isQuiescing, dispatched, rejected, gaveUp }: PriorityLevel<Admitted>): Row {
  const active = [...queues.queues].filter(({ waiting }) => waiting.length > 0).length;
  const numbers = [queues.waiting, queues.executing, dispatched, rejected, 0, gaveUp];
  return [name, String(active), String(queues.isIdle), String(isQuiescing), ...numbers.map(String)];
}

const queueColumns: Row = [
  "PriorityLevelName",
  "Index",
  "PendingRequests",
  "ExecutingRequests",
  "SeatsInUse",
  "NextDispatchR",
  "InitialSeatsSum",
  "MaxSeatsSum",
  "TotalWorkSum",
];

/** Levels may have millions of queues; of those past the bound only active ones are shown. */
const maxIdleQueues = 10_000;

function queueRows({ name, queues }: PriorityLevel<Admitted>, nowMs: number): readonly Row[] {
  const shown = Array.from({ length: Math.min(queues.queueCount, maxIdleQueues) }, (_, at) => at);
  const beyond = [...queues.queues].map(({ index }) => index).filter((index) => index >= shown.length);
  return [...shown, ...beyond.sort((a, b) => a - b)].map((index) => {
    const queue = queues.queue(index) ?? new Queue<AdmittedTicket>(index, 0);
    const { seats, maxSeats, work } = queue.sums();
    return [
      name,
      ...[index, queue.waiting.length, queue.executing, queue.seatsInUse].map(String),
      seatSeconds(queue.virtualStart(nowMs)),
      String(seats),
      String(maxSeats),
      seatSeconds(work),
    ];
  });
}

function seatSeconds(seatMs: number): string {
  return `${(seatMs / 1000).toFixed(8)}ss`;
}

const requestColumns: Row = [
  "PriorityLevelName",
  "FlowSchemaName",
  "QueueIndex",
  "RequestIndexInQueue",
  "FlowDistingsher",
  "ArriveTime",
  "InitialSeats",
  "FinalSeats",
  "AdditionalLatency",
  "StartTime",
];

const detailColumns: Row = [
  "UserName",
  "Verb",
  "APIPath",
  "Namespace",
  "Name",
  "APIVersion",
  "Resource",
  "SubResource",
];

interface RequestRowOptions {
  readonly details: boolean;
  /** From the clock that never goes back to that of the calendar. */
  readonly offsetMs: number;
}

function requestRows(level: PriorityLevel<Admitted>, options: RequestRowOptions): readonly Row[] {
  const running = [...level.queues.running];
  const waiting = [...level.queues.queues].sort((a, b) => a.index - b.index).flatMap((queue) => queue.waiting);
  return [...waiting, ...running].map((ticket) => requestRow(level, ticket, options));
}

function requestRow(
  level: PriorityLevel<Admitted>,
  ticket: AdmittedTicket,
  { details, offsetMs }: RequestRowOptions,
): Row {
  const { distinguisher, flow, queue, work, payload } = ticket;
  const isRunning = ticket.state !== "waiting";
  const row = [
    level.name,
    flow.schema,
    String(queue?.index ?? -1),
    String(isRunning ? -1 : (queue?.waiting.indexOf(ticket) ?? -1)),
    distinguisher,
    time(offsetMs + ticket.arrivedMs),
    String(work.seats),
    String(work.finalSeats),
    formatDuration(BigInt(Math.round(work.finalMs * 1e6))),
    isRunning ? time(offsetMs + ticket.startedMs) : "0001-01-01T00:00:00Z",
  ];
  if (!details) return row;
  const { user, info } = payload.state;
  const apiVersion = info.isResource ? info.version : "";
  return [
    ...row,
    user.name,
    info.verb,
    info.path,
    info.namespace,
    info.name,
    apiVersion,
    info.resource,
    info.subresource,
  ].map(oneLine);
}

function time(ms: number): string {
  return new Date(ms).toISOString();
}

/** Names come from clients: they must not make lines or columns of their own. */
function oneLine(cell: string): string {
  return cell.replace(/[\p{Cc},]/gu, "?");
}

/**
 * Columns have the width of their longest cell; each cell but the last of a row ends with a comma.
 */
/** With the comma and the blank behind each value. */
const minColumnWidth = 8;

function tableResponse(rows: readonly Row[]): HttpResponse {
  const widths: number[] = [];
  for (const row of rows)
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? minColumnWidth, cell.length + 2);
  const lines = rows.map((row) =>
    row.map((cell, at) => (at === row.length - 1 ? cell : `${cell}, `.padEnd(widths[at] ?? 0))).join(""),
  );
  const headers = ["Content-Type", "text/plain; charset=utf-8"];
  return { status: 200, headers, body: Buffer.from(`${lines.join("\n")}\n`) };
}
