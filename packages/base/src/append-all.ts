/** Appends any number of items; `into.push(...items)` would put them all on the stack. */
export function appendAll<T>(into: T[], items: Iterable<T>): void {
  for (const item of items) into.push(item);
}
