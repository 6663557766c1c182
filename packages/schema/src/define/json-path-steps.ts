/**
 * One step of a JSONPath: takes the values that the steps before it select, and returns its own
 * selection. Undefined where it cannot be taken, which ends the path.
 */
export type Step = (values: readonly unknown[]) => readonly unknown[] | undefined;

/** Bounds the work of nested recursive descents, which multiply. */
const maxValues = 10_000;

/** The selection of all steps; undefined where one of them cannot be taken. */
export function valuesAt(steps: readonly Step[], ...from: readonly unknown[]): readonly unknown[] | undefined {
  let values: readonly unknown[] | undefined = from;
  let count = 0;
  for (const step of steps) {
    values = step(values);
    if (values === undefined || (count += values.length) > maxValues) return undefined;
  }
  return values;
}

/** A step from each value on its own. */
function each(step: (value: unknown) => readonly unknown[] | undefined): Step {
  return (values) => {
    if (values.length === 1) return step(values[0]);
    const selected: unknown[] = [];
    for (const value of values) {
      const found = step(value);
      if (found === undefined || selected.length > maxValues) return undefined;
      for (const one of found) selected.push(one);
    }
    return selected;
  };
}

/** Selects the member of objects. */
export function member(name: string): Step {
  return each((value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value) || !Object.hasOwn(value, name)) return [];
    return [(value as Readonly<Record<string, unknown>>)[name]];
  });
}

/** Selects all members and items. The original takes a text for a list of bytes. */
export const children: Step = each((value) => {
  if (typeof value === "string") return Array.from(Buffer.from(value), String);
  return typeof value === "object" && value !== null ? Object.values(value) : [];
});

/** Selects objects and lists that are not empty, and all such within them. */
export const descendants: Step = (values) => {
  const selected: unknown[] = [];
  const pending = [...values].reverse();
  for (let next = pending.pop(); pending.length > 0 || next !== undefined; next = pending.pop()) {
    if (typeof next !== "object" || next === null) continue;
    const inner = Object.values(next);
    if (inner.length === 0) continue;
    if (selected.push(next) > maxValues) return undefined;
    for (const child of inner.reverse()) if (typeof child === "object" && child !== null) pending.push(child);
  }
  return selected;
};

/** Takes the place of all values. */
export function constant(value: unknown): Step {
  return (values) => values.map(() => value);
}

/** A step that can never be taken. */
export const failing: Step = () => undefined;

/** A range of a list. Negative bounds count from its end. */
export interface Range {
  readonly first: number;
  /** Undefined for the end of the list. */
  readonly end: number | undefined;
  /** Whether only the item at `first` is selected. */
  readonly isIndex: boolean;
  readonly every: number;
}

/**
 * Selects items of lists. It cannot be taken beyond the end of a list, nor from a value that is no
 * list; null has no items.
 */
export function slice({ first, end, isIndex, every }: Range): Step {
  return each((list) => {
    if (list === null) return [];
    if (!Array.isArray(list) || every <= 0) return undefined;
    const { length } = list;
    const from = first < 0 ? first + length : first;
    const to = isIndex ? from + 1 : end === undefined ? length : end < 0 ? end + length : end;
    if (from < 0 || from > to || to > length) return undefined;
    const items: readonly unknown[] = list.slice(from, to);
    return every === 1 ? items : items.filter((_, i) => i % every === 0);
  });
}

/** Selects what any of the steps selects, those of the first step first. */
export function union(steps: readonly Step[]): Step {
  return (values) => {
    const parts = steps.map((step) => step(values));
    return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
  };
}

/** An operator between two operands of a filter; a path with another one cannot be taken. */
export type FilterOperator = "==" | "!=" | "<" | "<=" | ">" | ">=";

/** The comparison of a filter. */
export interface Comparison {
  readonly operator: FilterOperator;
  readonly right: readonly Step[];
}

/** Selects the items of lists for which a path selects a value, or one that compares as stated. */
export function filter(left: readonly Step[], comparison?: Comparison): Step {
  return each((list) => {
    if (!Array.isArray(list)) return undefined;
    const kept: unknown[] = [];
    for (const item of list) {
      const holds = comparison === undefined ? selects(left, item) : compares(left, comparison, item);
      if (holds === undefined) return undefined;
      if (holds) kept.push(item);
    }
    return kept;
  });
}

/** As in the original, also where the path cannot be taken. */
function selects(steps: readonly Step[], item: unknown): boolean {
  return valuesAt(steps, item)?.length !== 0;
}

function compares(left: readonly Step[], { operator, right }: Comparison, item: unknown): boolean | undefined {
  const a = valuesAt(left, item);
  if (a === undefined || a.length > 1) return undefined;
  if (a.length === 0) return false;
  const b = valuesAt(right, item);
  if (b === undefined || b.length > 1) return undefined;
  return b.length === 0 ? false : comparisons.get(operator)?.(a[0], b[0]);
}

type Compare = (a: unknown, b: unknown) => boolean | undefined;

const comparisons: ReadonlyMap<FilterOperator, Compare> = new Map<FilterOperator, Compare>([
  ["==", equal],
  ["!=", (a, b) => not(equal(a, b))],
  ["<", less],
  [">=", (a, b) => not(less(a, b))],
  [">", (a, b) => less(b, a)],
  ["<=", (a, b) => not(less(b, a))],
]);

function not(holds: boolean | undefined): boolean | undefined {
  return holds === undefined ? undefined : !holds;
}

/** Only scalars of one type can be compared. */
function equal(a: unknown, b: unknown): boolean | undefined {
  return scalarType(a) === undefined || scalarType(a) !== scalarType(b) ? undefined : a === b;
}

function less(a: unknown, b: unknown): boolean | undefined {
  if (typeof a === "boolean" || equal(a, b) === undefined) return undefined;
  const [x, y] = [a as number, b as number];
  return typeof a === "string" ? Buffer.compare(Buffer.from(a), Buffer.from(b as string)) < 0 : x < y;
}

/** Whole numbers and others are of different types. */
function scalarType(value: unknown): string | undefined {
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value === "string" || typeof value === "boolean" ? typeof value : undefined;
}
