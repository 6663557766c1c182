/** Milliseconds that go on evenly, the same in all threads of all processes of this machine. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
