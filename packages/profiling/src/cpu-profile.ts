import { type Clock, pause } from "@svc/base";
import { openInspector } from "./inspector.ts";
import { encodePprof, type Frame, type PprofSample } from "./pprof.ts";

/** A node of a profile of V8: one function in one calling context. */
interface CpuNode {
  readonly id: number;
  readonly callFrame: CallFrame;
  readonly children?: readonly number[];
  /** The number of samples of each line, lines from 1. */
  readonly positionTicks?: readonly { readonly line: number; readonly ticks: number }[];
}

/** A function in V8's profiles; lines from 0. */
export interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
}

/** As often as Go's profiles: 100 times a second. */
const intervalMicros = 10_000;

/** Of pprof, of the developer tools of browsers, or, of a heap, text to read. */
export type ProfileFormat = "pprof" | "devtools" | "text";

/** Options of a recording: its length and format. */
export interface RecordOptions {
  readonly ms: number;
  readonly signal: AbortSignal;
  readonly format: ProfileFormat;
}

/** Records a CPU profile of the main thread. */
export async function cpuProfile(clock: Clock, { ms, signal, format }: RecordOptions): Promise<Buffer> {
  using inspector = openInspector();
  await inspector.post("Profiler.enable");
  await inspector.post("Profiler.setSamplingInterval", { interval: intervalMicros });
  const startedMs = clock.now();
  await inspector.post("Profiler.start");
  await pause(clock, ms, { signal });
  const { profile } = (await inspector.post("Profiler.stop")) as { profile: { readonly nodes: readonly CpuNode[] } };
  if (format === "devtools") return Buffer.from(JSON.stringify(profile));
  return encodePprof({
    types: [
      { type: "samples", unit: "count" },
      { type: "cpu", unit: "nanoseconds" },
    ],
    samples: samplesOf(profile.nodes),
    periodType: { type: "cpu", unit: "nanoseconds" },
    period: intervalMicros * 1000,
    startedMs,
    durationMs: ms,
  });
}

/** Time in which the thread waits, and the root, are no part of the program. */
const outside: ReadonlySet<string> = new Set(["(root)", "(idle)", "(program)"]);

function samplesOf(nodes: readonly CpuNode[]): readonly PprofSample[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const samples: PprofSample[] = [];
  const [root] = nodes;
  const pending: { readonly node: CpuNode; readonly callers: readonly Frame[] }[] = [];
  if (root !== undefined) pending.push({ node: root, callers: [] });
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, callers } = next;
    const isOutside = outside.has(node.callFrame.functionName);
    for (const { line, ticks } of isOutside ? [] : (node.positionTicks ?? [])) {
      const stack = [frameOf(node.callFrame, line), ...callers];
      samples.push({ stack, values: [ticks, ticks * intervalMicros * 1000] });
    }
    const own = isOutside ? callers : [frameOf(node.callFrame), ...callers];
    for (const id of node.children ?? []) {
      const child = byId.get(id);
      if (child !== undefined) pending.push({ node: child, callers: own });
    }
  }
  return samples;
}

/** @param line that runs, from 1; the first of the function if unknown */
export function frameOf({ functionName, url, lineNumber }: CallFrame, line?: number): Frame {
  const startLine = lineNumber + 1;
  const file = url.replace(/^file:\/\//, "");
  return { name: functionName === "" ? "(anonymous)" : functionName, file, startLine, line: line ?? startLine };
}
