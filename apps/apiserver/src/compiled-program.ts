import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
// Default exports: earlier versions of Node fail on names they do not have before `main.ts` can
// report which version is required.
import vm from "node:vm";
import zlib from "node:zlib";

/** A program that is one file of CommonJS. */
export interface CompiledProgram<T> {
  /** The exports of the program, which ran on loading. */
  readonly exports: T;
  /**
   * Writes the code that V8 has compiled so far beside the program, for the next start. Does
   * nothing if the file exists, or the directory is not writable.
   */
  keep(): void;
}

interface Kept {
  readonly source: number;
  readonly compiled: Buffer;
  /** The whole cache file, which `compiled` is a part of. */
  readonly file: Buffer;
}

/**
 * Loads a program with its cached compiled code. The module cache of Node contains only code that
 * was compiled before the first line ran, so each start would compile the functions that it calls.
 * @param file a program in ASCII only
 */
export function loadProgram<T>(file: string): CompiledProgram<T> {
  const bytes = readFileSync(file);
  const source = zlib.crc32(bytes);
  const cache = `${file}.cache`;
  const kept = readKept(cache);
  // V8 itself looks at no more of the source than its length.
  const cachedData = kept?.source === source ? kept.compiled : undefined;
  const script = new vm.Script(head + bytes.toString("latin1") + tail, {
    filename: file,
    columnOffset: -head.length,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  // V8 rejects a cache of another version or other flags.
  const isKept = cachedData !== undefined && script.cachedDataRejected !== true;
  // Both are in V8's heap now. An idle server seldom collects garbage: without this they would stay
  // in memory.
  releaseMemory(bytes);
  if (kept !== undefined) releaseMemory(kept.file);
  const module = { exports: {} as T };
  const run = script.runInThisContext() as (...of: unknown[]) => void;
  run(module.exports, createRequire(file), module, file, dirname(file));
  return {
    get exports() {
      return module.exports;
    },
    keep: () => {
      if (!isKept) writeKept(cache, { source, compiled: script.createCachedData() });
    },
  };
}

const head = "(function(exports,require,module,__filename,__dirname){";
const tail = "\n})";

/** Checksums of the program and of its compiled code, four bytes each. */
const headerBytes = 8;

function readKept(cache: string): Kept | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(cache);
  } catch {
    // The first start.
    return undefined;
  }
  const compiled = bytes.subarray(headerBytes);
  if (bytes.length < headerBytes || bytes.readUInt32LE(4) !== zlib.crc32(compiled)) return undefined;
  return { source: bytes.readUInt32LE(0), compiled, file: bytes };
}

/**
 * Frees the memory of a file's content immediately, unless the content is so small that it is in
 * Node's shared pool. Node 20 leaves it to the garbage collector.
 */
function releaseMemory({ buffer, length }: Buffer): void {
  const { transfer }: { readonly transfer?: ArrayBuffer["transfer"] } = buffer as ArrayBuffer;
  if (buffer.byteLength === length) transfer?.call(buffer as ArrayBuffer, 0);
}

function writeKept(cache: string, { source, compiled }: Omit<Kept, "file">): void {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32LE(source, 0);
  header.writeUInt32LE(zlib.crc32(compiled), 4);
  const written = `${cache}.${process.pid}`;
  try {
    writeFileSync(written, Buffer.concat([header, compiled]));
    renameSync(written, cache);
  } catch {
    // A directory of another user, or a full disk: the next start takes as long as this one.
    removeIfPossible(written);
  }
}

/** At worst an unused file remains: no reason to end a server. */
function removeIfPossible(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The disk has become read-only since the check.
  }
}
