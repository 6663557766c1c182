import {
  aFunction,
  aNonNegativeNumber,
  aString,
  checkArgument,
  optional,
  optionsOf,
  recordOf,
  withMethods,
} from "@svc/base/check";
import { registerCases, type SuiteOptions } from "@svc/base/conformance";
import { commitCases } from "./cases/commit.ts";
import { compactCases } from "./cases/compact.ts";
import { expireCases } from "./cases/expire.ts";
import { randomCases } from "./cases/random.ts";
import { readCases } from "./cases/read.ts";
import { reopenCases } from "./cases/reopen.ts";
import { watchCases } from "./cases/watch.ts";
import type { StorageCase, StorageUnderTest } from "./storage-case.ts";

/** Every case, in the order in which they are best read. */
export const storageCases: readonly StorageCase[] = [
  ...commitCases,
  ...readCases,
  ...watchCases,
  ...compactCases,
  ...expireCases,
  ...reopenCases,
  ...randomCases,
];

/** Options of `testStorage`. */
export interface StorageSuiteOptions extends SuiteOptions {
  /** Opens an empty store, for one case. */
  readonly open: () => Promise<StorageUnderTest>;
  /** Real milliseconds that a case waits for an expected event. @default 5000 */
  readonly patienceMs?: number;
}

const storageSuiteOptions = optionsOf<StorageSuiteOptions>({
  open: aFunction,
  test: aFunction,
  knownFailures: optional(recordOf(aString)),
  patienceMs: optional(aNonNegativeNumber),
});

/** Registers one test for each case. @throws {TypeError} for a wrong argument */
export function testStorage(options: StorageSuiteOptions): void {
  checkArgument("testStorage: options", options, storageSuiteOptions);
  const { open, patienceMs = 5000 } = options;
  registerCases(storageCases, options, (storageCase) => runStorageCase(storageCase, { open, patienceMs }));
}

const runStorageCaseOptions = optionsOf<Pick<StorageSuiteOptions, "open" | "patienceMs">>({
  open: aFunction,
  patienceMs: optional(aNonNegativeNumber),
});

const expectedStorageCase = withMethods("a StorageCase of @svc/storage", "run");

/**
 * Runs one case on its own store. Resolves with the error, if any.
 * @throws {TypeError} for a wrong argument
 */
export async function runStorageCase(
  storageCase: StorageCase,
  options: Pick<StorageSuiteOptions, "open" | "patienceMs">,
): Promise<Error | undefined> {
  checkArgument("runStorageCase: storageCase", storageCase, expectedStorageCase);
  checkArgument("runStorageCase: options", options, runStorageCaseOptions);
  const { open, patienceMs = 5000 } = options;
  const underTest = await open();
  try {
    if (storageCase.needsReopen && underTest.reopen === undefined) return undefined;
    await storageCase.run({ ...underTest, patienceMs });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    await underTest.close();
  }
}
