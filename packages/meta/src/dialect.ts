import { quote } from "@svc/base";
import { anArray, aString, checkArgument, type Expected, optional, optionsOf, withMethods } from "@svc/base/check";

/**
 * All identifiers that contain the product's name, as one value. No other source spells one out, so
 * the same definitions work for `svc.io`, `k8s.io`, or any other dialect.
 */
export interface Dialect {
  /** The name that a store records and `--dialect` accepts. */
  readonly name: string;
  /** The suffix of API group names: `rbac.authorization.<apiDomain>`. */
  readonly apiDomain: string;
  /** The domain of labels and annotations: `<labelDomain>/metadata.name`. */
  readonly labelDomain: string;
  /**
   * The product as one lower-case word, as in `application/vnd.<product>.protobuf` or
   * `x-<product>-list-type`.
   */
  readonly product: string;
  /** The prefix of system namespaces: `<systemPrefix>-system`. */
  readonly systemPrefix: string;
  /** The environment variable that passes the request to exec credential plugins. */
  readonly execInfoVariable: string;
  /** The first bytes of a protobuf message in this dialect, before the envelope. */
  readonly protobufMagic: readonly [number, number, number, number];

  /** `application/vnd.<product>.protobuf` */
  readonly protobufMediaType: string;
  /** `x-<product>-`, before every schema extension */
  readonly extensionPrefix: string;
  /** `X-<Product>-`, before the product's own headers */
  readonly headerPrefix: string;
  /** The package names in OpenAPI definition names: `io.<apiDomain's first label>` */
  readonly openapiPrefix: string;
  readonly namespaces: { readonly system: string; readonly public: string; readonly nodeLease: string };

  /**
   * Fills a template: `{api}` is `apiDomain`, `{labels}` is `labelDomain`, `{product}` is
   * `product`, `{system}` is `systemPrefix`. For use at start, not per request:
   * `expand("rbac.authorization.{api}")`.
   */
  expand(template: string): string;
}

/** Expects a dialect as an argument. */
export const aDialect: Expected<Dialect> = withMethods("a Dialect, such as svcDialect of @svc/meta", "expand");

/** Options of `createDialect`. */
export interface DialectOptions {
  readonly name: string;
  readonly apiDomain: string;
  /** @default apiDomain */
  readonly labelDomain?: string;
  /** @default name */
  readonly product?: string;
  /** @default product */
  readonly systemPrefix?: string;
  /** @default `<PRODUCT>_EXEC_INFO` */
  readonly execInfoVariable?: string;
  /** @default the first three letters of the product, then 0 */
  readonly protobufMagic?: readonly [number, number, number, number];
}

const dialectOptions = optionsOf<DialectOptions>({
  name: aString,
  apiDomain: aString,
  labelDomain: optional(aString),
  product: optional(aString),
  systemPrefix: optional(aString),
  execInfoVariable: optional(aString),
  protobufMagic: optional(anArray),
});

/** Creates a dialect. @throws {TypeError} for a name that is invalid where it is used */
export function createDialect(options: DialectOptions): Dialect {
  checkArgument("createDialect: options", options, dialectOptions);
  const { name, apiDomain } = options;
  const { labelDomain = apiDomain, product = name } = options;
  const { systemPrefix = product, execInfoVariable = `${product.toUpperCase()}_EXEC_INFO` } = options;
  for (const [what, value] of Object.entries({ apiDomain, labelDomain })) {
    if (!/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$/.test(value)) {
      throw new TypeError(`${what} of a dialect must be a domain name, not ${quote(value)}`);
    }
  }
  for (const [what, value] of Object.entries({ product, systemPrefix })) {
    if (!/^[a-z][a-z0-9]*$/.test(value)) {
      throw new TypeError(`${what} of a dialect must be a lower-case word, not ${quote(value)}`);
    }
  }
  const values: ReadonlyMap<string, string> = new Map(
    Object.entries<string>({
      api: apiDomain,
      labels: labelDomain,
      product,
      system: systemPrefix,
    }),
  );
  const partOf = (placeholder: string, key: string): string => {
    const value = values.get(key);
    if (value === undefined) throw new TypeError(`a dialect has no ${placeholder}`);
    return value;
  };
  return {
    name,
    apiDomain,
    labelDomain,
    product,
    systemPrefix,
    execInfoVariable,
    protobufMagic: options.protobufMagic ?? magicOf(product),
    protobufMediaType: `application/vnd.${product}.protobuf`,
    extensionPrefix: `x-${product}-`,
    headerPrefix: `X-${product.charAt(0).toUpperCase()}${product.slice(1)}-`,
    openapiPrefix: apiDomain.split(".").reverse().join("."),
    namespaces: {
      system: `${systemPrefix}-system`,
      public: `${systemPrefix}-public`,
      nodeLease: `${systemPrefix}-node-lease`,
    },
    expand: (template) => (template.includes("{") ? template.replace(/\{(\w+)\}/g, partOf) : template),
  };
}

function magicOf(product: string): readonly [number, number, number, number] {
  const [a = 0, b = 0, c = 0] = Buffer.from(product.slice(0, 3), "latin1");
  return [a, b, c, 0];
}

/** The dialect of this product. */
export const svcDialect: Dialect = createDialect({
  name: "svc",
  apiDomain: "svc.io",
  protobufMagic: [0x6b, 0x38, 0x73, 0x00],
});

/** The dialect of Kubernetes. */
export const kubernetesDialect: Dialect = createDialect({
  name: "kubernetes",
  apiDomain: "k8s.io",
  labelDomain: "kubernetes.io",
  systemPrefix: "kube",
  protobufMagic: [0x6b, 0x38, 0x73, 0x00],
});

/** The dialects of this package by their names, as `--dialect` takes them. */
export const dialects: Readonly<Record<"svc" | "kubernetes", Dialect>> = {
  svc: svcDialect,
  kubernetes: kubernetesDialect,
};
