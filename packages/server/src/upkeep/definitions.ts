import { type GroupApproval, groupApproval } from "@svc/api";
import type { Dialect } from "@svc/meta";
import type { BootstrapWriter } from "../bootstrap/bootstrap.ts";
import { conditionOf, type Said, withCondition } from "./conditions.ts";
import type { Definition } from "./definition.ts";
import { acceptNames, establish, takenBy } from "./definition-names.ts";
import { type KeptObjects, keepObjects, type Upkeep } from "./kept-objects.ts";

/**
 * Gives definitions the names that nobody else has, says that they are established, and lets those go that are deleted. Source: the
 * conditions of custom resource definitions that clients wait for.
 */
export function keepDefinitions(writer: BootstrapWriter): Upkeep | undefined {
  const { dialect } = writer.parts;
  const endpoint = writer.endpoint(dialect.expand("apiextensions.{api}"), "customresourcedefinitions");
  if (endpoint === undefined) return undefined;
  const cleanup = endpoint.definition.strategy.deletion?.cleanup ?? [];
  const approve = approvalStep(dialect);
  return keepObjects<Definition>({
    writer,
    endpoint,
    keep: (objects, definition) =>
      definition.metadata.deletionTimestamp === undefined
        ? install(objects, definition, approve)
        : letGo(objects, definition, cleanup),
    concerns: waiting,
  });
}

type Step = (definition: Definition, now: string) => Definition;

/** One write for each step that has something to say. */
async function install(objects: KeptObjects<Definition>, definition: Definition, approve: Step): Promise<void> {
  const name = definition.metadata.name ?? "";
  const steps: readonly Step[] = [
    (live, now) => acceptNames(live, takenBy(othersOf(objects, live)), now),
    establish,
    approve,
  ];
  let current = definition;
  for (const step of steps) {
    if (step(current, objects.now()) === current) continue;
    const changed = await objects.change(name, "status", (live) => step(live, objects.now()));
    if (changed === undefined) return;
    current = changed;
  }
}

function* othersOf({ known }: KeptObjects<Definition>, { metadata, spec }: Definition): Iterable<Definition> {
  for (const [name, other] of known) if (name !== metadata.name && other.spec?.group === spec?.group) yield other;
}

/** Those of the group that do not have all their names yet: what changes may have set one free. */
function* waiting({ known }: KeptObjects<Definition>, definition: Definition): Iterable<string> {
  for (const [name, { spec, status }] of known) {
    if (spec?.group !== definition.spec?.group || name === definition.metadata.name) continue;
    if (conditionOf(status?.conditions, "NamesAccepted")?.status === "False") yield name;
  }
}

const inProgress: Said = {
  type: "Terminating",
  status: "True",
  reason: "InstanceDeletionInProgress",
  message: "CustomResource deletion is in progress",
};

const completed: Said = {
  type: "Terminating",
  status: "False",
  reason: "InstanceDeletionCompleted",
  message: "removed all instances",
};

/** No object is left behind, since objects of these types are not served. */
async function letGo(
  objects: KeptObjects<Definition>,
  { metadata }: Definition,
  cleanup: readonly string[],
): Promise<void> {
  const { name = "", finalizers = [] } = metadata;
  if (!cleanup.some((finalizer) => finalizers.includes(finalizer))) return;
  await say(objects, name, inProgress);
  await objects.change(name, "", (live) => withoutFinalizers(live, cleanup));
  if (finalizers.some((finalizer) => !cleanup.includes(finalizer))) await say(objects, name, completed);
}

async function say(objects: KeptObjects<Definition>, name: string, said: Said): Promise<void> {
  await objects.change(name, "status", (live) => saying(live, said, objects.now()));
}

function saying(definition: Definition, said: Said, now: string): Definition {
  const conditions = withCondition(definition.status?.conditions, said, now);
  return conditions === definition.status?.conditions
    ? definition
    : { ...definition, status: { ...definition.status, conditions } };
}

function withoutFinalizers(definition: Definition, gone: readonly string[]): Definition {
  const { finalizers = [], ...metadata } = definition.metadata;
  const left = finalizers.filter((finalizer) => !gone.includes(finalizer));
  return { ...definition, metadata: { ...metadata, ...(left.length === 0 ? {} : { finalizers: left }) } };
}

const approvals: Readonly<Record<GroupApproval["state"], ((value: string) => Omit<Said, "type">) | undefined>> = {
  unneeded: undefined,
  // Neither passes validation; definitions of old may still be so.
  missing: undefined,
  invalid: undefined,
  approved: (value) => ({ status: "True", reason: "ApprovedAnnotation", message: `approved in ${value}` }),
  unapproved: (value) => ({
    status: "False",
    reason: "UnapprovedAnnotation",
    message: `not approved: ${JSON.stringify(value)}`,
  }),
};

/** Groups of the product's own: whether somebody has approved the definition. */
function approvalStep(dialect: Dialect): Step {
  const approval = groupApproval(dialect);
  const type = `${dialect.product.charAt(0).toUpperCase()}${dialect.product.slice(1)}APIApprovalPolicyConformant`;
  return (definition, now) => {
    const { state, value } = approval(definition);
    const said = approvals[state]?.(value);
    return said === undefined ? definition : saying(definition, { type, ...said }, now);
  };
}
