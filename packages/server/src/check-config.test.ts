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
  ["resources", undefined, "resources must be an array of definitions"],
  ["resources", [{}], "resources must be an array of definitions"],
  ["storage", undefined, "storage must be a Storage of @svc/storage, not undefined"],
  ["storage", "./data", "storage must be a Storage of @svc/storage, not this string"],
  ["storageRoot", "/registry", "storageRoot must be a text that ends with a slash"],
  ["authenticator", undefined, "authenticator must be an object with authenticate()"],
  ["authorizer", { allow: true }, "authorizer must be an object with authorize(), not this object"],
  ["dialect", "kubernetes", "dialect must be a Dialect"],
  ["clock", Date, "clock must be a Clock"],
  ["log", console.log, "log must be a Log"],
  ["extensions", {}, "extensions must be an array of extensions"],
  ["featureGates", { WatchList: "true" }, "featureGates must be an object whose values are true or false"],
  ["runtimeConfig", { "apps/v1": false }, "runtimeConfig must be a Map"],
  ["limits", { maxBodyBytes: "3Mi" }, "limits must be an object whose values are non-negative numbers"],
  ["random", 4, "random must be a function, not 4"],
])("a server whose option %s is %j is rejected with the option's name", async (option, value, message) => {
  await expect(createServer({ ...good, [option]: value })).rejects.toThrow(`createServer: ${message}`);
});

test("a server with valid options is created", async () => {
  await (await createServer(good)).close();
});
