import { createMemoryStorage } from "@svc/storage/memory";
import { expect, test } from "vitest";
import { checkStorageDialect } from "./storage-dialect.ts";

test("a store belongs to the dialect that first wrote it", async () => {
  const storage = createMemoryStorage();
  await Promise.all([1, 2].map(() => checkStorageDialect(storage, "/registry/", { name: "svc" })));
  await checkStorageDialect(storage, "/registry/", { name: "svc" });
  await expect(checkStorageDialect(storage, "/registry/", { name: "kubernetes" })).rejects.toThrow(
    'the store was written by a server that speaks "svc": start with --dialect=svc',
  );
  await checkStorageDialect(storage, "/elsewhere/", { name: "kubernetes" });
});
