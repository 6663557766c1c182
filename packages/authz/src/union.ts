import type { Attributes, Authorizer, Decision } from "./authorizer.ts";

/** Asks one after another; the first that allows or denies decides. */
export function unionAuthorizer(authorizers: readonly Authorizer[]): Authorizer {
  const [only] = authorizers;
  if (authorizers.length === 1 && only !== undefined) return only;
  const from = (
    first: number,
    attributes: Attributes,
    signal: AbortSignal | undefined,
    reasons: readonly string[],
  ): Decision | Promise<Decision> => {
    let told = reasons;
    for (let i = first; i < authorizers.length; i++) {
      const decision = authorizers[i]?.authorize(attributes, signal);
      if (decision === undefined) continue;
      if (decision instanceof Promise) {
        const before = told;
        return decision.then((d) =>
          d.verdict === "noOpinion" ? from(i + 1, attributes, signal, withReason(before, d)) : d,
        );
      }
      if (decision.verdict !== "noOpinion") return decision;
      told = withReason(told, decision);
    }
    return { verdict: "noOpinion", reason: told.join("\n") };
  };
  return { authorize: (attributes, signal) => from(0, attributes, signal, []) };
}

function withReason(reasons: readonly string[], { reason }: Decision): readonly string[] {
  return reason === "" ? reasons : [...reasons, reason];
}
