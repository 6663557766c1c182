import { type Clock, pause } from "@svc/base";
import { type CallFrame, frameOf, type RecordOptions } from "./cpu-profile.ts";
import { openInspector } from "./inspector.ts";
import { encodePprof, type Frame, type PprofSample } from "./pprof.ts";

interface HeapNode {
  readonly id: number;
  readonly callFrame: CallFrame;
  readonly children: readonly HeapNode[];
}

/** Objects of one size that one node allocated; counts are estimates for all, not the sampled. */
interface HeapSample {
  readonly size: number;
  readonly nodeId: number;
}

interface SamplingHeapProfile {
  readonly head: HeapNode;
  readonly samples: readonly HeapSample[];
}

/** Options of a heap profile. */
interface HeapProfileOptions extends RecordOptions {
  /** True if objects that have been collected since count: `alloc` instead of `inuse`. */
  readonly includeCollected: boolean;
}

/** About one sample per this many allocated bytes. */
const intervalBytes = 64 * 1024;

/** The allocations of the main thread for a while, by call site. */
export async function heapProfile(
  clock: Clock,
  { ms, signal, format, includeCollected }: HeapProfileOptions,
): Promise<Buffer> {
  using inspector = openInspector();
  await inspector.post("HeapProfiler.enable");
  const startedMs = clock.now();
  await inspector.post("HeapProfiler.startSampling", {
    samplingInterval: intervalBytes,
    includeObjectsCollectedByMajorGC: includeCollected,
    includeObjectsCollectedByMinorGC: includeCollected,
  });
  await pause(clock, ms, { signal });
  const { profile } = (await inspector.post("HeapProfiler.stopSampling")) as { profile: SamplingHeapProfile };
  if (format === "devtools") return Buffer.from(JSON.stringify(profile));
  if (format === "text") return Buffer.from(heapText(samplesOf(profile), includeCollected));
  const kind = includeCollected ? "alloc" : "inuse";
  return encodePprof({
    types: [
      { type: `${kind}_objects`, unit: "count" },
      { type: `${kind}_space`, unit: "bytes" },
    ],
    samples: samplesOf(profile),
    periodType: { type: "space", unit: "bytes" },
    period: intervalBytes,
    startedMs,
    durationMs: ms,
  });
}

function samplesOf({ head, samples }: SamplingHeapProfile): readonly PprofSample[] {
  const byNode = new Map<number, { objects: number; bytes: number }>();
  for (const { size, nodeId } of samples) {
    const sum = byNode.get(nodeId) ?? { objects: 0, bytes: 0 };
    byNode.set(nodeId, sum);
    // An object of this size is sampled with this probability.
    const probability = 1 - Math.exp(-size / intervalBytes);
    sum.objects += 1 / probability;
    sum.bytes += size / probability;
  }
  const found: PprofSample[] = [];
  const pending: { readonly node: HeapNode; readonly callers: readonly Frame[] }[] = [{ node: head, callers: [] }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, callers } = next;
    const stack = node === head ? callers : [frameOf(node.callFrame), ...callers];
    const sum = byNode.get(node.id);
    if (sum !== undefined && stack.length > 0) found.push({ stack, values: [sum.objects, sum.bytes] });
    for (const child of node.children) pending.push({ node: child, callers: stack });
  }
  return found;
}

/**
 * The text form of heap profiles: objects and bytes in use, in brackets the allocated ones,
 * and the calls that lead there. Largest first.
 */
function heapText(samples: readonly PprofSample[], includeCollected: boolean): string {
  const amounts = (objects: number, bytes: number): string => {
    const allocated = `${Math.round(objects)}: ${Math.round(bytes)}`;
    return `${includeCollected ? "0: 0" : allocated} [${allocated}]`;
  };
  const sorted = [...samples].sort(({ values: [, a = 0] }, { values: [, b = 0] }) => b - a);
  const sum = (at: number): number => sorted.reduce((total, { values }) => total + (values[at] ?? 0), 0);
  const lines = sorted.flatMap(({ stack, values: [objects = 0, bytes = 0] }) => [
    `${amounts(objects, bytes)} @`,
    ...stack.map(({ name, file, line }) => `#\t${name}\t${file}:${line}`),
    "",
  ]);
  return `${[`heap profile: ${amounts(sum(0), sum(1))} @ heap/${intervalBytes}`, ...lines].join("\n")}\n`;
}
