/** Size at which a segment is closed and the next one started. */
export const defaultSegmentBytes: number = 32 * 1024 * 1024;
/**
 * Bytes of the newest changes that stay in memory, for reads and for watches that are slightly
 * behind.
 */
export const defaultRecentBytes: number = 1024 * 1024;
/** Most bytes of commits that may wait for the disk; further commits are rejected. */
export const defaultPendingBytes: number = 64 * 1024 * 1024;
