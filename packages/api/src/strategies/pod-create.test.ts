import type { ApiObject } from "@svc/meta";
import type { WriteContext } from "@svc/schema";
import { expect, it } from "vitest";
import { selectByOwnLabels, waitForGates } from "./pod-create.ts";

const context: WriteContext = {
  now: "2026-01-02T03:04:05Z",
  nowMs: Date.parse("2026-01-02T03:04:05Z"),
  gates: { enabled: () => false },
  group: "",
  version: "v1",
  namespace: "ns",
  warn: () => undefined,
};

it.each([
  ["without gates", {}, undefined],
  [
    "with gates",
    { schedulingGates: [{ name: "a" }] },
    [
      {
        type: "PodScheduled",
        status: "False",
        lastTransitionTime: "2026-01-02T03:04:05Z",
        reason: "SchedulingGated",
        message: "Scheduling is blocked due to non-empty scheduling gates",
      },
    ],
  ],
])("a pod %s", (_name, spec, conditions) => {
  const pod = { metadata: {}, spec, status: {} } as ApiObject & { status: { conditions?: unknown } };
  waitForGates(pod, context);
  expect(pod.status.conditions).toEqual(conditions);
});

it("is placed by labels of its own", () => {
  const term = (more: object): object => ({ topologyKey: "zone", labelSelector: { matchLabels: { x: "y" } }, ...more });
  const pod = (required: object, preferred: object): ApiObject =>
    ({
      metadata: { labels: { a: "b" } },
      spec: {
        affinity: {
          podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [required, { matchLabelKeys: ["a"] }] },
          podAntiAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: preferred }],
          },
        },
      },
    }) as ApiObject;
  const given = pod(term({ matchLabelKeys: ["a", "none"] }), term({ mismatchLabelKeys: ["a"] }));
  selectByOwnLabels(given);
  const selecting = (operator: string): object => ({
    labelSelector: { matchLabels: { x: "y" }, matchExpressions: [{ key: "a", operator, values: ["b"] }] },
  });
  expect(given).toEqual(
    pod(
      term({ matchLabelKeys: ["a", "none"], ...selecting("In") }),
      term({ mismatchLabelKeys: ["a"], ...selecting("NotIn") }),
    ),
  );
});
