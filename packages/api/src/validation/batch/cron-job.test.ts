import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";
import { podSpec } from "../testing/pods.ts";

const cronJob = {
  apiVersion: "batch/v1",
  kind: "CronJob",
  metadata: { name: "run" },
  spec: {
    schedule: "* * * * *",
    jobTemplate: {
      spec: {
        template: {
          spec: { ...podSpec, restartPolicy: "Never" },
        },
      },
    },
    concurrencyPolicy: "Allow",
    suspend: false,
    successfulJobsHistoryLimit: 3,
    failedJobsHistoryLimit: 1,
  },
};

describe("a cron job", () => {
  const judged = judgeKind(cronJob);

  it.each<[object, readonly string[]]>([
    [
      {
        metadata: { name: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" },
        spec: {
          schedule: "",
          concurrencyPolicy: "x",
          startingDeadlineSeconds: -1,
          successfulJobsHistoryLimit: -1,
          failedJobsHistoryLimit: -1,
          jobTemplate: {
            spec: {
              template: { spec: { restartPolicy: "Never", containers: [{ name: "c", image: "i" }] } },
              parallelism: -1,
              selector: { matchLabels: { a: "b" } },
              manualSelector: true,
            },
          },
        },
      },
      [
        "spec.schedule: Required value",
        "spec.startingDeadlineSeconds: Invalid value: -1: must be greater than or equal to 0",
        'spec.concurrencyPolicy: Unsupported value: "x": supported values: "Allow", "Forbid", "Replace"',
        "spec.jobTemplate.spec.parallelism: Invalid value: -1: must be greater than or equal to 0",
        'spec.jobTemplate.spec.selector: Invalid value: {"matchLabels":{"a":"b"}}: `selector` will be auto-generated',
        'spec.jobTemplate.spec.manualSelector: Unsupported value: true: supported values: "nil", "false"',
        "spec.successfulJobsHistoryLimit: Invalid value: -1: must be greater than or equal to 0",
        "spec.failedJobsHistoryLimit: Invalid value: -1: must be greater than or equal to 0",
        'metadata.name: Invalid value: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": must be no more than 52 characters',
      ],
    ],
  ])("is made of %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      {
        jobTemplate: { spec: { maxFailedIndexes: 1, template: { spec: { restartPolicy: "Always", containers: [] } } } },
      },
      [
        "spec.jobTemplate.spec.backoffLimitPerIndex: Required value: when maxFailedIndexes is specified",
        "spec.jobTemplate.spec.maxFailedIndexes: Invalid value: 1: requires indexed completion mode",
        "spec.jobTemplate.spec.template.spec.containers: Required value",
        'spec.jobTemplate.spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"',
      ],
    ],
    [
      { jobTemplate: { spec: { template: { metadata: { labels: { _: "x" } } } } } },
      [`spec.jobTemplate.spec.template.labels: Invalid value: "_": ${formats.qualified}`],
    ],
  ])("is made of %j", (spec, errors) => {
    expect(judged.create({ spec })).toEqual(errors);
  });
});

