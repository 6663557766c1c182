import { alwaysAllow } from "@svc/authz";
import { createMemoryStorage } from "@svc/storage/memory";
import { expect, test } from "vitest";
import { createServer } from "./compose.ts";
import type { ServerExtension } from "./extension.ts";

const broken = (): never => {
  throw new TypeError("the extension is broken");
};

test.each<[part: string, extension: Omit<ServerExtension, "name">]>([
  ["admission", { admission: broken }],
  ["subresources", { subresources: broken }],
  ["paths", { paths: broken }],
])("a server that cannot be created for the %s of an extension follows its storage no longer", async (_, extension) => {
  const storage = createMemoryStorage();
  const signals: AbortSignal[] = [];
  const observed: typeof storage = Object.assign(Object.create(storage), {
    watch: (...[range, options]: Parameters<typeof storage.watch>) => {
      signals.push(options.signal);
      return storage.watch(range, options);
    },
  });
  const options = {
    resources: [],
    storage: observed,
    authenticator: { authenticate: () => ({ kind: "absent" }) as const },
    authorizer: alwaysAllow,
    extensions: [{ name: "broken", ...extension }],
  };
  await expect(createServer(options)).rejects.toThrow("the extension is broken");
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});
