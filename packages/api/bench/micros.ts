const warmUpMicros = 1_500_000;
const measuredMicros = 1_500_000;

/**
 * Time of the processor for each act, which others on the machine change little, once the code is
 * warm.
 */
export function microsOf(act: () => unknown): number {
  return microsByTurns({ act }).act;
}

/**
 * The same of several acts by turns: what one does to the processor's caches, and the garbage that
 * it leaves, the others feel as they would in a server, and a bad moment of the machine is shared.
 */
export function microsByTurns<Name extends string>(acts: Readonly<Record<Name, () => unknown>>): Record<Name, number> {
  spend(acts, warmUpMicros);
  return spend(acts, measuredMicros);
}

/** How often each is done before it is the next one's turn. */
export const actsInTurn = 8;

function spend<Name extends string>(
  acts: Readonly<Record<Name, () => unknown>>,
  atLeastMicros: number,
): Record<Name, number> {
  const entries = Object.entries<() => unknown>(acts) as [Name, () => unknown][];
  const spent = Object.fromEntries(entries.map(([name]) => [name, 0])) as Record<Name, number>;
  let count = 0;
  for (let total = 0; total < atLeastMicros; count += actsInTurn) {
    for (const [name, act] of entries) {
      const start = process.cpuUsage();
      for (let i = 0; i < actsInTurn; i++) act();
      const { user, system } = process.cpuUsage(start);
      spent[name] += user + system;
      total += user + system;
    }
  }
  for (const [name] of entries) spent[name] /= count;
  return spent;
}
