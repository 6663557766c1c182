import type { Counter, Gauge, Histogram } from "./cells.ts";

/** The name of a metric and its description. */
export interface MetricOptions {
  readonly name: string;
  /** One sentence. */
  readonly help: string;
  /** @default none */
  readonly labels?: readonly string[];
  /** The stability level, which precedes the help text. @default none */
  readonly stability?: Stability;
  /** The release since which it should not be used: `1.27.0`. */
  readonly deprecated?: string;
  /**
   * Whether it is shown only with `showHidden` for this release.
   * @default false
   */
  readonly hidden?: boolean;
}

/** Stability level of a metric. */
export type Stability = "STABLE" | "BETA" | "ALPHA";

/** One series of a counter or gauge. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** One series of any metric, with its number or its histogram. */
export interface Point {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number | Histogram;
}

/** Type of a metric, as scrapers know it. */
export type MetricType = "counter" | "gauge" | "histogram";

/** All series of one metric. */
export interface Family {
  readonly options: MetricOptions;
  readonly type: MetricType;
  points(): Iterable<Point> | Promise<Iterable<Point>>;
  /** Sets the counts to 0. Absent where values are states, or are read at each scrape. */
  readonly reset?: () => void;
}

/** A metric with its series at one time. */
export interface ReadFamily {
  readonly family: Family;
  readonly points: readonly Point[];
}

/** The help of a metric behind its stability and deprecation. */
export function helpOf({ help, stability, deprecated }: MetricOptions): string {
  const since = deprecated === undefined ? "" : `(Deprecated since ${deprecated}) `;
  return stability === undefined ? `${since}${help}` : `[${stability}] ${since}${help}`;
}

/**
 * Returns the cell of a tuple of label values, in the order of the labels. Frequent callers should
 * keep it.
 */
export type Series<Cell> = (...values: readonly string[]) => Cell;

/** Cells with their labels. */
export type Cells<Cell> = Iterable<readonly [Readonly<Record<string, string>>, Cell]>;

/** Replaces label values that are too many, or not allowed. */
const unexpected = "unexpected";

interface SeriesOptions<Cell> {
  readonly options: MetricOptions;
  readonly create: () => Cell;
  readonly maxSeries: number;
  /** The allowed values of a label, by label. */
  readonly allowed: ReadonlyMap<string, ReadonlySet<string>>;
  /** Called for each tuple that is counted under other values. */
  readonly onOverflow: () => void;
}

/** The cells of one metric, by label values. Series beyond the bound share one cell. */
export function createSeries<Cell>({ options, create, maxSeries, allowed, onOverflow }: SeriesOptions<Cell>): {
  readonly of: Series<Cell>;
  readonly all: () => Cells<Cell>;
} {
  const { name, labels = [] } = options;
  const cells = new Map<string, readonly [Readonly<Record<string, string>>, Cell]>();
  const isAllowed = (value: string, at: number): boolean => allowed.get(labels[at] ?? "")?.has(value) ?? true;
  const find = (values: readonly string[]): Cell => {
    if (values.length !== labels.length) throw new TypeError(`${name} has the labels ${labels.join(", ")}`);
    const key = values.join("\u0000");
    const known = cells.get(key);
    if (known !== undefined) return known[1];
    if (cells.size >= maxSeries && values.some((value) => value !== unexpected)) {
      onOverflow();
      return find(labels.map(() => unexpected));
    }
    const cell = create();
    cells.set(key, [Object.fromEntries(labels.map((label, at) => [label, values[at] ?? ""])), cell]);
    return cell;
  };
  const findAllowed = (values: readonly string[]): Cell => {
    if (values.every(isAllowed)) return find(values);
    onOverflow();
    return find(values.map((value, at) => (isAllowed(value, at) ? value : unexpected)));
  };
  const of: Series<Cell> = allowed.size === 0 ? (...values) => find(values) : (...values) => findAllowed(values);
  return { of, all: () => cells.values() };
}

/** The value of each counter or gauge. */
export function* valuePoints(cells: Cells<Counter | Gauge>): Iterable<Point> {
  for (const [labels, { value }] of cells) yield { labels, value };
}

/** Each histogram itself. */
export function* histogramPoints(cells: Cells<Histogram>): Iterable<Point> {
  for (const [labels, value] of cells) yield { labels, value };
}
