import { privilegedGroup } from "../always.ts";
import type { Authorizer } from "../authorizer.ts";
import { unionAuthorizer } from "../union.ts";
import type { AuthorizationConfiguration, AuthorizerConfiguration } from "./configuration.ts";

/** An authorizer whose members may change. Questions that are under way are answered by those who were asked. */
export interface ConfiguredAuthorizer extends Authorizer {
  configure(configuration: AuthorizationConfiguration): void;
}

export interface ConfiguredOptions {
  readonly configuration: AuthorizationConfiguration;
  /** Makes a member. @throws where it cannot be made: then nothing changes */
  readonly create: (configuration: AuthorizerConfiguration) => Authorizer;
}

/** Administrators first, then those whom a configuration names. Members whose part of it stays the same stay, with what they remember. */
export function createConfiguredAuthorizer({ configuration, create }: ConfiguredOptions): ConfiguredAuthorizer {
  const administrators = privilegedGroup();
  let members = new Map<string, Authorizer>();
  let current: Authorizer = administrators;
  const configure = ({ authorizers }: AuthorizationConfiguration): void => {
    const next = new Map<string, Authorizer>();
    for (const one of authorizers) {
      const key = identityOf(one);
      next.set(key, members.get(key) ?? create(one));
    }
    members = next;
    current = unionAuthorizer([administrators, ...next.values()]);
  };
  configure(configuration);
  return {
    authorize: (attributes, asker) => current.authorize(attributes, asker),
    rulesFor: (user, namespace) => current.rulesFor?.(user, namespace) ?? { rules: [], errors: [], incomplete: true },
    configure,
  };
}

/** What a member was made of, as text. */
function identityOf(configuration: AuthorizerConfiguration): string {
  if (configuration.type !== "Webhook") return JSON.stringify(configuration);
  const { matchConditions, ...webhook } = configuration.webhook;
  const expressions = matchConditions.map((c) => c.expression);
  return JSON.stringify({ ...configuration, webhook: { ...webhook, expressions } });
}
