import type { Authorizer, Decision } from "../authorizer.ts";
import { privilegedGroup } from "../constant-authorizers.ts";
import { unionAuthorizer } from "../union.ts";
import type { AuthorizationConfiguration, AuthorizerConfiguration } from "./configuration.ts";

/**
 * An authorizer whose members may change. Questions that are under way are answered by those who
 * were asked.
 */
export interface ConfiguredAuthorizer extends Authorizer {
  configure(configuration: AuthorizationConfiguration): void;
}

export interface ConfiguredOptions {
  readonly configuration: AuthorizationConfiguration;
  /** Makes a member. @throws where it cannot be made: then nothing changes */
  readonly create: (configuration: AuthorizerConfiguration) => Authorizer;
  /** Told which member let somebody or refused somebody; administrators are let by none. */
  readonly observe?: (member: AuthorizerConfiguration, verdict: "allow" | "deny") => void;
}

/**
 * Administrators first, then those whom a configuration names. Members whose part of it stays the
 * same stay, with what they remember.
 */
export function createConfiguredAuthorizer({
  configuration,
  create,
  observe,
}: ConfiguredOptions): ConfiguredAuthorizer {
  const administrators = privilegedGroup();
  let members = new Map<string, Authorizer>();
  let current: Authorizer = administrators;
  const configure = ({ authorizers }: AuthorizationConfiguration): void => {
    const next = new Map<string, Authorizer>();
    for (const one of authorizers) {
      const key = identityOf(one);
      next.set(key, members.get(key) ?? observed(one, create(one), observe));
    }
    members = next;
    current = unionAuthorizer([administrators, ...next.values()]);
  };
  configure(configuration);
  return {
    authorize: (attributes, callOptions) => current.authorize(attributes, callOptions),
    rulesFor: (user, namespace) => current.rulesFor?.(user, namespace) ?? { rules: [], errors: [], incomplete: true },
    configure,
  };
}

/** The same, but somebody is told what it decides. */
function observed(
  configuration: AuthorizerConfiguration,
  authorizer: Authorizer,
  observe: ConfiguredOptions["observe"],
): Authorizer {
  if (observe === undefined) return authorizer;
  const report = (decision: Decision): Decision => {
    if (decision.verdict !== "noOpinion") observe(configuration, decision.verdict);
    return decision;
  };
  return {
    ...authorizer,
    authorize: (attributes, signal) => {
      const decision = authorizer.authorize(attributes, signal);
      return decision instanceof Promise ? decision.then(report) : report(decision);
    },
  };
}

/** What a member was made of, as text. */
function identityOf(configuration: AuthorizerConfiguration): string {
  if (configuration.type !== "Webhook") return JSON.stringify(configuration);
  const { matchConditions, ...webhook } = configuration.webhook;
  const expressions = matchConditions.map((c) => c.expression);
  return JSON.stringify({ ...configuration, webhook: { ...webhook, expressions } });
}
