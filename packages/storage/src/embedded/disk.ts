/**
 * The file system operations that the store needs. Tests provide a disk that fills up, fails, or
 * loses unflushed data at a power cut.
 */
export interface Disk {
  /** Creates a directory with its parents; an existing one is no error. */
  makeDirectory(path: string): Promise<void>;
  /** Names of the files in a directory; undefined when the directory does not exist. */
  list(path: string): Promise<readonly string[] | undefined>;
  open(path: string, mode: OpenMode): Promise<DiskFile>;
  rename(from: string, to: string): Promise<void>;
  /** Removes a file; an absent one is no error. */
  remove(path: string): Promise<void>;
  /** Makes creations, renames and removals in the directory durable. */
  syncDirectory(path: string): Promise<void>;
  /**
   * Locks a directory for this store until it is released or the process ends in any way.
   * @throws {LockedError} when another store holds the lock
   */
  lock(path: string): Promise<DirectoryLock>;
}

/** A lock on a directory. */
export interface DirectoryLock {
  release(): Promise<void>;
}

/**
 * `read`: an existing file. `update`: an existing file, to read and write. `create`: a new or
 * emptied file. Modes with `-through` make every write durable before it resolves.
 */
export type OpenMode = "read" | "update" | "create" | "update-through" | "create-through";

/** An open file. */
export interface DiskFile {
  size(): Promise<number>;
  /** Reads until the array is full or the file ends; returns the number of bytes read. */
  read(into: Uint8Array, position: number): Promise<number>;
  /** Writes all parts one after the other. */
  write(parts: readonly Uint8Array[], position: number): Promise<void>;
  /** Makes content and length durable. */
  sync(): Promise<void>;
  truncate(length: number): Promise<void>;
  close(): Promise<void>;
}

/** Reads a file from `from` to `to`, or to its end if that comes first. */
export async function readPart(
  file: DiskFile,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<Buffer> {
  const part = Buffer.allocUnsafeSlow(Math.max(0, to - from));
  return part.subarray(0, await file.read(part, from));
}
