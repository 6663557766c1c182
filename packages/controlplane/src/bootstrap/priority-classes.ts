import type { PostStartStep } from "@svc/server";

const classes = [
  {
    name: "system-node-critical",
    value: 2_000_001_000,
    description: "Used for system critical pods that must not be moved from their current node.",
  },
  {
    name: "system-cluster-critical",
    value: 2_000_000_000,
    description:
      "Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.",
  },
] as const;

/** The classes of pods that a cluster cannot do without. */
export const systemPriorityClasses: PostStartStep = {
  name: "scheduling/bootstrap-system-priority-classes",
  onlyObjects: true,
  run: async (local) => {
    const priorityClasses = local.resource("scheduling.{api}", "priorityclasses");
    if (priorityClasses === undefined) return;
    for (const { name, value, description } of classes) {
      await priorityClasses.ensure({
        metadata: { name },
        value,
        description,
        preemptionPolicy: "PreemptLowerPriority",
      });
    }
  },
};
