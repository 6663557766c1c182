import type { RequestToEstimate } from "./work-estimate.ts";

type Watched = Pick<RequestToEstimate, "group" | "resource" | "namespace" | "name">;

/**
 * Counts watches by their selection, so that the number of watchers that a write notifies is known.
 */
export class WatchCounts {
  readonly #counts = new Map<string, number>();

  /** @returns what ends the watch */
  add(watched: Watched): () => void {
    const key = keyOf(watched, watched.namespace, watched.name);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = (this.#counts.get(key) ?? 1) - 1;
      if (left > 0) this.#counts.set(key, left);
      else this.#counts.delete(key);
    };
  }

  /** Watches of the object, of its namespace, and of all. */
  of(written: Watched): number {
    if (this.#counts.size === 0) return 0;
    const { namespace, name } = written;
    let sum = this.#at(written, "", "");
    if (namespace !== "") sum += this.#at(written, namespace, "");
    if (name !== "") sum += this.#at(written, namespace, name);
    if (name !== "" && namespace !== "") sum += this.#at(written, "", name);
    return sum;
  }

  #at(written: Watched, namespace: string, name: string): number {
    return this.#counts.get(keyOf(written, namespace, name)) ?? 0;
  }
}

function keyOf({ group, resource }: Watched, namespace: string, name: string): string {
  return `${group}/${resource}/${namespace}/${name}`;
}
