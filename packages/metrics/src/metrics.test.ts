import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Histogram } from "./cells.ts";
import { createMetrics, createMetricsRegistry, type MetricsOptions } from "./metrics.ts";

const lines = async (metrics: ReturnType<typeof createMetrics>, format: "text" | "openmetrics" = "text") =>
  (await metrics.expose(format)).body.toString().trimEnd().split("\n");

describe("histograms", () => {
  test("count each value in the first bucket that it fits in, as a naive count does", () => {
    const bounds = fc.uniqueArray(fc.double({ min: -100, max: 100, noNaN: true }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(bounds, fc.array(fc.double({ min: -150, max: 150, noNaN: true })), (unsorted, values) => {
        const sorted = [...unsorted].sort((a, b) => a - b);
        const histogram = new Histogram(sorted);
        for (const value of values) histogram.observe(value);
        const want = [...sorted, Number.POSITIVE_INFINITY].map((bound) => ({
          bound,
          count: values.filter((value) => value <= bound).length,
        }));
        expect(histogram.buckets()).toEqual(want);
      }),
    );
  });
});

describe("metrics", () => {
  const some = (options?: MetricsOptions) => {
    const { metrics } = createMetricsRegistry(options);
    const requests = metrics.counter({
      name: "requests_total",
      help: 'Requests, "quoted".',
      labels: ["code", "verb"],
      stability: "STABLE",
    });
    requests("200", "GET").add();
    requests("200", "GET").add(2);
    requests("404", 'a"b\n').add();
    const attempts = metrics.counter({ name: "attempts", help: "Attempts.", deprecated: "1.30.0", stability: "ALPHA" });
    attempts().add();
    metrics.gauge({ name: "open", help: "Open.", hidden: true })().set(-3);
    metrics
      .histogram({ name: "seconds", help: "Seconds.", buckets: [0.1, 1] })()
      .observe(0.5);
    metrics.gauge({ name: "unused", help: "Never set.", labels: ["a"] });
    return metrics;
  };

  test("are written by name, with their stability, and not where they have no values", async () => {
    expect(await lines(some())).toEqual([
      "# HELP attempts [ALPHA] (Deprecated since 1.30.0) Attempts.",
      "# TYPE attempts counter",
      "attempts 1",
      '# HELP requests_total [STABLE] Requests, "quoted".',
      "# TYPE requests_total counter",
      'requests_total{code="200",verb="GET"} 3',
      'requests_total{code="404",verb="a\\"b\\n"} 1',
      "# HELP seconds Seconds.",
      "# TYPE seconds histogram",
      'seconds_bucket{le="0.1"} 0',
      'seconds_bucket{le="1"} 1',
      'seconds_bucket{le="+Inf"} 1',
      "seconds_sum 0.5",
      "seconds_count 1",
    ]);
  });

  test("have the same names in OpenMetrics, also non-counters", async () => {
    const metrics = some();
    const open = await lines(metrics, "openmetrics");
    expect(open).toContain("# TYPE requests counter");
    expect(open).toContain('requests_total{code="200",verb="GET"} 3');
    expect(open).toContain("# TYPE attempts unknown");
    expect(open).toContain("attempts 1");
    expect(open.at(-1)).toBe("# EOF");
    expect(await lines(metrics), "writing one form changes nothing of the other").toContain(
      'requests_total{code="200",verb="GET"} 3',
    );
  });

  test("that are hidden or disabled are shown only on request", async () => {
    expect(await lines(some({ showHidden: true }))).toContain("open -3");
    const few = await lines(some({ disabled: ["requests_total", "seconds"] }));
    expect(few.filter((line) => !line.startsWith("#"))).toEqual(["attempts 1"]);
  });

  test("have a bounded number of series: those beyond share one", async () => {
    const metrics = createMetrics({ maxSeries: 2 });
    const of = metrics.counter({ name: "by_name", help: "By name.", labels: ["name"] });
    for (const name of ["a", "b", "c", "d", "a"]) of(name).add();
    const received = await lines(metrics);
    expect(received).toContain('by_name{name="a"} 2');
    expect(received).toContain('by_name{name="unexpected"} 2');
    expect(received).toContain("cardinality_enforcement_unexpected_categorizations_total 2");
  });

  test("count values of a label that are not allowed together", async () => {
    const allowedLabels = new Map([["by_verb,verb", new Set(["GET", "PUT"])]]);
    const metrics = createMetrics({ allowedLabels });
    const of = metrics.counter({ name: "by_verb", help: "By verb.", labels: ["code", "verb"] });
    for (const verb of ["GET", "POST", "HEAD"]) of("200", verb).add();
    const other = metrics.counter({ name: "other", help: "Others.", labels: ["verb"] });
    other("POST").add();
    const received = await lines(metrics);
    expect(received).toContain('by_verb{code="200",verb="GET"} 1');
    expect(received).toContain('by_verb{code="200",verb="unexpected"} 2');
    expect(received).toContain('other{verb="POST"} 1');
    expect(received).toContain("cardinality_enforcement_unexpected_categorizations_total 2");
  });

  test("have one name each, and the labels that they have", () => {
    const metrics = some();
    expect(() => metrics.counter({ name: "open", help: "Again." })).toThrow("there is a metric open already");
    const labelled = metrics.counter({ name: "labelled", help: "Labelled.", labels: ["a"] });
    expect(() => labelled()).toThrow("labelled has the labels a");
  });

  test("of the process are exposed only when enabled", async () => {
    const received = await lines(createMetrics({ process: true }));
    const names = received.filter((line) => line.startsWith("# TYPE ")).map((line) => line.split(" ")[2]);
    expect(names).toEqual(
      expect.arrayContaining([
        "go_goroutines",
        "nodejs_active_resources_total",
        "nodejs_eventloop_lag_p99_seconds",
        "nodejs_eventloop_lag_seconds",
        "nodejs_heap_size_used_bytes",
        "nodejs_heap_space_size_used_bytes",
        "nodejs_version_info",
        "process_cpu_seconds_total",
        "process_network_receive_bytes_total",
        "process_network_transmit_bytes_total",
        "process_resident_memory_bytes",
        "process_start_time_seconds",
        "process_virtual_memory_max_bytes",
      ]),
    );
    expect((await lines(createMetrics())).some((line) => line.includes("process_"))).toBe(false);
  });

  test("are written with the numbers and escapes of the format", async () => {
    const { metrics } = createMetricsRegistry();
    const value = metrics.gauge({ name: "value", help: "A back\\slash and\na line.", labels: ["of"] });
    for (const [of, number] of [
      ["nan", Number.NaN],
      ["largest", Number.POSITIVE_INFINITY],
      ["smallest", Number.NEGATIVE_INFINITY],
      ["back\\slash", 1e21],
    ] as const)
      value(of).set(number);
    expect(await lines(metrics)).toEqual([
      "# HELP value A back\\\\slash and\\na line.",
      "# TYPE value gauge",
      'value{of="nan"} NaN',
      'value{of="largest"} +Inf',
      'value{of="smallest"} -Inf',
      'value{of="back\\\\slash"} 1e+21',
    ]);
  });
});

test("reset sets counters and histograms to 0, and leaves gauges", async () => {
  const { metrics } = createMetricsRegistry();
  const counter = metrics.counter({ name: "requests_total", help: "Requests." })();
  const gauge = metrics.gauge({ name: "running", help: "Running." })();
  const histogram = metrics.histogram({ name: "seconds", help: "Durations.", buckets: [1] })();
  counter.add(3);
  gauge.add(2);
  histogram.observe(0.5);
  metrics.reset();
  const text = (await lines(metrics)).filter((line) => !line.startsWith("#"));
  expect(text).toEqual([
    "requests_total 0",
    "running 2",
    'seconds_bucket{le="1"} 0',
    'seconds_bucket{le="+Inf"} 0',
    "seconds_sum 0",
    "seconds_count 0",
  ]);
  counter.add();
  expect(await lines(metrics)).toContain("requests_total 1");
});

test("numbers are written as Prometheus' own libraries write them", async () => {
  const metrics = createMetrics();
  const bounds = [1e-8, 0.00005, 0.0001, 0.5, 604_800, 1_000_000, 2_592_000, 1.5e21];
  metrics.histogram({ name: "a_seconds", help: "A.", buckets: bounds })().observe(1_234_567);
  const text = (await lines(metrics)).join("\n");
  expect([...text.matchAll(/le="([^"]+)"/g)].map(([, le]) => le)).toEqual([
    "1e-08",
    "5e-05",
    "0.0001",
    "0.5",
    "604800",
    "1e+06",
    "2.592e+06",
    "1.5e+21",
    "+Inf",
  ]);
  expect(text).toContain("a_seconds_sum 1.234567e+06");
});

test("values that are kept elsewhere are added before the metrics are read or reset", async () => {
  const { metrics } = createMetricsRegistry();
  const counter = metrics.counter({ name: "served_total", help: "Requests that were served." })();
  let kept = 3;
  metrics.beforeRead(() => {
    counter.add(kept);
    kept = 0;
  });
  expect(await lines(metrics)).toContain("served_total 3");
  kept = 2;
  metrics.reset();
  expect([kept, counter.value]).toEqual([0, 0]);
});

test.each(["text", "openmetrics", "protobuf"] as const)(
  "many series are written as %s in several turns",
  async (format) => {
    const { metrics } = createMetricsRegistry({});
    for (let at = 0; at < 20; at++) {
      const seconds = metrics.histogram({
        name: `seconds_${at}`,
        help: "Seconds.",
        labels: ["resource"],
        buckets: [1, 2, 4],
      });
      for (let resource = 0; resource < 100; resource++) seconds(`resource-${resource}`).observe(3);
    }
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await metrics.expose(format);
    isOver = true;
    expect(turns).toBeGreaterThan(2);
  },
);
