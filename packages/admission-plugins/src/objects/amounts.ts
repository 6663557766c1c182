import { addQuantities, compareQuantities, parseQuantity, type Quantity } from "@svc/base";

/** Quantities by name of the resource. */
export type Amounts = ReadonlyMap<string, Quantity>;

export const noAmounts: Amounts = new Map();

/** Invalid quantities are left out; validation reports them. */
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
 * The resources that a pod needs: the sum of its containers, or the largest need of an init
 * container if that is more. Restartable init containers (`restartPolicy: Always`) count with all
 * containers that start after them.
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
