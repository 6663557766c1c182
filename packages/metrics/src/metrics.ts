import {
  aBoolean,
  aFunction,
  aMap,
  aNonNegativeNumber,
  aString,
  checkArgument,
  type Expected,
  listOf,
  optional,
  optionsOf,
} from "@svc/base/check";
import { Counter, Gauge, Histogram } from "./cells.ts";
import { type Exposition, type ExpositionFormat, exposeMetrics } from "./exposition.ts";
import {
  type Cells,
  createSeries,
  type Family,
  histogramPoints,
  type MetricOptions,
  type MetricType,
  type Point,
  type Sample,
  type Series,
  valuePoints,
} from "./family.ts";
import {
  type CollectedOptions,
  expectedCollected,
  expectedHistogram,
  expectedMetric,
  type HistogramOptions,
} from "./metric-kinds.ts";
import { addProcessMetrics } from "./process-metrics.ts";

/** A metric without its values. */
export interface MetricDescription extends MetricOptions {
  readonly type: MetricType;
}

/**
 * The metrics of one server. Names are unique: a second metric of the same name is a `TypeError`.
 */
export interface Metrics {
  counter(options: MetricOptions): Series<Counter>;
  gauge(options: MetricOptions): Series<Gauge>;
  histogram(options: HistogramOptions): Series<Histogram>;
  /** Adds a metric whose values are read at each scrape. */
  collected(options: CollectedOptions): void;
  /**
   * The value of a function for these metrics; it is called once. Parts of a server that count in
   * the same metrics get them through it.
   */
  once<T, Args extends readonly unknown[]>(create: (metrics: Metrics, ...args: Args) => T, ...args: Args): T;
  /**
   * Calls back before the metrics are read or reset: so that values that are counted elsewhere can
   * be added to their cells.
   */
  beforeRead(settle: () => void): void;
  /** The descriptions of all metrics, shown or not, sorted by name. */
  describe(): readonly MetricDescription[];
  /** Sets counters and histograms to 0. Gauges stay, since they are states. */
  reset(): void;
  /** All that are shown, in a format that scrapers read. */
  expose(format: ExpositionFormat): Promise<Exposition>;
}

/** Options of `createMetrics`. */
export interface MetricsOptions {
  /**
   * Whether metrics of the process and of Node are included: for the main server of a process.
   * @default false
   */
  readonly process?: boolean;
  /** Names that are not shown. */
  readonly disabled?: readonly string[];
  /** Whether hidden ones are shown. @default false */
  readonly showHidden?: boolean;
  /**
   * Series of one metric; those beyond share the label values `unexpected`.
   * @default 10,000
   */
  readonly maxSeries?: number;
  /**
   * The allowed values of a label, by `<metric>,<label>`; other values become `unexpected`.
   * @default all values
   */
  readonly allowedLabels?: ReadonlyMap<string, ReadonlySet<string>>;
}

const metricsOptions = optionsOf<MetricsOptions>({
  process: optional(aBoolean),
  disabled: optional(listOf(aString)),
  showHidden: optional(aBoolean),
  maxSeries: optional(aNonNegativeNumber),
  allowedLabels: optional(aMap),
});

/** Creates a set of metrics with metrics about itself. @throws {TypeError} for a wrong argument */
export function createMetrics(options: MetricsOptions = {}): Metrics {
  checkArgument("createMetrics: options", options, metricsOptions);
  const { disabled = [], showHidden = false } = options;
  const { metrics, families, overflow } = createMetricsRegistry(options);
  addSelfMetrics(metrics, { families, disabled, showHidden, overflow });
  return metrics;
}

interface MetricsRegistry {
  readonly metrics: Metrics;
  readonly families: ReadonlyMap<string, Family>;
  /** The number of times that a metric had too many series. */
  readonly overflow: Counter;
}

/** A kind of metric: its options, and the cells that hold its values. */
interface CellKind<Cell, Options extends MetricOptions> {
  readonly type: MetricType;
  readonly expected: Expected<Options>;
  readonly create: (options: Options) => Cell;
  readonly points: (cells: Cells<Cell>) => Iterable<Point>;
  readonly reset?: (cell: Cell) => void;
}

const counterKind: CellKind<Counter, MetricOptions> = {
  type: "counter",
  expected: expectedMetric,
  create: () => new Counter(),
  points: valuePoints,
  reset: (cell) => cell.reset(),
};
const gaugeKind: CellKind<Gauge, MetricOptions> = {
  type: "gauge",
  expected: expectedMetric,
  create: () => new Gauge(),
  points: valuePoints,
};
const histogramKind: CellKind<Histogram, HistogramOptions> = {
  type: "histogram",
  expected: expectedHistogram,
  create: ({ buckets }) => new Histogram(buckets),
  points: histogramPoints,
  reset: (cell) => cell.reset(),
};

function resetAll<Cell>(cells: Cells<Cell>, reset: (cell: Cell) => void): void {
  for (const [, cell] of cells) reset(cell);
}

