import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";

describe("an Event of the group of events", () => {
  const valid = {
    apiVersion: "v1",
    kind: "Event",
    metadata: { name: "core-event2", namespace: "ns" },
    eventTime: "2024-01-02T03:04:05.000000Z",
    reportingComponent: "example.com/c",
    reportingInstance: "c-1",
    action: "Started",
    reason: "Because",
    type: "Normal",
    involvedObject: { kind: "Pod", namespace: "ns", name: "p" },
    message: "n",
    series: { count: 2, lastObservedTime: "2024-01-02T03:04:05.000000Z" },
  };
  const judged = judgeKind(valid, { group: "events.k8s.io" });

  it.each<[object, readonly string[]]>([
    [{}, []],
    [{ eventTime: null }, ["eventTime: Required value"]],
    [{ type: "" }, ['type: Invalid value: "": has invalid value: ']],
    [{ type: "x" }, ['type: Invalid value: "": has invalid value: x']],
    [{ type: "Warning" }, []],
    [
      { reportingComponent: "" },
      [
        "reportingController: Required value",
        'reportingController: Invalid value: "": name part must be non-empty',
        `reportingController: Invalid value: "": ${formats.qualified}`,
      ],
    ],
    [{ reportingComponent: "a b" }, [`reportingController: Invalid value: "a b": ${formats.qualified}`]],
    [
      {
        reportingComponent:
          "a.b/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
      },
      [
        'reportingController: Invalid value: "a.b/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx": name part must be no more than 63 characters',
      ],
    ],
    [{ reportingInstance: "" }, ["reportingInstance: Required value"]],
    [{ reportingInstance: "x".repeat(129) }, ['reportingInstance: Invalid value: "": can have at most 128 characters']],
    [{ action: "" }, ["action: Required value"]],
    [{ action: "x".repeat(129) }, ['action: Invalid value: "": can have at most 128 characters']],
    [{ reason: "" }, ["reason: Required value"]],
    [{ reason: "x".repeat(129) }, ['reason: Invalid value: "": can have at most 128 characters']],
    [{ message: "x".repeat(1025) }, ['message: Invalid value: "": can have at most 1024 characters']],
    [{ message: "x".repeat(1024) }, []],
    [{ message: "é".repeat(600) }, ['message: Invalid value: "": can have at most 1024 characters']],
    [{ involvedObject: { namespace: "other" } }, []],
    [
      { involvedObject: { namespace: null } },
      ['involvedObject.namespace: Invalid value: "": does not match event.namespace'],
    ],
    [
      { involvedObject: { kind: "Node", namespace: null, apiVersion: "v1" } },
      ['involvedObject.namespace: Invalid value: "": does not match event.namespace'],
    ],
    [{ series: null }, []],
    [{ series: { count: 1 } }, ['series.count: Invalid value: "": should be at least 2']],
    [{ series: { lastObservedTime: null } }, ["series.lastObservedTime: Required value"]],
    [
      { series: { count: 0, lastObservedTime: null } },
      ['series.count: Invalid value: "": should be at least 2', "series.lastObservedTime: Required value"],
    ],
    [{ series: { count: -1 } }, ['series.count: Invalid value: "": should be at least 2']],
    [{ count: 1 }, ['count: Invalid value: "": needs to be unset']],
    [{ firstTimestamp: "2024-01-02T03:04:05Z" }, ['firstTimestamp: Invalid value: "": needs to be unset']],
    [{ lastTimestamp: "2024-01-02T03:04:05Z" }, ['lastTimestamp: Invalid value: "": needs to be unset']],
    [{ source: { component: "x" } }, ['source: Invalid value: "": needs to be unset']],
    [
      {
        count: 1,
        firstTimestamp: "2024-01-02T03:04:05Z",
        lastTimestamp: "2024-01-02T03:04:05Z",
        source: { component: "x" },
        type: "x",
        eventTime: null,
        reportingComponent: "",
        message: "x".repeat(1025),
        reason: "",
        action: "",
        reportingInstance: "",
        series: { count: 1 },
        involvedObject: { namespace: "other" },
      },
      [
        'involvedObject.namespace: Invalid value: "other": does not match event.namespace',
        'series.count: Invalid value: "": should be at least 2',
        "eventTime: Required value",
        'type: Invalid value: "": has invalid value: x',
        'firstTimestamp: Invalid value: "": needs to be unset',
        'lastTimestamp: Invalid value: "": needs to be unset',
        'count: Invalid value: "": needs to be unset',
        'source: Invalid value: "": needs to be unset',
      ],
    ],
  ])("created with %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      { involvedObject: { name: "x" } },
      ['involvedObject: Invalid value: {"kind":"Pod","namespace":"ns","name":"x"}: field is immutable'],
    ],
    [
      { reason: "x" },
      ['reason: Invalid value: "x": field is immutable', 'reason: Invalid value: "x": field is immutable'],
    ],
    [{ message: "x" }, ['message: Invalid value: "x": field is immutable']],
    [{ type: "Warning" }, ['type: Invalid value: "Warning": field is immutable']],
    [{ type: "x" }, ['type: Invalid value: "x": field is immutable']],
    [{ action: "x" }, ['action: Invalid value: "x": field is immutable']],
    [{ related: { kind: "x" } }, ['related: Invalid value: {"kind":"x"}: field is immutable']],
    [{ reportingComponent: "x" }, ['reportingController: Invalid value: "x": field is immutable']],
    [
      { reportingComponent: "a b" },
      [
        `reportingController: Invalid value: "a b": ${formats.qualified}`,
        'reportingController: Invalid value: "a b": field is immutable',
      ],
    ],
    [{ reportingInstance: "x" }, ['reportingInstance: Invalid value: "x": field is immutable']],
    [
      { eventTime: "2024-01-02T03:04:06.000000Z" },
      ["eventTime: Invalid value: 2024-01-02 03:04:06 +0000 UTC: field is immutable"],
    ],
    [{ eventTime: null }, ["eventTime: Invalid value: 0001-01-01 00:00:00 +0000 UTC: field is immutable"]],
    [{ count: 1 }, ["count: Invalid value: 1: field is immutable"]],
    [
      { firstTimestamp: "2024-01-02T03:04:05Z" },
      ["firstTimestamp: Invalid value: 2024-01-02 03:04:05 +0000 UTC: field is immutable"],
    ],
    [
      { lastTimestamp: "2024-01-02T03:04:05Z" },
      ["lastTimestamp: Invalid value: 2024-01-02 03:04:05 +0000 UTC: field is immutable"],
    ],
    [{ source: { component: "x" } }, ['source: Invalid value: {"component":"x"}: field is immutable']],
    [{ series: { count: 3 } }, []],
    [{ series: { count: 1 } }, ['series.count: Invalid value: "": should be at least 2']],
    [{ series: null }, []],
    [{ metadata: { labels: { a: "b" } } }, []],
    [
      { involvedObject: { namespace: "other" } },
      ['involvedObject: Invalid value: {"kind":"Pod","namespace":"other","name":"p"}: field is immutable'],
    ],
    [
      {
        type: "x",
        involvedObject: { name: "x" },
        reason: "",
        message: "x",
        action: "",
        related: { kind: "x" },
        reportingComponent: "",
        reportingInstance: "",
        count: 1,
        firstTimestamp: "2024-01-02T03:04:05Z",
        lastTimestamp: "2024-01-02T03:04:05Z",
        source: { component: "x" },
        eventTime: null,
        series: { count: 1 },
      },
      [
        'series.count: Invalid value: "": should be at least 2',
        'involvedObject: Invalid value: {"kind":"Pod","namespace":"ns","name":"x"}: field is immutable',
        'reason: Invalid value: "": field is immutable',
        'message: Invalid value: "x": field is immutable',
        'source: Invalid value: {"component":"x"}: field is immutable',
        "firstTimestamp: Invalid value: 2024-01-02 03:04:05 +0000 UTC: field is immutable",
        "lastTimestamp: Invalid value: 2024-01-02 03:04:05 +0000 UTC: field is immutable",
        "count: Invalid value: 1: field is immutable",
        'reason: Invalid value: "": field is immutable',
        'type: Invalid value: "x": field is immutable',
        "eventTime: Invalid value: 0001-01-01 00:00:00 +0000 UTC: field is immutable",
        'action: Invalid value: "": field is immutable',
        'related: Invalid value: {"kind":"x"}: field is immutable',
        'reportingController: Invalid value: "": field is immutable',
        'reportingInstance: Invalid value: "": field is immutable',
      ],
    ],
  ])("updated with %j", (patch, errors) => {
    expect(judged.update(patch)).toEqual(errors);
  });
});
