import { caBundleProblem, type GroupApproval, groupApproval } from "@svc/api";
import { quote, type WorkResult } from "@svc/base";
import type { Dialect } from "@svc/meta";
import type { LocalClient, StoredObject } from "@svc/registry";
import {
  type ConditionState,
  conditionOf,
  type KnownObjects,
  type RunningController,
  startReconciler,
  withCondition,
} from "@svc/server";
import { removeInstances } from "../extensions/remove-instances.ts";
import { createServedTypes, type ServedTypes, type ServedTypesOptions } from "../extensions/served-types.ts";
import type { Definition } from "./definition.ts";
import { acceptNames, establish } from "./definition-names.ts";
import { createNameIndex, type NameIndex } from "./name-index.ts";

/**
 * Accepts the free names of definitions, serves their types, sets them established, and removes the
 * objects of deleted ones. Source: the conditions of custom resource definitions that clients wait
 * for.
 */
export function startDefinitionController(
  local: LocalClient,
  options: ServedTypesOptions,
): RunningController | undefined {
  const { dialect } = local.environment;
  const resource = local.resource<Definition>("apiextensions.{api}", "customresourcedefinitions");
  if (resource === undefined) return undefined;
  const cleanup = resource.endpoint().definition.strategy.deletion?.cleanup ?? [];
  const types = createServedTypes(local, options);
  const names = createNameIndex();
  const context: Context = { local, types, names, cleanup, approve: approvalStep(dialect) };
  return startReconciler<Definition>({
    local,
    resource,
    reconcile: (objects, definition) =>
      definition.metadata.deletionTimestamp === undefined
        ? install(context, objects, definition)
        : finalize(context, objects, definition),
    // A type is served once clients can read that it is established, at any server: not earlier,
    // since a client that finds the type in discovery may update the definition, and would conflict
    // with the write of its status.
    onSet: (definition, stored) => {
      if (isEstablished(definition)) serve(context, definition, stored);
      else types.withdraw(definition.metadata.name ?? "");
    },
    onRemoved: ({ metadata }) => types.remove(metadata.name ?? ""),
    onKnown: names.note,
    // Definitions that wait for a name which the change may have freed.
    related: (_, definition) => names.waitingWith(definition),
  });
}

interface Context {
  readonly local: LocalClient;
  readonly types: ServedTypes;
  readonly names: NameIndex;
  /** Finalizers that keep a definition until its objects are gone. */
  readonly cleanup: readonly string[];
  readonly approve: Step;
}

function isEstablished({ status }: Definition): boolean {
  return conditionOf(status?.conditions, "Established")?.status === "True";
}

type Step = (definition: Definition, now: string) => Definition;

async function install(context: Context, objects: KnownObjects<Definition>, definition: Definition): Promise<void> {
  await writeSteps(objects, definition, [
    namesStep(context),
    (live, now) => establishServed(context, live, now),
    context.approve,
  ]);
}

/**
 * One write of the status for each step that changes it, as clients that watch see them elsewhere.
 * @returns undefined if the definition is gone
 */
async function writeSteps(
  objects: KnownObjects<Definition>,
  definition: Definition,
  steps: readonly Step[],
): Promise<Definition | undefined> {
  let current = definition;
  for (const step of steps) {
    if (step(current, objects.now()) === current) continue;
    const changed = await objects.change(definition.metadata.name ?? "", "status", (live) => step(live, objects.now()));
    if (changed === undefined) return undefined;
    current = changed;
  }
  return current;
}

function namesStep({ names }: Context): Step {
  return (live, now) => acceptNames(live, names.takenFrom(live), now);
}

/** A definition whose type cannot be served is not established. */
function establishServed(context: Context, definition: Definition, now: string): Definition {
  const established = establish(definition, now);
  if (established === definition) return definition;
  if (caBundleProblem(definition.spec.conversion?.webhook?.clientConfig?.caBundle) !== undefined)
    return withConditionState(definition, invalidBundle, now);
  const problem = context.types.prepare(established);
  if (problem === undefined) return established;
  warnNotServed(context, definition, problem);
  return withConditionState(
    definition,
    { type: "Established", status: "False", reason: "NotServed", message: problem },
    now,
  );
}

