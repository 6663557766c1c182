import {
  aBoolean,
  aClock,
  aFunction,
  aLog,
  aMap,
  aNonEmptyString,
  aNonNegativeNumber,
  anObject,
  aString,
  checkArgument,
  either,
  expected,
  expectedScalar,
  listOf,
  oneOf,
  optional,
  optionsOf,
  recordOf,
  withMethods,
} from "@svc/base/check";
import { aDialect } from "@svc/meta";
import type { Definitions } from "@svc/schema";
import type { ServerExtension } from "./extension.ts";
import type { ServerConfig } from "./server-config.ts";

const someDefinitions = expected<Definitions>(
  "a function, such as builtin() of @svc/api or the result of defineResource()",
  (value) => typeof value === "function",
);

const anExtension = optionsOf<ServerExtension>({
  name: aString,
  definitions: optional(aFunction),
  admission: optional(aFunction),
  hooks: optional(aFunction),
  subresources: optional(aFunction),
  paths: optional(aFunction),
  groups: optional(aFunction),
  stages: optional(aFunction),
  controllers: optional(aFunction),
  health: optional(aFunction),
  postStart: optional(aFunction),
});

const serverConfig = optionsOf<ServerConfig>({
  resources: listOf(someDefinitions),
  sources: optional(listOf(withMethods("a DefinitionSource of @svc/schema", "follow"))),
  storage: withMethods("a Storage of @svc/storage", "get", "commit", "watch"),
  storageRoot: optional(
    expectedScalar("a string that ends with a slash", (value) => typeof value === "string" && value.endsWith("/")),
  ),
  authenticator: either(withMethods("an object with authenticate()", "authenticate"), aFunction),
  authorizer: withMethods("an Authorizer of @svc/authz", "authorize"),
  dialect: optional(aDialect),
  clock: optional(aClock),
  log: optional(aLog),
  extensions: optional(listOf(anExtension)),
  admission: optional(either(listOf(anObject), aFunction)),
  hooks: optional(aMap),
  featureGates: optional(recordOf(aBoolean)),
  runtimeConfig: optional(aMap),
  limits: optional(recordOf(aNonNegativeNumber)),
  externalAddress: optional(aNonEmptyString),
  metrics: optional(withMethods("Metrics of @svc/metrics", "counter")),
  audit: optional(anObject),
  catalog: optional(withMethods("a catalog, as initialCatalog() returns it", "snapshot", "copy")),
  codec: optional(withMethods("a Codec of @svc/codec", "decodeShared", "encodeStored")),
  initialObjects: optional(oneOf("create", "exist")),
  randomUid: optional(aFunction),
  randomSuffix: optional(aFunction),
  random: optional(aFunction),
});

/** @throws {TypeError} for the first option that is missing or invalid */
export function checkConfig(config: ServerConfig): void {
  checkArgument("createServer: config", config, serverConfig);
  const { extensions = [], sources = [] } = config;
  if (new Set(extensions.map(({ name }) => name)).size < extensions.length)
    throw new TypeError("createServer: two extensions have one name");
  for (const { name } of sources) checkArgument("createServer: the name of a source", name, aNonEmptyString);
  if (new Set(sources.map(({ name }) => name)).size < sources.length)
    throw new TypeError("createServer: two sources have one name");
}
