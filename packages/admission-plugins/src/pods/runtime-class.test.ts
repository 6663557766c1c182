import type { ApiObject } from "@svc/meta";
import { describe, expect, test } from "vitest";
import { requestFor, verdictOf } from "../testing/request.ts";
import { runtimeClass } from "./runtime-class.ts";
import { mergedTolerations, type Toleration } from "./tolerations.ts";

const classes: Readonly<Record<string, object>> = {
  plain: {},
  heavy: {
    overhead: { podFixed: { cpu: "100m" } },
    scheduling: {
      nodeSelector: { a: "b" },
      tolerations: [
        { key: "k", operator: "Exists" },
        { key: "z", operator: "Equal", value: "1" },
      ],
    },
  },
};

describe("RuntimeClass", () => {
  const plugin = runtimeClass({
    runtimeClass: (name) => (name in classes ? ({ metadata: { name }, ...classes[name] } as ApiObject) : undefined),
  });
  const refused = (why: string): string => `pods "a" is forbidden: ${why}`;
  const unlike = refused("pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
  const unsaid = refused("pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead");
  test.each<[spec: object, want: string, after?: object]>([
    [{}, "admitted"],
    [{ runtimeClassName: "plain" }, "admitted", { runtimeClassName: "plain" }],
    [{ runtimeClassName: "no" }, refused('pod rejected: RuntimeClass "no" not found')],
    [
      { runtimeClassName: "heavy", nodeSelector: { q: "1" }, tolerations: [{ key: "l" }] },
      "admitted",
      {
        runtimeClassName: "heavy",
        overhead: { cpu: "100m" },
        nodeSelector: { q: "1", a: "b" },
        tolerations: [{ key: "l" }, { key: "k", operator: "Exists" }, { key: "z", operator: "Equal", value: "1" }],
      },
    ],
    [
      { runtimeClassName: "heavy", nodeSelector: { a: "c" } },
      refused("conflict: runtimeClass.scheduling.nodeSelector[a] = b; pod.spec.nodeSelector[a] = c"),
    ],
    [{ runtimeClassName: "heavy", overhead: { cpu: "0.1" } }, "admitted"],
    [{ runtimeClassName: "heavy", overhead: { cpu: "0.2" } }, unlike],
    [{ runtimeClassName: "heavy", overhead: { cpu: "0.1", memory: "1" } }, unlike],
    [{ runtimeClassName: "plain", overhead: { cpu: "0.2" } }, unsaid],
    [{ overhead: { cpu: "0.2" } }, unsaid],
  ])("%j", async (spec, want, after) => {
    const request = requestFor("pods", { spec: structuredClone(spec) });
    expect(await verdictOf(plugin, request)).toBe(want);
    if (after !== undefined) expect(request.object).toMatchObject({ spec: after });
  });
});

describe("tolerations of two", () => {
  const k: Toleration = { key: "k", operator: "Exists", effect: "NoExecute" };
  const forSeconds = (tolerationSeconds: number): Toleration => ({ ...k, tolerationSeconds });
  const any: Toleration = { operator: "Exists" };
  test.each<[given: readonly Toleration[], more: readonly Toleration[], want: readonly Toleration[]]>([
    [[], [k], [k]],
    [[any], [k, { key: "z" }], [any]],
    [[k], [any], [any]],
    [[forSeconds(60)], [forSeconds(30)], [forSeconds(60)]],
    [[forSeconds(0)], [forSeconds(30)], [forSeconds(30)]],
    [[k], [forSeconds(30)], [k]],
    [[{ key: "k", operator: "Exists" }], [k], [{ key: "k", operator: "Exists" }]],
    [[{ key: "z" }], [{ key: "z", operator: "Equal" }], [{ key: "z" }]],
    [
      [{ key: "z", value: "1" }],
      [{ key: "z", value: "2" }],
      [
        { key: "z", value: "1" },
        { key: "z", value: "2" },
      ],
    ],
    [[k, k], [], [k]],
    [[{ key: "k", value: "v", effect: "NoExecute", tolerationSeconds: 3 }], [forSeconds(30)], [forSeconds(30)]],
  ])("%j and %j", (given, more, want) => {
    expect(mergedTolerations(given, more)).toEqual(want);
  });
});
