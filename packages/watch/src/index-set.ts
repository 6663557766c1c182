import type { Item } from "./item.ts";

/** Items by the value of a field or label, so that a selection by it costs only its result. */
export class IndexSet<T extends Item> {
  readonly #indexes: readonly {
    readonly name: string;
    readonly of: (item: T) => string | undefined;
    readonly values: Map<string, Map<string, T>>;
  }[];

  /** @param fields as field selectors name them @param labels keys of labels */
  constructor(fields: readonly string[], labels: readonly string[]) {
    this.#indexes = [
      ...fields.map((field) => ({
        name: `field ${field}`,
        of: (item: T) => item.fieldValue(field) ?? "",
        values: new Map(),
      })),
      ...labels.map((key) => ({ name: `label ${key}`, of: (item: T) => item.labels?.[key], values: new Map() })),
    ];
  }

  update(current: T | undefined, previous: T | undefined): void {
    for (const { of, values } of this.#indexes) {
      const before = previous === undefined ? undefined : of(previous);
      const now = current === undefined ? undefined : of(current);
      if (before !== undefined && before !== now && previous !== undefined) {
        const set = values.get(before);
        set?.delete(previous.key);
        if (set?.size === 0) values.delete(before);
      }
      if (now === undefined || current === undefined) continue;
      let set = values.get(now);
      if (set === undefined) values.set(now, (set = new Map()));
      set.set(current.key, current);
    }
  }

  clear(): void {
    for (const { values } of this.#indexes) values.clear();
  }

  /** Returns the items with the value; undefined without such an index. */
  lookup(name: string, value: string): ReadonlyMap<string, T> | undefined {
    const index = this.#indexes.find((i) => i.name === name);
    return index === undefined ? undefined : (index.values.get(value) ?? new Map<string, T>());
  }
}
