import type { Disk, OpenMode } from "./disk.ts";

const unflushedModes: Readonly<Partial<Record<OpenMode, OpenMode>>> = {
  "update-through": "update",
  "create-through": "create",
};

/** A disk that leaves the time of flushing to the system. */
export function withoutFlush(disk: Disk): Disk {
  const nothing = async (): Promise<void> => undefined;
  return {
    ...disk,
    open: async (path, mode) => ({ ...(await disk.open(path, unflushedModes[mode] ?? mode)), sync: nothing }),
    syncDirectory: nothing,
  };
}
