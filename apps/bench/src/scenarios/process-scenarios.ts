import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { residentBytes } from "../figures/process-figures.ts";
import { configMap, configMapsOf, itemName, namespaces } from "../objects/objects.ts";
import { fill, makeNamespace } from "../objects/prepare.ts";
import type { ServerProgram } from "../servers/server.ts";

interface StartFigures {
  readonly scenario: "start";
  readonly server: string;
  /** From exec to ready, nothing stored. */
  readonly readyMs: number;
}

export async function measureStart(program: ServerProgram): Promise<StartFigures> {
  return inFolder(async (dir) => {
    const server = await program.start(dir);
    await server.stop();
    return { scenario: "start", server: program.name, readyMs: server.startMs };
  });
}

interface MemoryFigures {
  readonly scenario: "memory";
  readonly server: string;
  readonly objects: number;
  readonly idleMegabytes: number;
  readonly filledMegabytes: number;
  readonly bytesPerObject: number;
}

interface MemoryOptions {
  readonly objects: number;
  /** The idle time of the server before it is measured. */
  readonly restMs: number;
}

/** Memory of a server at rest, and after so many objects of 1 KB. */
export async function measureMemory(
  program: ServerProgram,
  { objects, restMs }: MemoryOptions,
): Promise<MemoryFigures> {
  return inFolder(async (dir) => {
    const { admin, pids, stop } = await program.start(dir);
    try {
      await makeNamespace(admin, namespaces.memory);
      await rest(restMs);
      const idle = residentBytes(pids);
      const body = (i: number): string => configMap(itemName(i), { bytes: 1024 });
      await fill(admin, { path: configMapsOf(namespaces.memory), count: objects, body });
      await rest(restMs);
      const filled = residentBytes(pids);
      return {
        scenario: "memory",
        server: program.name,
        objects,
        idleMegabytes: idle / 1e6,
        filledMegabytes: filled / 1e6,
        bytesPerObject: (filled - idle) / objects,
      };
    } finally {
      await stop();
    }
  });
}

/** A folder for as long as something needs it. */
export async function inFolder<T>(work: (dir: string) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), "bench-"));
  try {
    return await work(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Waits while a server does what it does at rest. */
export function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
