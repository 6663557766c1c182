import { type Exact, ExactObject, NumberText } from "../json/exact.ts";

/**
 * The value with the members of all objects by name. The original reads YAML as JSON of that form,
 * so that this is the order of its errors.
 */
export function inKeyOrder(value: Exact): Exact {
  if (typeof value !== "object" || value === null || value instanceof NumberText) return value;
  if (Array.isArray(value)) return value.map(inKeyOrder);
  const members: readonly (readonly [string, Exact])[] =
    value instanceof ExactObject
      ? value.names.map((name, i) => [name, value.values[i] as Exact])
      : Object.entries(value as Readonly<Record<string, Exact>>);
  const sorted = new ExactObject();
  for (const [name, member] of [...members].sort(byName)) {
    sorted.names.push(name);
    sorted.values.push(inKeyOrder(member));
  }
  return sorted;
}

function byName([a]: readonly [string, Exact], [b]: readonly [string, Exact]): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
