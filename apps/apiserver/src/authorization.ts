import {
  type Authorizer,
  alwaysAllow,
  alwaysDeny,
  createRbac,
  privilegedGroup,
  type Rbac,
  unionAuthorizer,
} from "@svc/authz";
import type { Dialect } from "@svc/meta";
import type { Flags } from "./flags.ts";
import { StartupError } from "./startup-error.ts";

export interface Authorization {
  readonly authorizer: Authorizer;
  /** Where roles count. */
  readonly rbac?: Rbac;
}

/** Who may what, as the flags say. @throws {StartupError} */
export function createAuthorization(flags: Flags, dialect: Dialect): Authorization {
  const rbac = flags.authorizationMode.includes("RBAC")
    ? createRbac(dialect.expand("rbac.authorization.{api}"))
    : undefined;
  const modes = [privilegedGroup(), ...flags.authorizationMode.flatMap((mode) => authorizerOf(mode, rbac))];
  return { authorizer: unionAuthorizer(modes), ...(rbac === undefined ? {} : { rbac }) };
}

function authorizerOf(mode: string, rbac: Rbac | undefined): readonly Authorizer[] {
  switch (mode) {
    case "AlwaysAllow":
      return [alwaysAllow];
    case "AlwaysDeny":
      return [alwaysDeny];
    case "RBAC":
      return rbac === undefined ? [] : [rbac];
    case "Node":
      return [];
    default:
      throw new StartupError(`--authorization-mode: ${JSON.stringify(mode)} is no mode that this server has`);
  }
}
