import { createMemoryStorage } from "@svc/storage/memory";
import { expect, test } from "vitest";
import { claimStorage } from "./claim-storage.ts";

test("a store belongs to the dialect that first wrote it", async () => {
  const storage = createMemoryStorage();
  await Promise.all([1, 2].map(() => claimStorage(storage, "/registry/", { name: "svc" })));
  await claimStorage(storage, "/registry/", { name: "svc" });
  await expect(claimStorage(storage, "/registry/", { name: "kubernetes" })).rejects.toThrow(
    'the store was written by a server that speaks "svc": start with --dialect=svc',
  );
  await claimStorage(storage, "/elsewhere/", { name: "kubernetes" });
});
