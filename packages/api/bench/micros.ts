const warmUpMicros = 1_500_000;
const measuredMicros = 500_000;

/** Time of the processor for each act, which others on the machine change little, once the code is warm. */
export function microsOf(act: () => unknown): number {
  spend(act, warmUpMicros);
  return spend(act, measuredMicros);
}

function spend(act: () => unknown, atLeastMicros: number): number {
  const start = process.cpuUsage();
  for (let rounds = 1; ; rounds++) {
    act();
    if (rounds % 32 !== 0) continue;
    const { user, system } = process.cpuUsage(start);
    if (user + system >= atLeastMicros) return (user + system) / rounds;
  }
}
