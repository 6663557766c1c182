export { createMemoryStorage, type MemoryStorage, type MemoryStorageOptions } from "./memory-storage.ts";