/** The allowed values of the labels of one metric, by label. */
function allowedOf(
  name: string,
  labels: readonly string[],
  allowedLabels: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    labels.flatMap((label) => {
      const values = allowedLabels.get(`${name},${label}`);
      return values === undefined ? [] : [[label, values] as const];
    }),
  );
}

/** A set of metrics with nothing in it. @throws {TypeError} for a wrong argument */
export function createMetricsRegistry(options: MetricsOptions = {}): MetricsRegistry {
  checkArgument("createMetricsRegistry: options", options, metricsOptions);
  const { disabled = [], showHidden = false, maxSeries = 10_000, allowedLabels = new Map() } = options;
  const families = new Map<string, Family>();
  const overflow = new Counter();
  const created = new Map<unknown, unknown>();
  const settlers: (() => void)[] = [];
  const settleAll = (): void => {
    for (const settle of settlers) settle();
  };
  const add =
    <Cell, Options extends MetricOptions>(kind: CellKind<Cell, Options>) =>
    (familyOptions: Options): Series<Cell> => {
      const { type, create, points, reset } = kind;
      checkArgument(`${type}: options`, familyOptions, kind.expected);
      const { name, labels = [] } = familyOptions;
      const allowed = allowedLabels.size === 0 ? allowedLabels : allowedOf(name, labels, allowedLabels);
      const series = createSeries({
        options: familyOptions,
        create: () => create(familyOptions),
        maxSeries,
        allowed,
        onOverflow: () => overflow.add(),
      });
      register({
        options: familyOptions,
        type,
        points: () => points(series.all()),
        ...(reset === undefined ? {} : { reset: () => resetAll(series.all(), reset) }),
      });
      return series.of;
    };
  const register = (family: Family): void => {
    const { name } = family.options;
    if (families.has(name)) throw new TypeError(`there is a metric ${name} already`);
    families.set(name, family);
  };
  const isShown = ({ options: { name, hidden = false } }: Family): boolean =>
    !disabled.includes(name) && (!hidden || showHidden);
  const metrics: Metrics = {
    counter: add(counterKind),
    gauge: add(gaugeKind),
    histogram: add(histogramKind),
    collected: (collectedOptions) => {
      checkArgument("collected: options", collectedOptions, expectedCollected);
      const { type, collect, ...familyOptions } = collectedOptions;
      register({ options: familyOptions, type, points: collect });
    },
    once: <T, Args extends readonly unknown[]>(create: (of: Metrics, ...rest: Args) => T, ...rest: Args): T => {
      checkArgument("once: create", create, aFunction);
      if (!created.has(create)) created.set(create, create(metrics, ...rest));
      return created.get(create) as T; // The key determines the type.
    },
    beforeRead: (settle) => {
      checkArgument("beforeRead: settle", settle, aFunction);
      settlers.push(settle);
    },
    describe: () => descriptionsOf(families.values()),
    reset: () => {
      settleAll();
      for (const { reset } of families.values()) reset?.();
    },
    expose: (format) => {
      settleAll();
      return exposeMetrics([...families.values()].filter(isShown), format);
    },
  };
  if (options.process === true) addProcessMetrics(metrics);
  return { metrics, families, overflow };
}

function descriptionsOf(families: Iterable<Family>): readonly MetricDescription[] {
  return [...families].map(({ type, options }) => ({ ...options, type })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Metrics about the number of metrics. */
function addSelfMetrics(
  metrics: Metrics,
  familyOptions: {
    readonly families: ReadonlyMap<string, Family>;
    readonly disabled: readonly string[];
    readonly showHidden: boolean;
    readonly overflow: Counter;
  },
): void {
  const all = (): readonly Family[] => [...familyOptions.families.values()];
  const one = (value: number): readonly Sample[] => [{ labels: {}, value }];
  metrics.collected({
    name: "cardinality_enforcement_unexpected_categorizations_total",
    help: "How often a value was counted under other labels, since a metric had too many.",
    stability: "ALPHA",
    type: "counter",
    collect: () => one(familyOptions.overflow.value),
  });
  metrics.collected({
    name: "disabled_metrics_total",
    help: "How many metrics are turned off.",
    stability: "BETA",
    type: "counter",
    collect: () => one(all().filter(({ options }) => familyOptions.disabled.includes(options.name)).length),
  });
  metrics.collected({
    name: "hidden_metrics_total",
    help: "How many metrics are hidden.",
    stability: "BETA",
    type: "counter",
    collect: () => one(familyOptions.showHidden ? 0 : all().filter(({ options }) => options.hidden === true).length),
  });
  metrics.collected({
    name: "registered_metrics_total",
    help: "Number of metrics, by stability, and by the release that deprecated them.",
    labels: ["deprecated_version", "stability_level"],
    stability: "BETA",
    type: "counter",
    collect: () => {
      const counts = new Map<string, Sample>();
      for (const { options } of all()) {
        const labels = { deprecated_version: options.deprecated ?? "", stability_level: options.stability ?? "" };
        const key = JSON.stringify(labels);
        counts.set(key, { labels, value: (counts.get(key)?.value ?? 0) + 1 });
      }
      return counts.values();
    },
  });
}
