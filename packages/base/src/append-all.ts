/** Appends any number of items; `into.push(...items)` would put them all on the stack. */
export function appendAll<T>(into: T[], items: Iterable<T>): void {
  if (Array.isArray(items)) for (let at = 0; at < items.length; at++) into.push(items[at] as T);
  else for (const item of items) into.push(item);
}
