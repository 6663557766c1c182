import { aggregateText } from "@svc/meta";
import type { Attributes, Decision } from "../authorizer.ts";
import type { PolicyRule } from "../policy-rule.ts";
import type { Binding, Subject } from "./binding.ts";
import { nameMatches, ruleAllows, ruleConcerns } from "./rule-matching.ts";

/** A rule on its way to a user: by which binding, to which of the names that he has. */
export interface Grant {
  readonly rule: PolicyRule;
  readonly binding: Binding;
  readonly subject: Subject;
}

/** What one user may at one scope. */
export interface Grants {
  readonly all: readonly Grant[];
  /** Why there may be more that nobody knows of: roles that are not there. */
  readonly errors: readonly string[];
  decide(asked: Attributes): Decision;
}

/** How many different questions about resources are remembered of one user at one scope. */
const maxQuestions = 128;

/** Rules that concern a verb and a resource are looked for once; after that only names are compared. */
export function createGrants(all: readonly Grant[], errors: readonly string[]): Grants {
  const none: Decision = { verdict: "noOpinion", reason: errors.length === 0 ? "" : `RBAC: ${aggregateText(errors)}` };
  const byQuestion = new Map<string, readonly Grant[]>();
  const concerning = (asked: Attributes): readonly Grant[] => {
    const question = `${asked.verb} ${asked.group}/${asked.resource}/${asked.subresource}`;
    let found = byQuestion.get(question);
    if (found === undefined) {
      found = all.filter(({ rule }) => ruleConcerns(rule, asked));
      if (byQuestion.size >= maxQuestions) byQuestion.clear();
      byQuestion.set(question, found);
    }
    return found;
  };
  const find = (asked: Attributes): Grant | undefined =>
    asked.isResource
      ? concerning(asked).find(({ rule }) => nameMatches(rule.resourceNames ?? [], asked.name))
      : all.find(({ rule }) => ruleAllows(rule, asked));
  const allowances = new Map<Grant, Decision>();
  const allowance = (grant: Grant): Decision => {
    let known = allowances.get(grant);
    if (known === undefined) allowances.set(grant, (known = allowedBy(grant)));
    return known;
  };
  return {
    all,
    errors,
    decide: (asked) => {
      const grant = find(asked);
      return grant === undefined ? none : allowance(grant);
    },
  };
}

function allowedBy({ binding, subject }: Grant): Decision {
  const { name, namespace, roleRef } = binding;
  const what =
    namespace === ""
      ? `ClusterRoleBinding ${JSON.stringify(name)}`
      : `RoleBinding ${JSON.stringify(`${name}/${namespace}`)}`;
  const whom =
    subject.kind === "ServiceAccount"
      ? `ServiceAccount ${JSON.stringify(`${subject.name}/${subject.namespace ?? namespace}`)}`
      : `${subject.kind} ${JSON.stringify(subject.name)}`;
  const reason = `RBAC: allowed by ${what} of ${roleRef.kind} ${JSON.stringify(roleRef.name)} to ${whom}`;
  return { verdict: "allow", reason };
}
