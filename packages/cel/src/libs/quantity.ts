import type { Implementation } from "../declarations/functions.ts";
import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  type Quantity,
  quantityInteger,
  quantityNumber,
} from "../values/quantity.ts";
import {
  bigIntValue,
  CelError,
  doubleValue,
  noSuchOverload,
  Opaque,
  type OpaqueKind,
  type Value,
} from "../values/value.ts";
import { parseCost } from "./estimates.ts";
import { fn, type Library, over } from "./library.ts";

const typeName = "kubernetes.Quantity";
const kind: OpaqueKind<Quantity | Sum> = {
  name: typeName,
  equals: (a, b) => ("isSum" in b ? noSuchOverload() : compareQuantities(a, b) === 0),
  plainText: (q) => `(*resource.Quantity)${formatQuantity(q)}`,
};

/** The result of a sum, which in clusters can only be the left operand of `==`. */
interface Sum extends Quantity {
  readonly isSum: true;
}

function data(v: Value | undefined): Quantity {
  return v instanceof Opaque
    ? (v.data as Quantity)
    : { digits: BigInt(v as number | bigint), exponent: 0, short: true };
}

const parse: Implementation = (s) => {
  const q = parseQuantity(s as string);
  return typeof q === "string" ? new CelError(q) : new Opaque(kind, q);
};

function method(id: string, signature: string, impl: Implementation) {
  return over(id, `${typeName}.${signature}`, impl);
}

/** `add` and `sub`, of a quantity or an integer. */
function sum(name: string, id: string, sign: 1n | -1n) {
  const impl: Implementation = (a, b) => new Opaque(kind, { ...addQuantities(data(a), data(b), sign), isSum: true });
  return fn(
    name,
    method(`quantity_${id}`, `${name}(${typeName}): ${typeName}`, impl),
    method(`quantity_${id}_int`, `${name}(int): ${typeName}`, impl),
  );
}

/** Quantities such as `1.5Gi`. */
export function quantityLibrary(): Library {
  return {
    name: "quantity",
    functions: [
      fn("quantity", over("string_to_quantity", `quantity(string): ${typeName}`, parse, parseCost)),
      fn(
        "isQuantity",
        over(
          "is_quantity_string",
          "isQuantity(string): bool",
          (s) => typeof parseQuantity(s as string) !== "string",
          parseCost,
        ),
      ),
      fn(
        "sign",
        over("quantity_sign", `sign(${typeName}): int`, (q) => Math.sign(Number(data(q).digits))),
      ),
      fn(
        "isGreaterThan",
        method(
          "quantity_is_greater_than",
          `isGreaterThan(${typeName}): bool`,
          (a, b) => compareQuantities(data(a), data(b)) > 0,
        ),
      ),
      fn(
        "isLessThan",
        method(
          "quantity_is_less_than",
          `isLessThan(${typeName}): bool`,
          (a, b) => compareQuantities(data(a), data(b)) < 0,
        ),
      ),
      fn(
        "compareTo",
        method("quantity_compare_to", `compareTo(${typeName}): int`, (a, b) => compareQuantities(data(a), data(b))),
      ),
      fn(
        "asApproximateFloat",
        method("quantity_get_float", "asApproximateFloat(): double", (q) => doubleValue(quantityNumber(data(q)))),
      ),
      fn(
        "asInteger",
        method("quantity_get_int", "asInteger(): int", (q) => asInteger(data(q))),
      ),
      fn(
        "isInteger",
        method("quantity_is_integer", "isInteger(): bool", (q) => quantityInteger(data(q)) !== undefined),
      ),
      sum("add", "add", 1n),
      sum("sub", "sub", -1n),
    ],
  };
}

function asInteger(q: Quantity): Value {
  const n = quantityInteger(q);
  return n === undefined ? new CelError("cannot convert value to integer") : bigIntValue(n);
}
