import { type Dialect, dns1123Label, labelSelectorFrom, matchesLabels } from "@svc/meta";
import type { batchv1, metav1 } from "@svc/types";
import { immutableSelector } from "../apps/selection.ts";
import type { Check } from "../common/check.ts";
import { immutable, immutableMessage } from "../common/equal.ts";
import { FieldPath, passes } from "../common/field-path.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { labelSelector } from "../common/label-selector.ts";
import { shownSelector, shownTexts } from "../common/shown.ts";
import { ownerWarnings, podWarnings } from "../core/pod-warnings.ts";
import { type JobSpec, jobSpec, jobWarnings } from "./job-spec.ts";
import { jobStatus } from "./job-status.ts";

export function job(dialect: Dialect): KindValidation {
  const common = jobSpec(dialect);
  const warnings = podWarnings(dialect, "spec.template");
  const specWarnings = jobWarnings(dialect);
  const generated = generatedSelector(dialect);
  const selected: Check<JobSpec> = (spec, at) => {
    common(spec, at);
    selector(spec, at);
  };
  const object: Check<batchv1.Job> = (value, at) => {
    generated(value, at.field("spec"));
    selected(value.spec ?? {}, at.field("spec"));
    podNames(value, at.field("metadata").field("name"));
  };
  return kind<batchv1.Job>({
    object,
    warnings: (value, old) =>
      ownerWarnings(value, old, () => [
        ...warnings(value.spec?.template, old?.spec?.template),
        ...specWarnings(value.spec ?? {}, "spec"),
      ]),
    update: ({ spec = {} as batchv1.JobSpec }, old, root) => {
      const at = root.field("spec");
      selected(spec, at);
      unchanged(spec, old, at);
    },
    subresources: { status: jobStatus },
  });
}

function selector({ selector: value, template }: JobSpec, at: FieldPath): void {
  const place = at.field("selector");
  if (value === undefined) place.required();
  else if (!passes(at, () => labelSelector(value, place))) return;
  const parsed = labelSelectorFrom(value);
  const labels = template?.metadata?.labels;
  if (parsed === undefined || !matchesLabels(parsed, labels))
    at.field("template")
      .field("metadata")
      .field("labels")
      .invalid(shownTexts(labels), "`selector` does not match template `labels`");
}

/** The generated selector of a job that does not select its pods itself. */
function generatedSelector({ labelDomain }: Dialect): (job: batchv1.Job, at: FieldPath) => void {
  const prefix = `batch.${labelDomain}/`;
  return ({ metadata = {}, spec }, at) => {
    const { uid = "", name = "" } = metadata;
    if (spec?.manualSelector === true || spec?.selector === undefined) return;
    const labels = spec.template?.metadata?.labels ?? {};
    const place = at.field("template").field("metadata").field("labels");
    const expected = {
      "controller-uid": uid,
      "job-name": name,
      [`${prefix}controller-uid`]: uid,
      [`${prefix}job-name`]: name,
    };
    for (const [key, value] of Object.entries(expected))
      if (labels[key] === undefined) place.item(key).required(`must be '${value}'`);
      else if (labels[key] !== value) place.item(key).invalid(shownTexts(labels), `must be '${value}'`);
    const generated = labelSelectorFrom(spec.selector);
    if (generated !== undefined && isRight(spec.selector, at) && !matchesLabels(generated, expected))
      at.field("selector").invalid(shownSelector(spec.selector), "`selector` not auto-generated");
  };
}

/** Errors of the selector itself are reported elsewhere. */
function isRight(value: metav1.LabelSelector, { context }: FieldPath): boolean {
  const at = new FieldPath(context);
  return passes(at, () => labelSelector(value, at));
}

/** Pods of indexes have names that end in the index. */
function podNames({ metadata = {}, spec }: batchv1.Job, at: FieldPath): void {
  const { name = "" } = metadata;
  if (spec?.completionMode !== "Indexed" || (spec.completions ?? 0) <= 0) return;
  const last = `${name}-${(spec.completions ?? 0) - 1}`;
  if (dns1123Label(last).length > 0) at.invalid(name, `will not able to create pod with invalid DNS label: ${last}`);
}

const fixed = ["completionMode", "podFailurePolicy", "backoffLimitPerIndex", "managedBy", "successPolicy"] as const;

function unchanged(spec: batchv1.JobSpec, old: batchv1.Job, at: FieldPath): void {
  const before = old.spec ?? ({} as batchv1.JobSpec);
  completions(spec, before, at.field("completions"));
  immutableSelector(spec.selector, before.selector, at.field("selector"));
  const isWaiting = before.suspend === true && (old.status?.startTime ?? null) === null;
  const template = isWaiting ? withPlacement(before.template, spec.template) : before.template;
  immutable(spec.template, template, at.field("template"));
  for (const name of fixed) {
    // An empty manager is not an absent one.
    if (name === "managedBy" && spec.managedBy === "" && before.managedBy === undefined)
      at.field(name).invalid("", immutableMessage);
    else immutable(spec[name], before[name], at.field(name));
  }
}

/** Of indexed jobs completions can follow the number of pods that run at a time. */
function completions(spec: batchv1.JobSpec, old: batchv1.JobSpec, at: FieldPath): void {
  if (spec.completionMode !== "Indexed") immutable(spec.completions, old.completions, at);
  else if (spec.completions === undefined || spec.completions === old.completions) return;
  else if (spec.completions !== spec.parallelism)
    at.invalid(spec.completions, "can only be modified in tandem with spec.parallelism");
}

/** The placement of a suspended job that has never run may still change. */
function withPlacement(
  old: batchv1.JobSpec["template"],
  template: batchv1.JobSpec["template"],
): batchv1.JobSpec["template"] {
  const { spec, metadata } = template ?? {};
  const { nodeSelector, affinity, tolerations, schedulingGates } = spec ?? {};
  const { podAffinity, podAntiAffinity } = old?.spec?.affinity ?? {};
  const nodeAffinity = affinity?.nodeAffinity;
  const others = { podAffinity, podAntiAffinity, nodeAffinity };
  const hasAffinity = affinity !== undefined || podAffinity !== undefined || podAntiAffinity !== undefined;
  return withoutUndefined({
    ...old,
    metadata: withoutUndefined({
      ...old?.metadata,
      labels: metadata?.labels,
      annotations: metadata?.annotations,
    }),
    spec: withoutUndefined({
      ...old?.spec,
      nodeSelector,
      tolerations,
      schedulingGates,
      affinity: hasAffinity ? withoutUndefined(others) : undefined,
    }),
  }) as batchv1.JobSpec["template"];
}

function withoutUndefined(object: object): object {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
