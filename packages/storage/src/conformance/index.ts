export { type ConcurrentHistoryOptions, runConcurrentHistory } from "./concurrent-history.ts";
export { type RandomOperationsOptions, runRandomOperations } from "./random-operations.ts";
export type { CaseContext, Law, StorageCase, StorageUnderTest } from "./storage-case.ts";
export { runStorageCase, type StorageSuiteOptions, storageCases, testStorage } from "./suite.ts";
