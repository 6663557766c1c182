import { displayList, pathSegment } from "@svc/meta";
import type { admissionregistrationv1 as admissionv1 } from "@svc/types";
import { type Check, isEmpty, members, named, oneOf } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";

type Rule = admissionv1.RuleWithOperations;

const any = "*";
const everything = "*/*";

const operation = oneOf(any, "CONNECT", "CREATE", "DELETE", "UPDATE");
const scope = oneOf(any, "Cluster", "Namespaced");

interface Listed {
  /** In the plural. */
  readonly what: string;
  /** The name of its type in the original. @default "string" */
  readonly type?: string;
}

/** A non-empty list in which the wildcard must be the only item. */
function someOf(list: readonly string[] | undefined, { what, type }: Listed, at: FieldPath): list is readonly string[] {
  if (list === undefined || isEmpty(list)) {
    at.required();
    return false;
  }
  if (list.length > 1 && list.includes(any))
    at.invalid(displayList(list, type), `if '*' is present, must not specify other ${what}`);
  return true;
}

function noneEmpty(list: readonly string[], at: FieldPath): void {
  for (const [i, item] of list.entries()) if (item === "") at.item(i).required();
}

/** Which requests: operations on resources of versions of groups. */
export const rule: Check<Rule> = (value, at) => {
  const { operations, apiGroups, apiVersions } = value;
  const operationsAt = at.field("operations");
  if (someOf(operations, { what: "operations", type: "admissionregistration.OperationType" }, operationsAt))
    for (const [i, item] of operations.entries()) operation(item, operationsAt.item(i));
  someOf(apiGroups, { what: "API groups" }, at.field("apiGroups"));
  if (someOf(apiVersions, { what: "API versions" }, at.field("apiVersions")))
    noneEmpty(apiVersions, at.field("apiVersions"));
  resources(value.resources ?? [], at.field("resources"));
  scopeOf(value, at);
};

const scopeOf = members<Rule>({ scope });

/**
 * Resources and subresources, either of which may be any: what an earlier item covers is not named
 * again.
 */
const resources: Check<readonly string[]> = (list, at) => {
  if (list.length === 0) at.required();
  const whole = new Set<string>();
  const everywhere = new Set<string>();
  let lastIsNamed = false;
  for (const [i, item] of list.entries()) {
    const slash = item.indexOf("/");
    if (item === "") at.item(i).required();
    else if (slash < 0) lastIsNamed = item !== any;
    if (slash < 0) continue;
    const [resource, subresource] = [item.slice(0, slash), item.slice(slash + 1)];
    if (whole.has(resource)) at.item(i).invalid(item, `if '${resource}/*' is present, must not specify ${item}`);
    if (everywhere.has(subresource))
      at.item(i).invalid(item, `if '*/${subresource}' is present, must not specify ${item}`);
    if (subresource === any) whole.add(resource);
    if (resource === any) everywhere.add(subresource);
  }
  if (list.length > 1 && list.includes(everything))
    at.invalid(list, "if '*/*' is present, must not specify other resources");
  if (list.includes(any) && lastIsNamed)
    at.invalid(list, "if '*' is present, must not specify other resources without subresources");
};

/** Of policies rules may name single objects. */
export const namedRule: Check<admissionv1.NamedRuleWithOperations> = (value, at) => {
  const seen = new Set<string>();
  const namesAt = at.field("resourceNames");
  for (const [i, name] of (value.resourceNames ?? []).entries()) {
    named(pathSegment)(name, namesAt.item(i));
    if (seen.has(name)) namesAt.item(i).duplicate(name);
    seen.add(name);
  }
  rule(value, at);
};
