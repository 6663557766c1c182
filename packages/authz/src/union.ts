import { aggregateText } from "@svc/meta";
import type { Asker, Attributes, Authorizer, Decision, RuleList } from "./authorizer.ts";

/** Asks one after another; the first that allows or denies decides. */
export function unionAuthorizer(authorizers: readonly Authorizer[]): Authorizer {
  const [only] = authorizers;
  if (authorizers.length === 1 && only !== undefined) return only;
  const from = (
    first: number,
    attributes: Attributes,
    asker: Asker | undefined,
    before: Undecided,
  ): Decision | Promise<Decision> => {
    let told = before;
    for (let i = first; i < authorizers.length; i++) {
      const decision = authorizers[i]?.authorize(attributes, asker);
      if (decision === undefined) continue;
      if (decision instanceof Promise) {
        const soFar = told;
        return decision.then((d) => (d.verdict === "noOpinion" ? from(i + 1, attributes, asker, and(soFar, d)) : d));
      }
      if (decision.verdict !== "noOpinion") return decision;
      told = and(told, decision);
    }
    const { reasons, errors } = told;
    return {
      verdict: "noOpinion",
      reason: reasons.join("\n"),
      ...(errors.length === 0 ? {} : { error: aggregateText(errors) }),
    };
  };
  return {
    authorize: (attributes, asker) => from(0, attributes, asker, nothingYet),
    rulesFor: (user, namespace) => {
      const lists = authorizers.map((a) => a.rulesFor?.(user, namespace) ?? unlisted);
      return {
        rules: lists.flatMap((l) => l.rules),
        errors: lists.flatMap((l) => l.errors),
        incomplete: lists.some((l) => l.incomplete),
      };
    },
  };
}

const unlisted: RuleList = { rules: [], errors: [], incomplete: true };

/** What those said who did not decide. */
interface Undecided {
  readonly reasons: readonly string[];
  readonly errors: readonly string[];
}

const nothingYet: Undecided = { reasons: [], errors: [] };

function and(before: Undecided, { reason, error }: Decision): Undecided {
  if (reason === "" && error === undefined) return before;
  return {
    reasons: reason === "" ? before.reasons : [...before.reasons, reason],
    errors: error === undefined ? before.errors : [...before.errors, error],
  };
}
