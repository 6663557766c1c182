import { singleUser } from "@svc/authn";
import { alwaysAllow as authorizer } from "@svc/authz";
import { createMemoryStorage } from "@svc/storage/memory";
import { describe, expect, test } from "vitest";
import { createServer, type Server } from "./compose.ts";
import type { ServerExtension } from "./extension.ts";

const authenticator = singleUser({ name: "alice" });

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
    authorizer,
    extensions: [{ name: "broken", ...extension }],
  };
  await expect(createServer(options)).rejects.toThrow("the extension is broken");
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});

describe("fetch of a server", () => {
  const url = "https://any.host/apis";
  const headers = { accept: "application/yaml" };
  test.each<[input: string, call: Parameters<Server["fetch"]>]>([
    ["a Request", [new Request(url, { headers })]],
    ["a URL with options", [new URL(url), { headers }]],
    ["a path with options", ["/apis", { headers }]],
    ["a Request, beside the second argument of a framework", [new Request(url, { headers }), { method: "DELETE" }]],
  ])("takes %s", async (_, call) => {
    const server = await createServer({ resources: [], storage: createMemoryStorage(), authenticator, authorizer });
    const { fetch } = server;
    const response = await fetch(...call);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/yaml"]);
    await server.close();
  });

  test("rejects for what is no URL", async () => {
    const server = await createServer({ resources: [], storage: createMemoryStorage(), authenticator, authorizer });
    await expect(server.fetch("https://")).rejects.toThrow(TypeError);
    await server.close();
  });
});
