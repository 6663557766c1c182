import { quote } from "@svc/base";
import { aggregateText } from "@svc/meta";
import type { Attributes, Decision } from "../authorizer.ts";
import type { PolicyRule } from "../policy-rule.ts";
import type { Binding, Subject } from "./binding.ts";
import { nameMatches, ruleAllows, ruleMatchesResource } from "./rule-matching.ts";

/** A rule that applies to a user, with its binding and the subject that matched. */
export interface Grant {
  readonly rule: PolicyRule;
  readonly binding: Binding;
  readonly subject: Subject;
}

/** The access of one user in one scope. */
export interface Grants {
  readonly all: readonly Grant[];
  /** Errors, such as missing roles, that may hide further rules. */
  readonly errors: readonly string[];
  decide(attributes: Attributes): Decision;
}

/** Most cached resource queries for a user and scope. */
const maxCachedQueries = 128;

/**
 * Creates grants. Rules for a verb and resource are searched once; after that only names are
 * compared.
 */
export function createGrants(all: readonly Grant[], errors: readonly string[]): Grants {
  const none: Decision = { verdict: "noOpinion", reason: errors.length === 0 ? "" : `RBAC: ${aggregateText(errors)}` };
  const byQuery = new Map<string, readonly Grant[]>();
  const grantsConcerning = (attributes: Attributes): readonly Grant[] => {
    const query = `${attributes.verb} ${attributes.group}/${attributes.resource}/${attributes.subresource}`;
    let found = byQuery.get(query);
    if (found === undefined) {
      found = all.filter(({ rule }) => ruleMatchesResource(rule, attributes));
      if (byQuery.size >= maxCachedQueries) byQuery.clear();
      byQuery.set(query, found);
    }
    return found;
  };
  const find = (attributes: Attributes): Grant | undefined =>
    attributes.isResource
      ? grantsConcerning(attributes).find(({ rule }) => nameMatches(rule.resourceNames ?? [], attributes.name))
      : all.find(({ rule }) => ruleAllows(rule, attributes));
  const decisions = new Map<Grant, Decision>();
  const decisionFor = (grant: Grant): Decision => {
    let known = decisions.get(grant);
    if (known === undefined) decisions.set(grant, (known = allowedBy(grant)));
    return known;
  };
  return {
    all,
    errors,
    decide: (attributes) => {
      const grant = find(attributes);
      return grant === undefined ? none : decisionFor(grant);
    },
  };
}

function allowedBy({ binding, subject }: Grant): Decision {
  const { name, namespace, roleRef } = binding;
  const what = namespace === "" ? `ClusterRoleBinding ${quote(name)}` : `RoleBinding ${quote(`${name}/${namespace}`)}`;
  const to =
    subject.kind === "ServiceAccount"
      ? `ServiceAccount ${quote(`${subject.name}/${subject.namespace ?? namespace}`)}`
      : `${subject.kind} ${quote(subject.name)}`;
  const reason = `RBAC: allowed by ${what} of ${roleRef.kind} ${quote(roleRef.name)} to ${to}`;
  return { verdict: "allow", reason };
}
