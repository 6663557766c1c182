import { aFunction, anObject, checkArgument, optional, optionsOf } from "@svc/base/check";
import type { Authorizer, Decision } from "../authorizer.ts";
import { privilegedGroup } from "../constant-authorizers.ts";
import { unionAuthorizer } from "../union.ts";
import type { AuthorizationConfiguration, AuthorizerConfiguration } from "./configuration.ts";

/**
 * An authorizer with replaceable members. Calls in progress complete with the members they started
 * with.
 */
export interface ConfiguredAuthorizer extends Authorizer {
  configure(configuration: AuthorizationConfiguration): void;
}

/** Options of `createConfiguredAuthorizer`. */
export interface ConfiguredOptions {
  readonly configuration: AuthorizationConfiguration;
  /**
   * Creates a member.
   * @throws if it cannot be created: nothing changes then
   */
  readonly create: (configuration: AuthorizerConfiguration) => Authorizer;
  /**
   * Called with the member that allowed or denied; not for administrators, who are allowed before.
   */
  readonly observe?: (member: AuthorizerConfiguration, verdict: "allow" | "deny") => void;
}

const configuredOptions = optionsOf<ConfiguredOptions>({
  configuration: anObject,
  create: aFunction,
  observe: optional(aFunction),
});

/**
 * Allows administrators first, then calls the configured members. Members with unchanged
 * configuration keep their caches.
 * @throws {TypeError} for a wrong argument
 */
export function createConfiguredAuthorizer(config: ConfiguredOptions): ConfiguredAuthorizer {
  checkArgument("createConfiguredAuthorizer: config", config, configuredOptions);
  const { configuration, create, observe } = config;
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

/** Wraps an authorizer to report its decisions. */
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

/** Identity of a member's configuration as text. */
function identityOf(configuration: AuthorizerConfiguration): string {
  if (configuration.type !== "Webhook") return JSON.stringify(configuration);
  const { matchConditions, ...webhook } = configuration.webhook;
  const expressions = matchConditions.map((c) => c.expression);
  return JSON.stringify({ ...configuration, webhook: { ...webhook, expressions } });
}
