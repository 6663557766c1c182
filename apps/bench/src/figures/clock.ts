/** Monotonic milliseconds, the same in all threads and processes of this machine. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
