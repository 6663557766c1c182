import type { NodeGraph } from "@svc/authz";
import type { Clock } from "@svc/base";
import type { Histogram } from "@svc/metrics";

/** Objects whose changes are measured, under their names in the metric's label. */
type Subject = "Pod" | "PV" | "VolumeAttachment" | "ResourceSlice";

interface MeasuredGraphOptions {
  readonly clock: Pick<Clock, "monotonic">;
  /** The series of an operation. */
  readonly duration: (operation: string) => Histogram;
}

/** Measures the changes of a graph; an operation is named `Add` or `Delete` with its subject. */
export function measuredNodeGraph(graph: NodeGraph, { clock, duration }: MeasuredGraphOptions): NodeGraph {
  const measure = (subject: Subject, isDeleted: boolean, change: () => void): void => {
    const startedMs = clock.monotonic();
    change();
    duration(`${isDeleted ? "Delete" : "Add"}${subject}`).observe((clock.monotonic() - startedMs) / 1000);
  };
  return {
    setPod: (namespace, name, pod) => measure("Pod", pod === undefined, () => graph.setPod(namespace, name, pod)),
    setVolume: (name, volume) => measure("PV", volume === undefined, () => graph.setVolume(name, volume)),
    setVolumeAttachment: (name, attachment) =>
      measure("VolumeAttachment", attachment === undefined, () => graph.setVolumeAttachment(name, attachment)),
    setResourceSlice: (name, slice) =>
      measure("ResourceSlice", slice === undefined, () => graph.setResourceSlice(name, slice)),
    reaches: (node, object) => graph.reaches(node, object),
  };
}
