import { createNodeGraph } from "@svc/authz";
import { createManualClock } from "@svc/base";
import { kubernetesDialect } from "@svc/meta";
import { createMetrics, type Histogram } from "@svc/metrics";
import { expect, test } from "vitest";
import { measuredNodeGraph } from "./measured-node-graph.ts";

test("changes of a node graph are measured by their additions and deletions", () => {
  const series = createMetrics().histogram({ name: "changes", help: "", labels: ["operation"], buckets: [1] });
  const operations: string[] = [];
  const duration = (operation: string): Histogram => {
    operations.push(operation);
    return series(operation);
  };
  const graph = measuredNodeGraph(createNodeGraph(kubernetesDialect), { clock: createManualClock(), duration });
  graph.setPod("default", "web", { spec: { nodeName: "node-1" } });
  const pod = { kind: "pod", namespace: "default", name: "web" } as const;
  expect(graph.reaches("node-1", pod)).toBe(true);
  graph.setPod("default", "web", undefined);
  expect(graph.reaches("node-1", pod)).toBe(false);
  graph.setVolume("disk", {});
  graph.setVolumeAttachment("disk-1", undefined);
  graph.setResourceSlice("slice", undefined);
  expect(operations).toEqual(["AddPod", "DeletePod", "AddPV", "DeleteVolumeAttachment", "DeleteResourceSlice"]);
});
