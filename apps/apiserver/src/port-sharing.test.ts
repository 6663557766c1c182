import { afterAll, beforeAll, expect, test } from "vitest";
import { openFolder, startServer, type TestFolder } from "./testing/running-server.ts";

let folder: TestFolder;
beforeAll(async () => {
  folder = await openFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

// The system distributes connections among listeners of one port on Linux only.
test.skipIf(process.platform !== "linux")("two servers share a port if both have --permit-port-sharing", async () => {
  await using first = await startServer(folder, "first", "--permit-port-sharing");
  const port = `--secure-port=${new URL(first.url).port}`;
  await using second = await startServer(folder, "second", "--permit-port-sharing", port);
  expect(second.url).toBe(first.url);
  await expect(startServer(folder, "third", port)).rejects.toThrow("is in use; choose another with --secure-port");
});

test("a server does not share its port unless it has the flag", async () => {
  await using first = await startServer(folder, "exclusive");
  const port = `--secure-port=${new URL(first.url).port}`;
  await expect(startServer(folder, "second", "--permit-port-sharing", port)).rejects.toThrow(
    "is in use; choose another with --secure-port",
  );
});
