/** CPU time for which one request may hold the event loop, on a machine of the speed below. */
export const maxTurnMs = 100;

/** CPU time that such a machine takes to parse 100,000 members. */
const referenceMs = 20;

const referenceText = JSON.stringify(
  Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`member${i}`, "v"])),
);

/** The present slowness of this machine, as a factor of its unloaded speed. */
export function slowness(): number {
  const times = Array.from({ length: 5 }, () => {
    const before = process.threadCpuUsage();
    JSON.parse(referenceText);
    const after = process.threadCpuUsage(before);
    return (after.user + after.system) / 1000;
  }).sort((a, b) => a - b);
  return Math.max(1, (times[2] ?? 0) / referenceMs);
}