describe("schedules", () => {
  const judged = judgeKind(cronJob);

  it.each<[object, readonly string[]]>([
    [{ schedule: "@daily" }, []],
    [{ schedule: "@every 5m" }, []],
    [
      { schedule: "@every x" },
      ['spec.schedule: Invalid value: "@every x": failed to parse duration @every x: time: invalid duration "x"'],
    ],
    [{ schedule: "@foo" }, ['spec.schedule: Invalid value: "@foo": unrecognized descriptor: @foo']],
    [{ schedule: "@" }, ['spec.schedule: Invalid value: "@": unrecognized descriptor: @']],
    [
      { schedule: "TZ=UTC * * * * *" },
      [
        'spec.schedule: Invalid value: "TZ=UTC * * * * *": cannot use TZ or CRON_TZ in schedule, use timeZone field instead',
      ],
    ],
    [
      { schedule: "CRON_TZ=Foo/Bar * * * * *" },
      [
        'spec.schedule: Invalid value: "CRON_TZ=Foo/Bar * * * * *": provided bad location Foo/Bar: unknown time zone Foo/Bar',
        'spec.schedule: Invalid value: "CRON_TZ=Foo/Bar * * * * *": cannot use TZ or CRON_TZ in schedule, use timeZone field instead',
      ],
    ],
    [
      { schedule: "* * * *" },
      ['spec.schedule: Invalid value: "* * * *": expected exactly 5 fields, found 4: [* * * *]'],
    ],
    [
      { schedule: "* * * * * *" },
      ['spec.schedule: Invalid value: "* * * * * *": expected exactly 5 fields, found 6: [* * * * * *]'],
    ],
    [
      { schedule: "60 * * * *" },
      ['spec.schedule: Invalid value: "60 * * * *": end of range (60) above maximum (59): 60'],
    ],
    [
      { schedule: "* 24 * * *" },
      ['spec.schedule: Invalid value: "* 24 * * *": end of range (24) above maximum (23): 24'],
    ],
    [
      { schedule: "* * 0 * *" },
      ['spec.schedule: Invalid value: "* * 0 * *": beginning of range (0) below minimum (1): 0'],
    ],
    [
      { schedule: "* * 32 * *" },
      ['spec.schedule: Invalid value: "* * 32 * *": end of range (32) above maximum (31): 32'],
    ],
    [
      { schedule: "* * * 13 *" },
      ['spec.schedule: Invalid value: "* * * 13 *": end of range (13) above maximum (12): 13'],
    ],
    [
      { schedule: "* * * FOO *" },
      [
        'spec.schedule: Invalid value: "* * * FOO *": failed to parse int from FOO: strconv.Atoi: parsing "FOO": invalid syntax',
      ],
    ],
    [{ schedule: "* * * * 7" }, ['spec.schedule: Invalid value: "* * * * 7": end of range (7) above maximum (6): 7']],
    [
      { schedule: "*/0 * * * *" },
      ['spec.schedule: Invalid value: "*/0 * * * *": step of range should be a positive number: */0'],
    ],
    [
      { schedule: "5-1 * * * *" },
      ['spec.schedule: Invalid value: "5-1 * * * *": beginning of range (5) beyond end of range (1): 5-1'],
    ],
    [{ schedule: "1-2-3 * * * *" }, ['spec.schedule: Invalid value: "1-2-3 * * * *": too many hyphens: 1-2-3']],
    [{ schedule: "*/5/2 * * * *" }, ['spec.schedule: Invalid value: "*/5/2 * * * *": too many slashes: */5/2']],
    [
      { schedule: "*/x * * * *" },
      [
        'spec.schedule: Invalid value: "*/x * * * *": failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax',
      ],
    ],
    [
      { schedule: "-1 * * * *" },
      [
        'spec.schedule: Invalid value: "-1 * * * *": failed to parse int from : strconv.Atoi: parsing "": invalid syntax',
      ],
    ],
    [{ schedule: "1, * * * *" }, []],
    [{ schedule: "? ? * JAN MON-FRI" }, []],
    [{ schedule: "0-59/70 * * * *" }, []],
    [{ schedule: "5/15 * * * *" }, []],
    [{ schedule: " * * * * *" }, []],
  ])("is made of %j", (spec, errors) => {
    expect(judged.create({ spec })).toEqual(errors);
  });
});

describe("time zones", () => {
  const judged = judgeKind(cronJob);

  it.each<[object, readonly string[]]>([
    [{ timeZone: "" }, ['spec.timeZone: Invalid value: "": timeZone must be nil or non-empty string']],
    [
      { timeZone: "Local" },
      [
        'spec.timeZone: Invalid value: "Local": timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones',
      ],
    ],
    [
      { timeZone: "local" },
      [
        'spec.timeZone: Invalid value: "local": timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones',
        'spec.timeZone: Invalid value: "local": unknown time zone local',
      ],
    ],
    [{ timeZone: "Foo/Bar" }, ['spec.timeZone: Invalid value: "Foo/Bar": unknown time zone Foo/Bar']],
    [{ timeZone: "Europe/Berlin" }, []],
    [{ timeZone: "europe/berlin" }, ['spec.timeZone: Invalid value: "europe/berlin": unknown time zone europe/berlin']],
    [{ timeZone: "CET" }, []],
    [{ timeZone: "UTC" }, []],
    [{ timeZone: " " }, ['spec.timeZone: Invalid value: " ": unknown time zone  ']],
    [{ timeZone: "../x" }, ['spec.timeZone: Invalid value: "../x": unknown time zone ../x']],
    [{ timeZone: "+01:00" }, ['spec.timeZone: Invalid value: "+01:00": unknown time zone +01:00']],
  ])("is made of %j", (spec, errors) => {
    expect(judged.create({ spec })).toEqual(errors);
  });
});

describe("a cron job that is there", () => {
  const judged = judgeKind(cronJob);

  it.each<[object, readonly string[]]>([
    [
      { schedule: "TZ=UTC * * * * *" },
      [
        'spec.schedule: Invalid value: "TZ=UTC * * * * *": cannot use TZ or CRON_TZ in schedule, use timeZone field instead',
      ],
    ],
    [{ timeZone: "x" }, ['spec.timeZone: Invalid value: "x": unknown time zone x']],
    [
      { jobTemplate: { spec: { template: { spec: { containers: [] } } } } },
      ["spec.jobTemplate.spec.template.spec.containers: Required value"],
    ],
  ])("changes by %j", (spec, errors) => {
    expect(judged.update({ spec })).toEqual(errors);
  });
});
