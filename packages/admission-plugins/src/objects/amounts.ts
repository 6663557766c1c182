import { addQuantities, compareQuantities, parseQuantity, type Quantity } from "@svc/base";

/** How much of each resource, by its name. */
export type Amounts = ReadonlyMap<string, Quantity>;

export const noAmounts: Amounts = new Map();

/** What is no quantity is left out: validation says so. */
export function amounts(list: Readonly<Record<string, unknown>> = {}): Amounts {
  const found = new Map<string, Quantity>();
  for (const [name, text] of Object.entries(list)) {
    const quantity = typeof text === "string" ? parseQuantity(text) : undefined;
    if (quantity !== undefined) found.set(name, quantity);
  }
  return found;
}

export function sumOf(a: Amounts, b: Amounts): Amounts {
  return merged(a, b, addQuantities);
}

/**
 * What a pod needs: its containers together, or the most that an init container needs while it
 * runs. Init containers that go on running (`restartPolicy: Always`) count with all that start
 * after them.
 */
export function withInitContainers<C extends { readonly restartPolicy?: string }>(
  containers: Amounts,
  initContainers: readonly C[],
  needs: (container: C) => Amounts,
): Amounts {
  let besides = noAmounts;
  let most = noAmounts;
  for (const container of initContainers) {
    const needed = sumOf(besides, needs(container));
    if (container.restartPolicy === "Always") besides = needed;
    most = largest(most, needed);
  }
  return largest(sumOf(containers, besides), most);
}

function largest(a: Amounts, b: Amounts): Amounts {
  return merged(a, b, (x, y) => (compareQuantities(x, y) < 0 ? y : x));
}

function merged(a: Amounts, b: Amounts, both: (x: Quantity, y: Quantity) => Quantity): Amounts {
  if (b.size === 0) return a;
  const all = new Map(a);
  for (const [name, quantity] of b) {
    const other = all.get(name);
    all.set(name, other === undefined ? quantity : both(other, quantity));
  }
  return all;
}
