import { createMemoryStorage } from "@svc/storage/memory";
import { expect, test } from "vitest";
import { createServer, type ServerConfig } from "./index.ts";

const good: ServerConfig = {
  resources: [],
  storage: createMemoryStorage(),
  authenticator: { authenticate: () => ({ kind: "absent" }) },
  authorizer: { authorize: () => ({ verdict: "allow", reason: "" }) },
};

test.each<[option: string, value: unknown, message: string]>([
  ["resources", undefined, "resources must be an array (each item a function, such as builtin()"],
  ["resources", [{}], "resources[0] must be a function, such as builtin() of @svc/api"],
  ["storage", undefined, "storage must be a Storage of @svc/storage, not undefined"],
  ["storage", "./data", "storage must be a Storage of @svc/storage, not a string"],
  ["storageRoot", "/registry", "storageRoot must be a string that ends with a slash"],
  ["authenticator", undefined, "authenticator must be an object with authenticate() or a function, not undefined"],
  ["authorizer", { allow: true }, "authorizer must be an Authorizer of @svc/authz, not an object without authorize()"],
  ["dialect", "kubernetes", "dialect must be a Dialect"],
  ["clock", Date, "clock must be a Clock of @svc/base, not a function without monotonic()"],
  ["log", console.log, "log must be a Log of @svc/base, not a function without debug()"],
  ["extensions", {}, "extensions must be an array (each item an object), not an object"],
  ["extensions", [{ name: "a", hook: () => new Map() }], "extensions[0].hook is unknown: did you mean hooks?"],
  ["extension", [], "extension is unknown: did you mean extensions?"],
  ["featureGates", { WatchList: "true" }, 'featureGates.WatchList must be true or false, not "true"'],
  ["runtimeConfig", { "apps/v1": false }, "runtimeConfig must be a Map"],
  ["limits", { maxBodyBytes: "3Mi" }, 'limits.maxBodyBytes must be a number from 0, not "3Mi"'],
  ["random", 4, "random must be a function, not 4"],
])("a server whose option %s is %j is rejected with the option's name", async (option, value, message) => {
  await expect(createServer({ ...good, [option]: value })).rejects.toThrow(`createServer: config.${message}`);
});

test("a server with valid options is created", async () => {
  await (await createServer(good)).close();
});
