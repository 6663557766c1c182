import type { Counter, Gauge, Histogram } from "./cells.ts";

/** What one metric is called, and what is known of it. */
export interface MetricOptions {
  readonly name: string;
  /** One sentence. */
  readonly help: string;
  /** @default none */
  readonly labels?: readonly string[];
  /** How far others may build on it; stands in front of the help. @default not told */
  readonly stability?: Stability;
  /** The release since which it should not be used: `1.27.0`. */
  readonly deprecated?: string;
  /**
   * Whether it is only shown to those who ask for what was hidden in this release.
   * @default false
   */
  readonly hidden?: boolean;
}

/** Stability level of a metric. */
export type Stability = "STABLE" | "BETA" | "ALPHA";

/** One line of the exposition. */
export interface Sample {
  /** Appended to the name: `_bucket`, `_sum`, `_count`. */
  readonly suffix?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** All series of one metric. */
export interface Family {
  readonly options: MetricOptions;
  readonly type: "counter" | "gauge" | "histogram";
  samples(): Iterable<Sample> | Promise<Iterable<Sample>>;
}

/**
 * Gives the cell of a tuple of label values, in the order of the labels. To be held by whoever
 * counts often.
 */
export type Series<Cell> = (...values: readonly string[]) => Cell;

/** Cells with their labels. */
export type Cells<Cell> = Iterable<readonly [Readonly<Record<string, string>>, Cell]>;

/** What stands for all values of a label once there are too many. */
const unexpected = "unexpected";

interface SeriesOptions<Cell> {
  readonly options: MetricOptions;
  readonly create: () => Cell;
  readonly maxSeries: number;
  /** Told of each tuple that came after there were too many. */
  readonly onOverflow: () => void;
}

/** The cells of one metric, by label values. What comes past the bound is counted together. */
export function createSeries<Cell>({ options, create, maxSeries, onOverflow }: SeriesOptions<Cell>): {
  readonly of: Series<Cell>;
  readonly all: () => Cells<Cell>;
} {
  const { name, labels = [] } = options;
  const cells = new Map<string, readonly [Readonly<Record<string, string>>, Cell]>();
  const of = (...values: readonly string[]): Cell => {
    if (values.length !== labels.length) throw new TypeError(`${name} has the labels ${labels.join(", ")}`);
    const key = values.join("\u0000");
    const known = cells.get(key);
    if (known !== undefined) return known[1];
    if (cells.size >= maxSeries && values.some((value) => value !== unexpected)) {
      onOverflow();
      return of(...labels.map(() => unexpected));
    }
    const cell = create();
    cells.set(key, [Object.fromEntries(labels.map((label, at) => [label, values[at] ?? ""])), cell]);
    return cell;
  };
  return { of, all: () => cells.values() };
}

/** The value of each counter or gauge. */
export function* valueSamples(cells: Cells<Counter | Gauge>): Iterable<Sample> {
  for (const [labels, { value }] of cells) yield { labels, value };
}

/** Of each histogram the buckets, the sum and the number of values. */
export function* histogramSamples(cells: Cells<Histogram>): Iterable<Sample> {
  for (const [labels, histogram] of cells) {
    let all = 0;
    for (const { bound, count } of histogram.buckets()) {
      all = count;
      const le = bound === Number.POSITIVE_INFINITY ? "+Inf" : String(bound);
      yield { suffix: "_bucket", labels: { ...labels, le }, value: count };
    }
    yield { suffix: "_sum", labels, value: histogram.sum };
    yield { suffix: "_count", labels, value: all };
  }
}
