import type { SelectorRequirement } from "@svc/authz";
import { appendAll, type Steps } from "@svc/base";
import {
  addError,
  type FieldError,
  fieldRequirementSteps,
  forbidden,
  invalid,
  labelRequirementSteps,
  labelValue,
  qualifiedName,
  required,
} from "@svc/meta";
import { fieldRequirements, labelRequirements } from "@svc/server";

/** A selector as a review has it: as text, or as requirements. */
export interface ReviewSelector {
  readonly rawSelector?: string;
  readonly requirements?: readonly ReviewRequirement[];
}

interface ReviewRequirement {
  readonly key?: string;
  readonly operator?: string;
  readonly values?: readonly string[];
}

type SelectorKind = "fieldSelector" | "labelSelector";

export function selectorErrors(
  kind: SelectorKind,
  selector: ReviewSelector | undefined,
  path: string,
): readonly FieldError[] {
  if (selector === undefined) return [];
  const { rawSelector = "", requirements = [] } = selector;
  const errors: FieldError[] = [];
  if (rawSelector !== "" && requirements.length > 0)
    errors.push(invalid(`${path}.rawSelector`, rawSelector, "may not specified at the same time as requirements"));
  if (rawSelector === "" && requirements.length === 0)
    errors.push(required(`${path}.requirements`, `when ${path} is specified, requirements or rawSelector is required`));
  for (const [i, requirement] of requirements.entries())
    appendAll(errors, requirementErrors(kind, requirement, `${path}.requirements[${i}]`));
  return errors;
}

function requirementErrors(
  kind: SelectorKind,
  { key = "", operator = "", values = [] }: ReviewRequirement,
  path: string,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (kind === "fieldSelector" && key === "") addError(errors, () => required(`${path}.key`, "must be specified"));
  if ((operator === "In" || operator === "NotIn") && values.length === 0)
    addError(errors, () => required(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'"));
  if ((operator === "Exists" || operator === "DoesNotExist") && values.length > 0)
    addError(errors, () =>
      forbidden(`${path}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"),
    );
  if (kind === "fieldSelector") return errors;
  for (const problem of qualifiedName(key)) addError(errors, () => invalid(`${path}.key`, key, problem));
  for (const [i, value] of values.entries())
    for (const problem of labelValue(value)) addError(errors, () => invalid(`${path}.values[${i}]`, value, problem));
  return errors;
}

/** A selector for authorizers; a malformed one selects everything. */
interface SelectorResponse {
  readonly requirements?: readonly SelectorRequirement[];
  readonly error?: string;
}

export function* selectorResponse(
  kind: SelectorKind,
  selector: ReviewSelector | undefined,
  path: string,
): Steps<SelectorResponse> {
  if (selector === undefined) return {};
  const error = `${path} ignored due to parse error`;
  const { rawSelector = "", requirements = [] } = selector;
  if (rawSelector !== "") {
    const read = yield* kind === "fieldSelector" ? readFields(rawSelector) : readLabels(rawSelector);
    return read === undefined ? { error } : { requirements: read };
  }
  const understood = requirements.flatMap((r) => understoodRequirement(kind, r) ?? []);
  return {
    ...(understood.length === 0 ? {} : { requirements: understood }),
    ...(understood.length < requirements.length ? { error } : {}),
  };
}

function* readFields(text: string): Steps<readonly SelectorRequirement[] | undefined> {
  const parsed = yield* fieldRequirementSteps(text);
  yield;
  return parsed.ok ? fieldRequirements(parsed) : undefined;
}

function* readLabels(text: string): Steps<readonly SelectorRequirement[] | undefined> {
  const parsed = yield* labelRequirementSteps(text);
  yield;
  return parsed.ok ? labelRequirements(parsed) : undefined;
}

/** Field selectors support only equality with one value. */
function understoodRequirement(
  kind: SelectorKind,
  { key = "", operator, values = [] }: ReviewRequirement,
): SelectorRequirement | undefined {
  switch (operator) {
    case "In":
    case "NotIn":
      return kind === "fieldSelector" && values.length !== 1 ? undefined : { key, operator, values };
    case "Exists":
    case "DoesNotExist":
      return kind === "fieldSelector" ? undefined : { key, operator, values: [] };
    default:
      return undefined;
  }
}
