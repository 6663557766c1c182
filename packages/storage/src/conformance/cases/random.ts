import { runConcurrentHistory } from "../concurrent-history.ts";
import { runRandomOperations } from "../random-operations.ts";
import type { StorageCase } from "../storage-case.ts";

// A few seeds; `runRandomOperations` and `runConcurrentHistory` accept any other.
const seeds = [1, 2, 3];

export const randomCases: readonly StorageCase[] = [
  ...seeds.map(
    (seed): StorageCase => ({
      name: `random-operations-${seed}`,
      law: "serializable",
      run: (context) => runRandomOperations(context, { seed, steps: 300 }),
    }),
  ),
  ...seeds.map(
    (seed): StorageCase => ({
      name: `concurrent-history-${seed}`,
      law: "serializable",
      run: (context) => runConcurrentHistory(context, { seed, clients: 8, stepsPerClient: 30 }),
    }),
  ),
];
