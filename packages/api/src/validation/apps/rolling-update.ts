/** How many pods are meant, or how many of a hundred; zero where that cannot be told. */
export function amountOfPods(value: number | string): number {
  if (typeof value === "number") return value;
  return /^(\d+%|[+-]?\d+)$/.test(value) ? Number.parseInt(value, 10) : 0;
}
