import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { merged } from "../testing/judge.ts";
import { judgeKind } from "../testing/judge-kind.ts";

describe("an Event of the core group", () => {
  const valid = {
    apiVersion: "v1",
    kind: "Event",
    involvedObject: { kind: "Pod", namespace: "ns", name: "p" },
    reason: "Started",
    message: "m",
    type: "Normal",
    source: { component: "c" },
    count: 1,
    metadata: { name: "core-event", namespace: "ns" },
  };
  const judged = judgeKind(valid);

  it.each<[object, readonly string[]]>([
    [{}, []],
    [{ metadata: { name: "a b" } }, []],
    [
      { involvedObject: { namespace: "other" } },
      ['involvedObject.namespace: Invalid value: "other": does not match event.namespace'],
    ],
    [
      { involvedObject: { namespace: null } },
      ['involvedObject.namespace: Invalid value: "": does not match event.namespace'],
    ],
    [
      { involvedObject: { namespace: "default" } },
      ['involvedObject.namespace: Invalid value: "default": does not match event.namespace'],
    ],
    [
      { involvedObject: { namespace: "" } },
      ['involvedObject.namespace: Invalid value: "": does not match event.namespace'],
    ],
    [
      { involvedObject: { kind: "Node", namespace: "other" } },
      ['involvedObject.namespace: Invalid value: "other": does not match event.namespace'],
    ],
    [
      { involvedObject: { kind: "Node", namespace: null } },
      ['involvedObject.namespace: Invalid value: "": does not match event.namespace'],
    ],
    [
      { involvedObject: { kind: "Node", namespace: null, apiVersion: "v1" } },
      ['involvedObject.namespace: Invalid value: "": does not match event.namespace'],
    ],
    [{ involvedObject: { kind: "Node", apiVersion: "v1", namespace: "ns" } }, []],
    [
      { involvedObject: { kind: "Foo", apiVersion: "x/v1", namespace: null } },
      ['involvedObject.namespace: Invalid value: "": does not match event.namespace'],
    ],
    [
      { involvedObject: { kind: "Foo", apiVersion: "a/b/c", namespace: "other" } },
      ['involvedObject.namespace: Invalid value: "other": does not match event.namespace'],
    ],
    [{ reason: "x".repeat(2000), message: "x".repeat(2000), type: "x" }, []],
    [{ type: "" }, []],
    [
      { eventTime: "2024-01-02T03:04:05.000000Z" },
      [
        "reportingComponent: Required value",
        'reportingComponent: Invalid value: "": name part must be non-empty',
        `reportingComponent: Invalid value: "": ${formats.qualified}`,
        "reportingInstance: Required value",
        "action: Required value",
      ],
    ],
    [
      {
        eventTime: "2024-01-02T03:04:05.000000Z",
        reportingComponent: "a b",
        reportingInstance: "",
        action: "",
        reason: "",
      },
      [
        `reportingComponent: Invalid value: "a b": ${formats.qualified}`,
        "reportingInstance: Required value",
        "action: Required value",
        "reason: Required value",
      ],
    ],
    [
      {
        eventTime: "2024-01-02T03:04:05.000000Z",
        reportingComponent: "a.b/c",
        reportingInstance: "x".repeat(129),
        action: "x".repeat(129),
        reason: "x".repeat(129),
        message: "x".repeat(1025),
      },
      [
        'reportingInstance: Invalid value: "": can have at most 128 characters',
        'action: Invalid value: "": can have at most 128 characters',
        'reason: Invalid value: "": can have at most 128 characters',
        'message: Invalid value: "": can have at most 1024 characters',
      ],
    ],
    [
      {
        eventTime: "2024-01-02T03:04:05.000000Z",
        reportingComponent: "a.b/c",
        reportingInstance: "x",
        action: "y",
        series: { count: 1 },
      },
      [],
    ],
    [
      {
        eventTime: "2024-01-02T03:04:05.000000Z",
        reportingComponent: "a.b/c",
        reportingInstance: "x",
        action: "y",
        count: 0,
        source: null,
      },
      [],
    ],
    [{ reportingComponent: "a b" }, []],
    [{ count: -1 }, []],
    [{ series: { count: 1 } }, []],
  ])("created with %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [{ reason: "x" }, []],
    [{ involvedObject: { name: "x" } }, []],
    [{ count: 2, message: "z" }, []],
    [
      { involvedObject: { namespace: "other" } },
      ['involvedObject.namespace: Invalid value: "other": does not match event.namespace'],
    ],
    [
      { eventTime: "2024-01-02T03:04:05.000000Z" },
      [
        "reportingComponent: Required value",
        'reportingComponent: Invalid value: "": name part must be non-empty',
        `reportingComponent: Invalid value: "": ${formats.qualified}`,
        "reportingInstance: Required value",
        "action: Required value",
      ],
    ],
    [{ type: "x" }, []],
  ])("updated with %j", (patch, errors) => {
    expect(judged.update(patch)).toEqual(errors);
  });

  const timedEvent = judgeKind(
    merged(valid, {
      eventTime: "2024-01-02T03:04:05.123456Z",
      reportingComponent: "a.b/c",
      reportingInstance: "x",
      action: "y",
    }),
  );

  it.each<[object, readonly string[]]>([
    [{ eventTime: "2024-01-02T03:04:05.123457Z" }, []],
    [{ eventTime: null }, []],
    [{ reason: "x" }, []],
    [{ reportingInstance: "" }, ["reportingInstance: Required value"]],
    [{ message: "x".repeat(1025) }, ['message: Invalid value: "": can have at most 1024 characters']],
  ])("an event with a time updated with %j", (patch, errors) => {
    expect(timedEvent.update(patch)).toEqual(errors);
  });
});
