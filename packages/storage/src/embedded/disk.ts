/**
 * All that the store asks of a file system. It is a seam: tests put a disk there that fills up,
 * fails, or forgets at a power cut what was not made durable.
 */
export interface Disk {
  /** With its parents; one that exists is fine. */
  makeDirectory(path: string): Promise<void>;
  /** Names of the files in a directory; undefined when there is no such directory. */
  list(path: string): Promise<readonly string[] | undefined>;
  open(path: string, mode: OpenMode): Promise<DiskFile>;
  rename(from: string, to: string): Promise<void>;
  /** One that is absent is fine. */
  remove(path: string): Promise<void>;
  /** Makes creations, renames and removals in the directory durable. */
  syncDirectory(path: string): Promise<void>;
  /**
   * Takes a directory for this store alone, until it is released or the process ends, however it
   * ends.
   * @throws {LockedError} when somebody has it
   */
  lock(path: string): Promise<DirectoryLock>;
}

export interface DirectoryLock {
  release(): Promise<void>;
}

/**
 * `read`: an existing file. `update`: the same, to write too. `create`: a new file, or an existing
 * one emptied. The `-through` modes make every write durable before it resolves.
 */
export type OpenMode = "read" | "update" | "create" | "update-through" | "create-through";

export interface DiskFile {
  size(): Promise<number>;
  /** Reads until the array is full or the file ends, and says how many bytes it read. */
  read(into: Uint8Array, position: number): Promise<number>;
  /** Writes all bytes of all parts, one after the other. */
  write(parts: readonly Uint8Array[], position: number): Promise<void>;
  /** Makes the content and its length durable. */
  sync(): Promise<void>;
  truncate(length: number): Promise<void>;
  close(): Promise<void>;
}

/** The part of a file from `from` to `to`, or what there is of it. */
export async function readPart(
  file: DiskFile,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<Buffer> {
  const part = Buffer.allocUnsafeSlow(Math.max(0, to - from));
  return part.subarray(0, await file.read(part, from));
}
