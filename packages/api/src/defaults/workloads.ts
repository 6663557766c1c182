import { labelsOf } from "./core.ts";
import { all, created, each, type Fill, isMembers, type Members, members } from "./fill.ts";
import { claimSpec, podTemplate } from "./pod-spec.ts";

/** Fills the rolling update of a strategy that is one. */
function rollingUpdate(rules: Fill, when: (strategy: Members) => boolean = () => true): Fill {
  return (strategy, gates) => {
    if (strategy["type"] !== "RollingUpdate" || !when(strategy)) return;
    rules((strategy["rollingUpdate"] ??= {}) as Members, gates);
  };
}

const statefulUpdate: Fill = (strategy, gates) => {
  if ((strategy["type"] ?? "") === "") {
    strategy["type"] = "RollingUpdate";
    strategy["rollingUpdate"] ??= {};
  }
  if (strategy["type"] !== "RollingUpdate" || !isMembers(strategy["rollingUpdate"])) return;
  strategy["rollingUpdate"]["partition"] ??= 0;
  if (gates.enabled("MaxUnavailableStatefulSet")) strategy["rollingUpdate"]["maxUnavailable"] ??= 1;
};

const deployment = members({
  spec: members({
    replicas: 1,
    strategy: created(
      all(members({ type: "RollingUpdate" }), rollingUpdate(members({ maxUnavailable: "25%", maxSurge: "25%" }))),
    ),
    revisionHistoryLimit: 10,
    progressDeadlineSeconds: 600,
    template: podTemplate,
  }),
});

const daemonSet = members({
  spec: members({
    updateStrategy: created(
      all(members({ type: "RollingUpdate" }), rollingUpdate(members({ maxUnavailable: 1, maxSurge: 0 }))),
    ),
    revisionHistoryLimit: 10,
    template: podTemplate,
  }),
});

const statefulSet = members({
  spec: members({
    podManagementPolicy: "OrderedReady",
    updateStrategy: created(statefulUpdate),
    persistentVolumeClaimRetentionPolicy: created(members({ whenDeleted: "Retain", whenScaled: "Retain" })),
    replicas: 1,
    revisionHistoryLimit: 10,
    template: podTemplate,
    volumeClaimTemplates: each(
      all(
        (claim) => {
          claim["apiVersion"] = "v1";
          claim["kind"] = "PersistentVolumeClaim";
        },
        members({ spec: claimSpec, status: created(members({ phase: "Pending" })) }),
      ),
    ),
  }),
});

export const appsDefaults: Readonly<Record<string, Fill>> = {
  Deployment: deployment,
  DaemonSet: daemonSet,
  StatefulSet: statefulSet,
  ReplicaSet: members({ spec: members({ replicas: 1, template: podTemplate }) }),
};

const noLimit = 2_147_483_647;

const jobSpec: Fill = all(
  (spec) => {
    if (spec["completions"] === undefined && spec["parallelism"] === undefined) spec["completions"] = 1;
    spec["parallelism"] ??= 1;
    spec["backoffLimit"] ??= spec["backoffLimitPerIndex"] === undefined ? 6 : noLimit;
    spec["podReplacementPolicy"] ??= spec["podFailurePolicy"] === undefined ? "TerminatingOrFailed" : "Failed";
    const rules = isMembers(spec["podFailurePolicy"]) ? spec["podFailurePolicy"]["rules"] : undefined;
    for (const rule of Array.isArray(rules) ? (rules as Members[]) : []) {
      const patterns = rule["onPodConditions"];
      for (const pattern of Array.isArray(patterns) ? (patterns as Members[]) : [])
        if ((pattern["status"] ?? "") === "") pattern["status"] = "True";
    }
  },
  members({ completionMode: "NonIndexed", suspend: false, manualSelector: false, template: podTemplate }),
);

const job: Fill = all(members({ spec: jobSpec }), (object) => {
  const { spec } = object;
  const template = isMembers(spec) ? spec["template"] : undefined;
  const metadata = isMembers(template) ? template["metadata"] : undefined;
  const labels = isMembers(metadata) ? metadata["labels"] : undefined;
  if (isMembers(labels)) labelsOf(object, labels);
});

export const batchDefaults: Readonly<Record<string, Fill>> = {
  Job: job,
  CronJob: members({
    spec: members({
      concurrencyPolicy: "Allow",
      suspend: false,
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 1,
      jobTemplate: members({ spec: members({ template: podTemplate }) }),
    }),
  }),
};
