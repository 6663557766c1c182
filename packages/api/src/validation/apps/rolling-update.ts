/** The number of pods, or the percentage; 0 for an invalid value. */
export function amountOfPods(value: number | string): number {
  if (typeof value === "number") return value;
  return /^(\d+%|[+-]?\d+)$/.test(value) ? Number.parseInt(value, 10) : 0;
}
