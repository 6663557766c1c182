import type { ServerConfig } from "./server-config.ts";

type Check = (value: unknown) => boolean;

interface OptionCheck {
  readonly check: Check;
  /** Completes "must be". */
  readonly what: string;
  /** True for a required option. */
  readonly required?: boolean;
}

const isFunction: Check = (value) => typeof value === "function";
const isObject: Check = (value) => typeof value === "object" && value !== null;
const hasMethods =
  (...names: readonly string[]): Check =>
  (value) =>
    isObject(value) && names.every((name) => isFunction((value as Readonly<Record<string, unknown>>)[name]));
const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const either =
  (...checks: readonly Check[]): Check =>
  (value) =>
    checks.some((check) => check(value));
const isMap: Check = (value) => value instanceof Map;
const isBoolean: Check = (value) => typeof value === "boolean";

const aFunction: OptionCheck = { check: isFunction, what: "a function" };

const options: Readonly<Record<keyof ServerConfig, OptionCheck>> = {
  resources: {
    check: isListOf(isFunction),
    what: "an array of definitions, such as builtin() of @svc/api or the result of defineResource()",
    required: true,
  },
  storage: { check: hasMethods("get", "commit", "watch"), what: "a Storage of @svc/storage", required: true },
  storageRoot: {
    check: (value) => typeof value === "string" && value.endsWith("/"),
    what: "a text that ends with a slash",
  },
  authenticator: {
    check: either(isFunction, hasMethods("authenticate")),
    what: "an object with authenticate(), or a function that returns one",
    required: true,
  },
  authorizer: { check: hasMethods("authorize"), what: "an object with authorize()", required: true },
  dialect: { check: hasMethods("expand"), what: "a Dialect, such as svcDialect of @svc/meta" },
  clock: { check: hasMethods("now", "monotonic", "after"), what: "a Clock of @svc/base" },
  log: { check: hasMethods("debug", "info", "warn", "error"), what: "a Log of @svc/base" },
  extensions: {
    check: isListOf((value) => isObject(value) && typeof (value as { readonly name?: unknown }).name === "string"),
    what: "an array of extensions, each with a name",
  },
  admission: {
    check: either(isFunction, isListOf(isObject)),
    what: "an array of admission plugins, or a function that returns it",
  },
  hooks: { check: isMap, what: "a Map of hooks by resource" },
  featureGates: {
    check: (value) => isObject(value) && Object.values(value as object).every(isBoolean),
    what: "an object whose values are true or false",
  },
  runtimeConfig: {
    check: (value) => value instanceof Map && [...value.values()].every(isBoolean),
    what: "a Map whose values are true or false",
  },
  limits: {
    check: (value) =>
      isObject(value) && Object.values(value as object).every((limit) => typeof limit === "number" && limit >= 0),
    what: "an object whose values are non-negative numbers",
  },
  externalAddress: { check: (value) => typeof value === "string" && value !== "", what: "a text such as host:port" },
  metrics: { check: hasMethods("counter"), what: "Metrics of @svc/metrics" },
  audit: { check: isObject, what: "an object" },
  catalog: { check: hasMethods("snapshot", "copy"), what: "a catalog, as initialCatalog returns it" },
  codec: { check: hasMethods("decodeShared", "encodeStored"), what: "a Codec of @svc/codec" },
  initialObjects: { check: (value) => value === "create" || value === "exist", what: '"create" or "exist"' },
  randomUid: aFunction,
  randomSuffix: aFunction,
  random: aFunction,
};

/** @throws {TypeError} for the first option that is missing or invalid */
export function checkConfig(config: ServerConfig): void {
  if (!isObject(config)) throw new TypeError(`createServer: the options must be an object, not ${shown(config)}`);
  for (const [name, { check, what, required = false }] of Object.entries(options)) {
    const value: unknown = config[name as keyof ServerConfig];
    if (value === undefined ? required : !check(value))
      throw new TypeError(`createServer: ${name} must be ${what}, not ${shown(value)}`);
  }
  const { extensions = [] } = config;
  if (new Set(extensions.map(({ name }) => name)).size < extensions.length)
    throw new TypeError("two extensions have one name");
}

/** A value's type, and the value itself if it is short and cannot be a secret. */
function shown(value: unknown): string {
  if (value === undefined || value === null || typeof value === "boolean" || typeof value === "number")
    return String(value);
  return Array.isArray(value) ? "this array" : `this ${typeof value}`;
}
