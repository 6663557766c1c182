import { type Dialect, dns1123Label } from "@svc/meta";
import type { appsv1 } from "@svc/types";
import { type Check, isEmpty, members, named, oneOf } from "../common/check.ts";
import { same } from "../common/equal.ts";
import type { FieldPath } from "../common/field-path.ts";
import { atMostAll, numberOrPercent, shownIntOrString } from "../common/int-or-string.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { notNegative } from "../common/number.ts";
import { replicaCounts } from "../common/replica-counts.ts";
import { isOtherwise, podWarnings } from "../core/pod-warnings.ts";
import { claimWarnings } from "../core/volume-warnings.ts";
import { amountOfPods } from "./rolling-update.ts";
import { selectedTemplate } from "./stateful-set-template.ts";

const counts = replicaCounts({
  counts: [
    ...["replicas", "readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas", "observedGeneration"],
    "collisionCount",
  ],
  partsOfAll: ["readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas"],
  readyName: "status.readyReplicas",
});

type Spec = Partial<appsv1.StatefulSetSpec>;

/** The mutable fields, in the order of the message. */
const changeable = [
  ...(["replicas", "ordinals", "template", "updateStrategy", "revisionHistoryLimit"] as const),
  ...(["persistentVolumeClaimRetentionPolicy", "minReadySeconds"] as const),
];
const quoted = changeable.map((name) => `'${name}'`);
const unchangeable = `updates to statefulset spec for fields other than ${quoted.slice(0, -1).join(", ")} and ${quoted.at(-1)} are forbidden`;

const keepsAll = "a negative value retains all historical revisions; a value >= 0 is recommended";

export function statefulSet(dialect: Dialect): KindValidation {
  const template = selectedTemplate(dialect);
  const warnings = podWarnings(dialect, "spec.template");
  const specWarnings = (spec: Spec, old?: Spec): readonly string[] => [
    ...warnings(spec.template, old?.template),
    ...(spec.volumeClaimTemplates ?? []).flatMap((claim, i) =>
      claimWarnings(claim.spec, `spec.volumeClaimTemplates[${i}].resources`),
    ),
  ];
  const object = (spec: Spec, at: FieldPath, serviceName?: Check<string>): void => {
    first(spec, at);
    counted(spec, at);
    if (!isEmpty(spec.serviceName)) serviceName?.(spec.serviceName ?? "", at.field("serviceName"));
    template(spec, at);
  };
  return kind<appsv1.StatefulSet>({
    create: ({ spec }, at) => object(spec ?? {}, at.field("spec"), named(dns1123Label)),
    update: ({ spec }, old, at) => {
      object(spec ?? {}, at.field("spec"));
      if (!same(fixed(spec ?? {}), fixed(old.spec ?? {}))) at.field("spec").forbidden(unchangeable);
    },
    warnings: (value, old) => [
      ...(isOtherwise(value, old) ? specWarnings(value.spec ?? {}, old?.spec) : []),
      ...((value.spec?.revisionHistoryLimit ?? 0) < 0 ? [`spec.revisionHistoryLimit: ${keepsAll}`] : []),
    ],
    subresources: { status: ({ status }, old, at) => counts(status ?? {}, old.status ?? {}, at.field("status")) },
  });
}

function fixed(spec: Spec): object {
  return Object.fromEntries(Object.entries(spec).filter(([name]) => !(changeable as readonly string[]).includes(name)));
}

const retention = oneOf("Retain", "Delete");
const claims = members<Spec>({
  persistentVolumeClaimRetentionPolicy: members<appsv1.StatefulSetPersistentVolumeClaimRetentionPolicy>({
    whenDeleted: retention,
    whenScaled: retention,
  }),
});
const counted = members<Spec>({
  replicas: notNegative,
  minReadySeconds: notNegative,
  ordinals: members<appsv1.StatefulSetOrdinals>({ start: notNegative }),
});

function first(spec: Spec, at: FieldPath): void {
  const { podManagementPolicy: management, updateStrategy = {} } = spec;
  if ((management ?? "") === "") at.field("podManagementPolicy").required();
  else if (management !== "OrderedReady" && management !== "Parallel")
    at.field("podManagementPolicy").invalid(management, "must be 'OrderedReady' or 'Parallel'");
  strategy(updateStrategy, at.field("updateStrategy"));
  claims(spec, at);
}

function strategy(value: appsv1.StatefulSetUpdateStrategy, at: FieldPath): void {
  const { type, rollingUpdate } = value;
  const place = at.field("rollingUpdate");
  if ((type ?? "") === "") at.required();
  else if (type === "OnDelete") {
    if (rollingUpdate !== undefined) place.invalid(rollingUpdate, "only allowed for updateStrategy 'RollingUpdate'");
  } else if (type !== "RollingUpdate") at.invalid(value, "must be 'RollingUpdate' or 'OnDelete'");
  else if (rollingUpdate !== undefined) {
    notNegative(rollingUpdate.partition ?? 0, place.field("partition"));
    const { maxUnavailable } = rollingUpdate;
    if (maxUnavailable !== undefined) unavailable(maxUnavailable, place.field("maxUnavailable"));
  }
}

function unavailable(value: number | string, at: FieldPath): void {
  numberOrPercent(value, at);
  if (amountOfPods(value) === 0) at.invalid(shownIntOrString(value), "cannot be 0");
  atMostAll(value, at);
}
