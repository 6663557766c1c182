import {
  aBoolean,
  aFunction,
  aNonNegativeNumber,
  anObject,
  aPort,
  aString,
  checkArgument,
  listOf,
  optional,
  optionsOf,
  withMethods,
} from "@svc/base/check";
import type { LocalClient } from "@svc/registry";
import type { ServerExtension } from "@svc/server";
import { builtinAdmission } from "./admission/builtin-admission.ts";
import { configurationHooks } from "./admission/configuration-hooks.ts";
import { bootstrapSteps } from "./bootstrap/steps.ts";
import { authorizerSync } from "./controllers/authorizer-sync.ts";
import { controlPlaneControllers } from "./controllers/controllers.ts";
import { healthOrder } from "./health-order.ts";
import { type ServerIdentity, serverIdentity } from "./identity/server-identity.ts";
import type { ControlPlaneOptions } from "./options/options.ts";
import { explainPaths } from "./rbac/explain-paths.ts";
import { issuerPaths } from "./service-accounts/issuer-paths.ts";
import { serviceAllocation } from "./services/allocation.ts";
import { subresourceHandlers } from "./subresources/handlers.ts";

const controlPlaneOptions = optionsOf<ControlPlaneOptions>({
  enabledAdmission: optional(listOf(aString)),
  disabledAdmission: optional(listOf(aString)),
  admissionOptions: optional(anObject),
  rbac: optional(withMethods("an Rbac of @svc/authz", "authorize", "setRole", "setBinding", "rulesFor")),
  nodes: optional(
    withMethods("a NodeGraph of @svc/authz", "setPod", "setVolume", "setVolumeAttachment", "setResourceSlice"),
  ),
  serviceAccountTokens: optional(anObject),
  apiAudiences: optional(listOf(aString)),
  eventTtlSeconds: optional(aNonNegativeNumber),
  serviceClusterIpRange: optional(aString),
  serviceNodePortRange: optional(aString),
  securePort: optional(aPort),
  ownAddress: optional(aString),
  ownServiceNodePort: optional(aPort),
  hostname: optional(aString),
  components: optional(listOf(withMethods("a Component of @svc/controlplane", "problem"))),
  egress: optional(withMethods("an Egress of @svc/http", "client", "connectOptions")),
  callConversionWebhook: optional(aFunction),
  checkPolicyTypes: optional(aBoolean),
  bootstrap: optional(aBoolean),
});

/**
 * The extension that makes a server with the built-in types a cluster: system namespaces and other
 * initial objects, addresses and ports of services, roles, tokens of service accounts, reviews,
 * bindings, evictions, status controllers.
 * @throws {TypeError} for a wrong argument
 */
export function controlPlane(options: ControlPlaneOptions = {}): ServerExtension {
  checkArgument("controlPlane: options", options, controlPlaneOptions);
  const { bootstrap = true, eventTtlSeconds = 3600, hostname, rbac, serviceAccountTokens } = options;
  return {
    name: "control plane",
    admission: (context) => builtinAdmission(options, context),
    hooks: (context) =>
      new Map([
        ["services", serviceAllocation(options, context)],
        ["events", { ttlSeconds: eventTtlSeconds }],
        ...configurationHooks(context.local),
      ]),
    subresources: (context) => subresourceHandlers(context, options),
    paths: (context) =>
      new Map([
        ...issuerPaths(serviceAccountTokens?.discovery),
        ...(rbac === undefined ? [] : [["authorization", { handler: explainPaths(context, rbac) }] as const]),
      ]),
    health: () => ({ order: healthOrder }),
    ...lifecycle(options, { bootstrap, hostname }),
  };
}

/** The steps that run once at the start, and the controllers. */
function lifecycle(
  options: ControlPlaneOptions,
  { bootstrap, hostname }: { readonly bootstrap: boolean; readonly hostname: string | undefined },
): Pick<ServerExtension, "controllers" | "postStart"> {
  // Each server has one identity, which is random in part: steps and controllers must name it
  // alike.
  const identities = new WeakMap<LocalClient, ServerIdentity>();
  const identityOf = (local: LocalClient): ServerIdentity | undefined => {
    if (hostname === undefined) return undefined;
    const { dialect, randomUid } = local.environment;
    const identity = identities.get(local) ?? serverIdentity(hostname, dialect, randomUid);
    identities.set(local, identity);
    return identity;
  };
  return {
    controllers: (context) => [
      authorizerSync(context.local, options),
      ...controlPlaneControllers(context, {
        bootstrap,
        identity: identityOf(context.local),
        options,
      }),
    ],
    postStart: ({ local }) => bootstrapSteps(options, identityOf(local)),
  };
}
