import { basename, dirname, join } from "node:path";
import type { Random } from "../../conformance/random.ts";
import { LockedError } from "../../errors.ts";
import type { Disk, DiskFile } from "../disk.ts";
import { createSimulatedFile, type SimulatedFile } from "./simulated-file.ts";

/** Faults from now on. */
export interface Faults {
  /** The number of bytes that the disk can hold. */
  capacity: number;
  /** Whatever would change something fails. */
  readOnly: boolean;
  /** The number of the next writes and flushes that fail; their data may or may not be stored. */
  failures: number;
  /** The number of operations until the power fails. */
  operationsLeft: number;
  /** Paths that may not be opened. */
  readonly forbidden: Set<string>;
}

/** A disk in memory that can fail, and that loses unsynced data at a power cut. */
export interface SimulatedDisk extends Disk {
  readonly faults: Faults;
  readonly operations: number;
  /**
   * A possible state of the disk after a power cut now: any part of the unsynced data may be
   * stored.
   */
  powerCut(random: Random): SimulatedDisk;
  /** Files by path, to inspect and damage. */
  contents(): ReadonlyMap<string, Buffer>;
}

type Names = Map<string, SimulatedFile>;

/** A rename or removal that is not durable yet. */
interface NameChange {
  readonly dir: string;
  apply(names: Names): void;
}

export class PowerFailure extends Error {}

export function createSimulatedDisk(durable: ReadonlyMap<string, SimulatedFile> = new Map()): SimulatedDisk {
  const names: Names = new Map(durable);
  const kept: Names = new Map(durable);
  let pending: NameChange[] = [];
  const locks = new Set<string>();
  const faults: Faults = {
    capacity: Number.POSITIVE_INFINITY,
    readOnly: false,
    failures: 0,
    operationsLeft: Number.POSITIVE_INFINITY,
    forbidden: new Set(),
  };
  let operations = 0;

  /** Runs before every operation; yields, so that other work runs in between. */
  async function operate(changes: boolean): Promise<void> {
    operations++;
    await new Promise((resolve) => setImmediate(resolve));
    if (faults.operationsLeft-- <= 0) throw new PowerFailure("the power failed");
    if (changes && faults.readOnly) throw diskError("EROFS", "read-only file system");
  }

  function rename(dir: string, change: (names: Names) => void): void {
    change(names);
    pending.push({ dir, apply: change });
  }

  const used = (): number => [...names.values()].reduce((sum, file) => sum + file.bytes().length, 0);

  function open(file: SimulatedFile, through: boolean): DiskFile {
    async function write(parts: readonly Uint8Array[], position: number): Promise<void> {
      await operate(true);
      const bytes = Buffer.concat(parts);
      const room = faults.capacity - used() - Math.max(0, position - file.bytes().length);
      const grows = Math.max(0, position + bytes.length - file.bytes().length);
      if (grows > room) {
        file.write(bytes.subarray(0, Math.max(0, bytes.length - grows + room)), position);
        throw diskError("ENOSPC", "no space left on device");
      }
      file.write(bytes, position);
      if (!through) return;
      // Between the write and its acknowledgement the power may fail, too.
      await operate(true);
      fail();
      file.sync();
    }
    function fail(): void {
      if (faults.failures <= 0) return;
      faults.failures--;
      file.failSync();
      throw diskError("EIO", "i/o error");
    }
    return {
      size: async () => file.bytes().length,
      async read(into, position) {
        await operate(false);
        const found = file.bytes().subarray(position, position + into.byteLength);
        into.set(found);
        return found.length;
      },
      write,
      async sync() {
        await operate(true);
        fail();
        file.sync();
      },
      async truncate(length) {
        await operate(true);
        file.truncate(length);
      },
      close: async () => undefined,
    };
  }

  return {
    faults,
    get operations() {
      return operations;
    },
    makeDirectory: () => operate(true),
    async list(dir) {
      await operate(false);
      return [...names.keys()].filter((path) => dirname(path) === dir).map((path) => basename(path));
    },
    async open(path, mode) {
      const creates = mode.startsWith("create");
      await operate(creates);
      if (faults.forbidden.has(path)) throw diskError("EACCES", `permission denied, open '${path}'`);
      let file = names.get(path);
      if (file === undefined) {
        if (!creates) throw diskError("ENOENT", `no such file, ${path}`);
        const made = createSimulatedFile();
        rename(dirname(path), (n) => n.set(path, made));
        file = made;
      } else if (creates) file.truncate(0);
      return open(file, mode.endsWith("-through"));
    },
    async rename(from, to) {
      await operate(true);
      const file = names.get(from);
      if (file === undefined) throw diskError("ENOENT", `no such file, ${from}`);
      rename(dirname(from), (n) => {
        n.delete(from);
        n.set(to, file);
      });
    },
    async remove(path) {
      await operate(true);
      rename(dirname(path), (n) => n.delete(path));
    },
    async syncDirectory(dir) {
      await operate(true);
      for (const change of pending) if (change.dir === dir) change.apply(kept);
      pending = pending.filter((change) => change.dir !== dir);
    },
    async lock(dir) {
      if (locks.has(dir)) throw new LockedError(`${dir} is open already`);
      locks.add(dir);
      return { release: async () => void locks.delete(dir) };
    },
    powerCut(random) {
      const left: Names = new Map(kept);
      for (const change of pending) if (random.chance(0.5)) change.apply(left);
      const files = new Map<SimulatedFile, SimulatedFile>();
      for (const file of new Set(left.values())) files.set(file, file.powerCut(random));
      return createSimulatedDisk(new Map([...left].map(([path, file]) => [path, files.get(file)!])));
    },
    contents: () => new Map([...names].map(([path, file]) => [join(path), file.bytes()])),
  };
}

function diskError(code: string, message: string): Error {
  return Object.assign(new Error(`${code}: ${message}`), { code });
}
