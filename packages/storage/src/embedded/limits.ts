/** A segment is closed, and the next one begun, when it would grow beyond this. */
export const defaultSegmentBytes: number = 32 * 1024 * 1024;
/**
 * So many bytes of the newest changes are kept in memory, for watches that fall back a little and
 * for reads.
 */
export const defaultRecentBytes: number = 1024 * 1024;
/** So many bytes of commits may wait for the disk before more are refused. */
export const defaultPendingBytes: number = 64 * 1024 * 1024;
