import { quote } from "@svc/base";
import { type Condition, type ConditionState, conditionOf, withCondition } from "@svc/server";
import type { NamedDefinition, Names } from "./definition.ts";

/** Names that definitions of one group already go by. */
export interface Taken {
  /** Names of resources: plural, singular and short. */
  readonly resources: Pick<ReadonlySet<string>, "has">;
  /** Names of kinds and of their lists. */
  readonly kinds: Pick<ReadonlySet<string>, "has">;
}

/**
 * The accepted names of a definition: all free ones of the requested names; others stay as they
 * were.
 */
export function acceptNames<T extends NamedDefinition>(definition: T, taken: Taken, now: string): T {
  const { spec, status } = definition;
  const requested = spec?.names ?? {};
  const before = status?.acceptedNames ?? {};
  const conflicts: ConditionState[] = [];
  const single = (
    field: "plural" | "singular" | "kind" | "listKind",
    of: Pick<ReadonlySet<string>, "has">,
  ): string | undefined => {
    const name = requested[field];
    if (name === undefined || !of.has(name)) return name;
    conflicts.push(conflict(`${field.charAt(0).toUpperCase()}${field.slice(1)}Conflict`, [name]));
    return before[field];
  };
  const shorts = (): readonly string[] | undefined => {
    const inUse = (requested.shortNames ?? []).filter((name) => taken.resources.has(name));
    if (inUse.length === 0) return requested.shortNames;
    conflicts.push(conflict("ShortNamesConflict", inUse));
    return before.shortNames;
  };
  const accepted: Names = present({
    plural: single("plural", taken.resources),
    singular: single("singular", taken.resources),
    shortNames: shorts(),
    kind: single("kind", taken.kinds),
    listKind: single("listKind", taken.kinds),
    categories: requested.categories,
  });
  // Conditions that a writer of the status took away are not put back.
  const isComplete = ["NamesAccepted", "Established"].every(
    (type) => conditionOf(status?.conditions, type) !== undefined,
  );
  if (!isComplete && conflicts.length === 0 && accepted.plural !== undefined && sameNames(accepted, before))
    return definition;
  // The last of several conflicts is reported.
  const namesAccepted = conflicts.at(-1) ?? noConflicts;
  const named = withCondition(status?.conditions, namesAccepted, now);
  const conditions = withCondition(named, installation(named, namesAccepted), now);
  if (conditions === status?.conditions && sameNames(accepted, before)) return definition;
  return { ...definition, status: { ...status, conditions, acceptedNames: accepted } };
}

const noConflicts: ConditionState = {
  type: "NamesAccepted",
  status: "True",
  reason: "NoConflicts",
  message: "no conflicts found",
};

function conflict(reason: string, inUse: readonly string[]): ConditionState {
  const each = inUse.map((name) => `${quote(name)} is already in use`);
  const message = each.length === 1 ? (each[0] ?? "") : `[${each.join(", ")}]`;
  return { type: "NamesAccepted", status: "False", reason, message };
}

const accepted = "the initial names have been accepted";

const notAccepted = "NotAccepted";

/** A definition that was served stays served, unless it is not served for another reason. */
function installation(conditions: readonly Condition[], { status }: ConditionState): ConditionState {
  const established = conditionOf(conditions, "Established");
  if (established?.status === "True") return established as ConditionState;
  if (status === "True" && established !== undefined && established.reason !== notAccepted)
    return established as ConditionState;
  return status === "True"
    ? { type: "Established", status: "False", reason: "Installing", message: accepted }
    : { type: "Established", status: "False", reason: notAccepted, message: "not all names are accepted" };
}

/** Marks a definition as established: its names are accepted and its type is served. */
export function establish<T extends NamedDefinition>(definition: T, now: string): T {
  const conditions = definition.status?.conditions;
  if (conditionOf(conditions, "NamesAccepted")?.status !== "True") return definition;
  const established = conditionOf(conditions, "Established");
  if (established === undefined || established.status === "True") return definition;
  const condition: ConditionState = {
    type: "Established",
    status: "True",
    reason: "InitialNamesAccepted",
    message: accepted,
  };
  return { ...definition, status: { ...definition.status, conditions: withCondition(conditions, condition, now) } };
}

function present(names: { readonly [N in keyof Names]: Names[N] | undefined }): Names {
  return Object.fromEntries(Object.entries(names).filter(([, value]) => value !== undefined));
}

function sameNames(a: Names, b: Names): boolean {
  const text = ({ plural, singular, shortNames, kind, listKind, categories }: Names): string =>
    JSON.stringify([plural ?? "", singular ?? "", shortNames ?? [], kind ?? "", listKind ?? "", categories ?? []]);
  return text(a) === text(b);
}
