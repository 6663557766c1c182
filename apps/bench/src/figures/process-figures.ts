import { readdirSync, readFileSync } from "node:fs";

/** Figures of a process, from the system. */
interface ProcessStat {
  readonly parent: number;
  /** User and system time, in ticks. */
  readonly ticks: number;
}

/** Ticks of `/proc` are hundredths of a second, whatever the kernel counts in. */
const ticksPerMs = 0.1;

/**
 * `/proc/PID/stat`: the name may hold anything, so fields count from behind its closing
 * parenthesis.
 */
export function parseStat(text: string): ProcessStat {
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
}

/** The resident set of `/proc/PID/status`, in bytes. */
export function parseResident(text: string): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1] ?? Number.NaN) * 1024;
}

/** The processes and all that they started. */
export function withDescendants(roots: readonly number[], parents: ReadonlyMap<number, number>): readonly number[] {
  const found = new Set(roots);
  let grew = true;
  while (grew) {
    grew = false;
    for (const [pid, parent] of parents) {
      if (found.has(pid) || !found.has(parent)) continue;
      found.add(pid);
      grew = true;
    }
  }
  return [...found];
}

/** CPU that processes and their descendants have used up to now, in milliseconds. */
export function cpuMs(roots: readonly number[]): number {
  const stats = new Map<number, ProcessStat>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const text = readIfThere(`/proc/${name}/stat`);
    if (text !== undefined) stats.set(Number(name), parseStat(text));
  }
  const parents = new Map([...stats].map(([pid, { parent }]) => [pid, parent]));
  let ticks = 0;
  for (const pid of withDescendants(roots, parents)) ticks += stats.get(pid)?.ticks ?? 0;
  return ticks / ticksPerMs;
}

/** Memory that processes hold, in bytes. */
export function residentBytes(pids: readonly number[]): number {
  let bytes = 0;
  for (const pid of pids) {
    const text = readIfThere(`/proc/${pid}/status`);
    if (text !== undefined) bytes += parseResident(text);
  }
  return bytes;
}

/** Processes come and go while they are looked at. */
function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ESRCH") return undefined;
    throw error;
  }
}