function serve(context: Context, definition: Definition, stored: StoredObject): void {
  const problem = context.types.serve(stored);
  if (problem !== undefined) warnNotServed(context, definition, problem);
}

function warnNotServed({ local }: Context, { metadata }: Definition, problem: string): void {
  local.environment.log.warn("a custom resource definition cannot be served", { name: metadata.name, problem });
}

const invalidBundle: ConditionState = {
  type: "Established",
  status: "False",
  reason: "InvalidCABundle",
  message: "The conversion webhook CABundle is invalid",
};

const terminating = { type: "Terminating" } as const;

const inProgress: ConditionState = {
  ...terminating,
  status: "True",
  reason: "InstanceDeletionInProgress",
  message: "CustomResource deletion is in progress",
};

const completed: ConditionState = {
  ...terminating,
  status: "False",
  reason: "InstanceDeletionCompleted",
  message: "removed all instances",
};

const neverEstablished: ConditionState = {
  ...terminating,
  status: "False",
  reason: "NeverEstablished",
  message: "resource was never established",
};

/** Interval of the checks whether objects with finalizers are gone. */
const instanceCheckMs = 1_000;

/**
 * Deletes all objects of the type, then removes the finalizer of the definition. Names may change
 * until then.
 */
async function finalize(context: Context, objects: KnownObjects<Definition>, deleted: Definition): Promise<WorkResult> {
  const { local, types, cleanup } = context;
  const definition = await writeSteps(objects, deleted, [namesStep(context)]);
  if (definition === undefined) return "done";
  const { name = "", finalizers = [] } = definition.metadata;
  if (!cleanup.some((finalizer) => finalizers.includes(finalizer))) return "done";
  const served = isEstablished(definition) ? types.definition(name) : undefined;
  if (served !== undefined) {
    await writeCondition(objects, name, inProgress);
    if ((await removeInstances(local, served)) > 0) return { afterMs: instanceCheckMs };
  }
  await objects.change(name, "", (live) => withoutFinalizers(live, cleanup));
  if (finalizers.some((finalizer) => !cleanup.includes(finalizer)))
    await writeCondition(objects, name, served === undefined ? neverEstablished : completed);
  return "done";
}

async function writeCondition(
  objects: KnownObjects<Definition>,
  name: string,
  condition: ConditionState,
): Promise<void> {
  await objects.change(name, "status", (live) => withConditionState(live, condition, objects.now()));
}

function withConditionState(definition: Definition, condition: ConditionState, now: string): Definition {
  const conditions = withCondition(definition.status?.conditions, condition, now);
  return conditions === definition.status?.conditions
    ? definition
    : { ...definition, status: { ...definition.status, conditions } };
}

function withoutFinalizers(definition: Definition, gone: readonly string[]): Definition {
  const { finalizers = [], ...metadata } = definition.metadata;
  const left = finalizers.filter((finalizer) => !gone.includes(finalizer));
  return { ...definition, metadata: { ...metadata, ...(left.length === 0 ? {} : { finalizers: left }) } };
}

const approvals: Readonly<
  Record<GroupApproval["state"], ((value: string) => Omit<ConditionState, "type">) | undefined>
> = {
  unneeded: undefined,
  // Neither passes validation today, but stored definitions may have it.
  missing: undefined,
  invalid: undefined,
  approved: (value) => ({ status: "True", reason: "ApprovedAnnotation", message: `approved in ${value}` }),
  unapproved: (value) => ({
    status: "False",
    reason: "UnapprovedAnnotation",
    message: `not approved: ${quote(value)}`,
  }),
};

/** For the product's own groups: whether the definition is approved. */
function approvalStep(dialect: Dialect): Step {
  const approval = groupApproval(dialect);
  const type = `${dialect.product.charAt(0).toUpperCase()}${dialect.product.slice(1)}APIApprovalPolicyConformant`;
  return (definition, now) => {
    const { state, value } = approval(definition);
    const condition = approvals[state]?.(value);
    return condition === undefined ? definition : withConditionState(definition, { type, ...condition }, now);
  };
}
