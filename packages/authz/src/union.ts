import { checkArgument, listOf, withMethods } from "@svc/base/check";
import { aggregateText } from "@svc/meta";
import type { Attributes, AuthorizeOptions, Authorizer, Decision, RuleList } from "./authorizer.ts";

const expectedAuthorizers = listOf(withMethods("an Authorizer of @svc/authz", "authorize"));

/**
 * Calls authorizers in order; the first that allows or denies decides.
 * @throws {TypeError} for a wrong argument
 */
export function unionAuthorizer(authorizers: readonly Authorizer[]): Authorizer {
  checkArgument("unionAuthorizer: authorizers", authorizers, expectedAuthorizers);
  const [only] = authorizers;
  if (authorizers.length === 1 && only !== undefined) return only;
  const decideFrom = (
    attributes: Attributes,
    options: AuthorizeOptions | undefined,
    { next, abstentions: earlier }: Progress,
  ): Decision | Promise<Decision> => {
    let abstentions = earlier;
    for (let i = next; i < authorizers.length; i++) {
      const decision = authorizers[i]?.authorize(attributes, options);
      if (decision === undefined) continue;
      if (decision instanceof Promise) {
        const soFar = abstentions;
        return decision.then((d) =>
          d.verdict === "noOpinion"
            ? decideFrom(attributes, options, { next: i + 1, abstentions: withAbstention(soFar, d) })
            : d,
        );
      }
      if (decision.verdict !== "noOpinion") return decision;
      abstentions = withAbstention(abstentions, decision);
    }
    const { reasons, errors } = abstentions;
    return {
      verdict: "noOpinion",
      reason: reasons.join("\n"),
      ...(errors.length === 0 ? {} : { error: aggregateText(errors) }),
    };
  };
  return {
    authorize: (attributes, options) => decideFrom(attributes, options, start),
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

/** Reasons and errors of authorizers without a decision. */
interface Abstentions {
  readonly reasons: readonly string[];
  readonly errors: readonly string[];
}

/** The next authorizer to ask, and the abstentions of earlier ones. */
interface Progress {
  readonly next: number;
  readonly abstentions: Abstentions;
}

const start: Progress = { next: 0, abstentions: { reasons: [], errors: [] } };

function withAbstention(before: Abstentions, { reason = "", error }: Decision): Abstentions {
  if (reason === "" && error === undefined) return before;
  return {
    reasons: reason === "" ? before.reasons : [...before.reasons, reason],
    errors: error === undefined ? before.errors : [...before.errors, error],
  };
}
