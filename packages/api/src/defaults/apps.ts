import { all, created, each, type Fill, ifAbsent, isMembers, type Members, members } from "./fill.ts";
import { claimSpec, podTemplate } from "./pod-spec.ts";

/**
 * The rolling update of a strategy: made where the strategy is one, filled where it is there for no
 * reason.
 */
function rollingUpdate(rolling: Fill, unused: Fill = rolling): Fill {
  return (strategy, gates) => {
    if (strategy["type"] === "RollingUpdate") rolling((strategy["rollingUpdate"] ??= {}) as Members, gates);
    else if (isMembers(strategy["rollingUpdate"])) unused(strategy["rollingUpdate"], gates);
  };
}

const none: Fill = () => undefined;

const deployment = members({
  spec: members({
    replicas: 1,
    strategy: created(
      all(
        members({ type: "RollingUpdate" }),
        rollingUpdate(members({ maxUnavailable: ifAbsent("25%"), maxSurge: ifAbsent("25%") }), none),
      ),
    ),
    revisionHistoryLimit: 10,
    progressDeadlineSeconds: 600,
    template: podTemplate,
  }),
});

/** The annotation with the number of changes of the template, which old clients read. */
export const templateGeneration = "deprecated.daemonset.template.generation";

const daemonSetSpec = members({
  spec: members({
    updateStrategy: created(
      all(
        members({ type: "RollingUpdate" }),
        rollingUpdate(
          members({ maxUnavailable: ifAbsent(1), maxSurge: ifAbsent(0) }),
          members({ maxUnavailable: ifAbsent(0), maxSurge: ifAbsent(0) }),
        ),
      ),
    ),
    revisionHistoryLimit: 10,
    template: podTemplate,
  }),
});

const daemonSet: Fill = all(daemonSetSpec, (object) => {
  const metadata = (object["metadata"] ??= {}) as Members;
  const annotations = (metadata["annotations"] ??= {}) as Members;
  annotations[templateGeneration] ??= "0";
});

const statefulUpdate: Fill = (strategy, gates) => {
  if ((strategy["type"] ?? "") === "") {
    strategy["type"] = "RollingUpdate";
    strategy["rollingUpdate"] ??= {};
  }
  if (strategy["type"] !== "RollingUpdate" || !isMembers(strategy["rollingUpdate"])) return;
  strategy["rollingUpdate"]["partition"] ??= 0;
  if (gates.enabled("MaxUnavailableStatefulSet")) strategy["rollingUpdate"]["maxUnavailable"] ??= 1;
};

const claimTemplate: Fill = all(
  (claim) => {
    claim["apiVersion"] = "v1";
    claim["kind"] = "PersistentVolumeClaim";
  },
  members({ spec: claimSpec, status: created(members({ phase: "Pending" })) }),
);

const statefulSet = members({
  spec: members({
    podManagementPolicy: "OrderedReady",
    updateStrategy: created(statefulUpdate),
    persistentVolumeClaimRetentionPolicy: created(members({ whenDeleted: "Retain", whenScaled: "Retain" })),
    replicas: 1,
    revisionHistoryLimit: 10,
    template: podTemplate,
    volumeClaimTemplates: each(claimTemplate),
  }),
});

export const appsDefaults: Readonly<Record<string, Fill>> = {
  Deployment: deployment,
  DaemonSet: daemonSet,
  StatefulSet: statefulSet,
  ReplicaSet: members({ spec: members({ replicas: 1, template: podTemplate }) }),
};
