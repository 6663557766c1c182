import { randomBytes, randomUUID } from "node:crypto";
import {
  type AdmissionPlugin,
  createAdmission,
  createExpressions,
  limitRanger,
  namespaceLifecycle,
} from "@svc/admission";
import { createSchemas } from "@svc/api";
import { createFieldOwnership } from "@svc/apply";
import type { Authenticator, ClusterObjects } from "@svc/authn";
import type { Authorizer, NodeGraph, Rbac } from "@svc/authz";
import { createCodec, keepValue, parseExact } from "@svc/codec";
import { type Clock, type Dialect, type Log, silentLog, svcDialect, systemClock } from "@svc/meta";
import { createRegistry, objectCodec, type Registry, type ResourceHooks } from "@svc/registry";
import type { Definitions, ResourceDefinition } from "@svc/schema";
import type { Storage } from "@svc/storage";
import { createContinueTokenCodec } from "@svc/watch";
import { apiServices } from "./bootstrap/api-services.ts";
import { type Bootstrap, type BootstrapStep, createWriter, startBootstrap } from "./bootstrap/bootstrap.ts";
import { clientAuthentication } from "./bootstrap/client-authentication.ts";
import { systemNamespaces } from "./bootstrap/namespaces.ts";
import { ownService } from "./bootstrap/own-service.ts";
import { systemPriorityClasses } from "./bootstrap/priority-classes.ts";
import { cachedList, storedResource } from "./cached-object.ts";
import { createDiscovery } from "./discovery/handlers.ts";
import { dispatchStage } from "./dispatch.ts";
import { createErrorAnswer } from "./encode/error-answer.ts";
import { createNegotiator } from "./encode/form.ts";
import { createObjectEncoder, type ObjectEncoder } from "./encode/object-encoder.ts";
import { createFeatureGates } from "./feature-gates.ts";
import { compressing } from "./http/compress.ts";
import type { Handler } from "./http/exchange.ts";
import { serveFetch } from "./http/fetch.ts";
import { type Listener, type ListenOptions, listen } from "./http/listen.ts";
import { namespaceSource } from "./namespaces.ts";
import { feedNodes } from "./nodes/source.ts";
import { defaultLimits, type ServerLimits, type ServerParts } from "./parts.ts";
import { systemPaths } from "./paths.ts";
import { createPipeline } from "./pipeline.ts";
import { bootstrapRoles } from "./rbac/bootstrap-roles.ts";
import { rbacEscalation } from "./rbac/escalation.ts";
import { feedRbac } from "./rbac/source.ts";
import { createKindCatalog } from "./resources/kinds.ts";
import { settleMerged } from "./resources/settle-merged.ts";
import { clusterObjects, type ServerObjects } from "./service-accounts/cluster-objects.ts";
import { legacyTokenTracking, legacyTokenUses } from "./service-accounts/legacy-tokens.ts";
import type { ServiceAccountTokens } from "./service-accounts/service-account-tokens.ts";
import { type AddressRange, parseAddressRange } from "./services/address-range.ts";
import { type ClusterIps, createClusterIps } from "./services/cluster-ips.ts";
import { serviceHooks } from "./services/hooks.ts";
import { createNodePorts, type NodePorts, parsePortRange } from "./services/node-ports.ts";
import { createServing, type RuntimeConfig } from "./serving.ts";
import { authenticationStage } from "./stages/authenticate.ts";
import { authorizationStage } from "./stages/authorize.ts";
import { impersonationStage } from "./stages/impersonate.ts";
import { subresourceHandlers } from "./subresources/handlers.ts";

/** What a server is made of. Everything but the first four has a default. */
export interface ServerConfig {
  /** The resource types that are served: `[core(), groups("apps"), myTypes]`. */
  readonly resources: readonly Definitions[];
  readonly storage: Storage;
  /** What the keys of all that this server stores begin with; ends with a slash. @default "/registry/" */
  readonly storageRoot?: string;
  /** Or what makes one that goes by objects of this server: accounts, and what their tokens are bound to. */
  readonly authenticator: Authenticator | ((objects: ClusterObjects) => Authenticator);
  readonly authorizer: Authorizer;
  /** @default svcDialect */
  readonly dialect?: Dialect;
  readonly clock?: Clock;
  readonly log?: Log;
  /** In addition to those that keep namespaces in order; in order. Or what makes them, to go by objects of this server. */
  readonly admission?: readonly AdmissionPlugin[] | ((objects: ServerObjects) => readonly AdmissionPlugin[]);
  /** Admission steps that are left out, by name: built-in ones are `NamespaceLifecycle` and `LimitRanger`. */
  readonly disabledAdmission?: readonly string[];
  /** Roles and bindings that the authorizer goes by: the server tells it of those that are stored, and keeps the default policy. */
  readonly rbac?: Rbac;
  /** What the authorizer of nodes goes by: the server tells it of the pods and volumes that are stored. */
  readonly nodes?: NodeGraph;
  /** What a resource takes from outside its objects, by `<resource>` or `<resource>.<group>`. */
  readonly hooks?: ReadonlyMap<string, ResourceHooks>;
  /** Gates that differ from their defaults. */
  readonly featureGates?: Readonly<Record<string, boolean>>;
  readonly runtimeConfig?: RuntimeConfig;
  /** For whom tokens of this server are made. @default nobody in particular */
  readonly apiAudiences?: readonly string[];
  /** How tokens of service accounts are made. @default none are */
  readonly serviceAccountTokens?: ServiceAccountTokens;
  /** What servers behind this one are told of how clients are known, as `extension-apiserver-authentication` says it. */
  readonly clientAuthentication?: Readonly<Record<string, string>>;
  readonly limits?: Partial<ServerLimits>;
  /** @default random version 4 */
  readonly randomUid?: () => string;
  /** Ends of generated names. @default five random letters and digits */
  readonly randomSuffix?: () => string;
  /** In [0, 1). */
  readonly random?: () => number;
  /** How long events live. @default 1 h */
  readonly eventTtlSeconds?: number;
  /** The addresses that services get. @default 10.0.0.0/24 */
  readonly serviceClusterIpRange?: string;
  /** The ports that services get on nodes. @default 30000-32767 */
  readonly serviceNodePortRange?: string;
  /** The port by which clients in the cluster come to this server. @default 6443 */
  readonly securePort?: number;
  /** Whether the objects that the server itself needs are made at start. @default true */
  readonly bootstrap?: boolean;
}

export interface Server {
  readonly dialect: Dialect;
  readonly registry: Registry;
  readonly definitions: readonly ResourceDefinition[];
  /** Answers one request; for adapters. */
  readonly handler: Handler;
  /** Answers a request of this process, without any connection. */
  fetch(request: Request): Promise<Response>;
  /** Opens a port. May be called several times. */
  listen(options: ListenOptions): Promise<Listener>;
  /** When all that is made at start is there. */
  readonly ready: Promise<void>;
  /** From now on the server says that it is not ready; it goes on serving. */
  drain(): void;
  /** Ends every watch and closes the registry; the storage stays open. */
  close(): Promise<void>;
}

/** Puts a server together. It serves from the start; `ready` tells when its own objects are there. */
export async function createServer(config: ServerConfig): Promise<Server> {
  const { dialect = svcDialect, clock = systemClock, log = silentLog, storage, authorizer } = config;
  const { randomUid = randomUUID, random = Math.random, randomSuffix = suffix, eventTtlSeconds = 3600 } = config;
  const { storageRoot = "/registry/" } = config;
  const gates = createFeatureGates(config.featureGates ?? {});
  const definitions = config.resources.flatMap((of) => of(dialect, createExpressions()));
  checkUnique(definitions);
  const serving = createServing({ definitions, dialect, runtimeConfig: config.runtimeConfig ?? new Map(), gates });
  const codec = createCodec();
  const schemas = createSchemas(dialect);
  const negotiator = createNegotiator(dialect, { cbor: false });
  const namespaces = namespaceSource(definitions, () => registry);
  const limitRanges = storedResource(definitions, "", "limitranges");
  const ownership = createFieldOwnership({
    settle: (value, endpoint) => settleMerged(codec, value, endpoint),
    // What kubectl's client-side apply leaves is taken over by its server-side apply, in any dialect.
    lastApplied: { manager: "kubectl", annotation: `kubectl.${dialect.labelDomain}/last-applied-configuration` },
  });
  const ranges = (config.serviceClusterIpRange ?? "10.0.0.0/24").split(",").map(parseAddressRange);
  let allocators: { readonly ips: ClusterIps; readonly ports: NodePorts } | undefined;
  const allocation = (): NonNullable<typeof allocators> =>
    (allocators ??= {
      ips: createClusterIps(createWriter(parts, new AbortController().signal), ranges, random),
      ports: createNodePorts(
        storage,
        storageRoot,
        parsePortRange(config.serviceNodePortRange ?? "30000-32767"),
        random,
      ),
    });
  const hooks = new Map([
    [
      "services",
      serviceHooks(
        () => allocation().ips,
        () => allocation().ports,
      ),
    ],
    ...(config.hooks ?? []),
  ]);
  const objects = clusterObjects(definitions, () => registry, dialect);
  const disabled = new Set(config.disabledAdmission ?? []);
  const plugins: readonly AdmissionPlugin[] = [
    ...(namespaces === undefined ? [] : [namespaceLifecycle({ dialect, namespaces })]),
    ...(limitRanges === undefined
      ? []
      : [limitRanger({ dialect, limitRanges: cachedList(() => registry, limitRanges) })]),
    ...(typeof config.admission === "function" ? config.admission(objects) : (config.admission ?? [])),
  ];
  const admission = createAdmission([
    ...plugins.filter(({ name }) => !disabled.has(name)),
    ...(config.rbac === undefined ? [] : [rbacEscalation(dialect, authorizer, config.rbac)]),
  ]);
  const registry: Registry = await createRegistry({
    storage,
    root: storageRoot,
    definitions,
    environment: { dialect, clock, log, gates, randomUid, randomSuffix },
    codec: objectCodec(codec),
    ownership,
    admission,
    hooks: hooksByDefinition(definitions, hooks),
    ttlSeconds: ({ storage: layout, resource }) =>
      resource === "events" && layout?.group === "" ? eventTtlSeconds : undefined,
  });
  const authenticator =
    typeof config.authenticator === "function"
      ? config.authenticator({ ...objects, noteUse: (secret) => noteUse(secret) })
      : config.authenticator;
  const encoders = new Map<unknown, ObjectEncoder>();
  const parts: ServerParts = {
    dialect,
    clock,
    log,
    gates,
    codec,
    schemas,
    negotiator,
    registry,
    serving,
    kinds: createKindCatalog(definitions, dialect),
    authenticator,
    authorizer,
    admission,
    ownership,
    apiAudiences: config.apiAudiences ?? [],
    continueTokens: createContinueTokenCodec({
      version: dialect.expand("meta.{api}/v1"),
      parseJson: (bytes) => keepValue(parseExact(bytes)),
    }),
    encoderOf: ({ definition, version }) => {
      let encoder = encoders.get(version);
      if (encoder === undefined) {
        encoder = createObjectEncoder({ codec, dialect, schemas }, { definition, version });
        encoders.set(version, encoder);
      }
      return encoder;
    },
    limits: { ...defaultLimits, ...config.limits },
    random,
  };
  const writer = createWriter(parts, new AbortController().signal);
  const noteUse = legacyTokenUses(writer);
  const rbacGroup = dialect.expand("rbac.authorization.{api}");
  const roles =
    config.rbac === undefined
      ? undefined
      : feedRbac(registry, config.rbac, (resource) => writer.endpoint(rbacGroup, resource));
  const nodes =
    config.nodes === undefined ? undefined : feedNodes(registry, { graph: config.nodes, dialect }, writer.endpoint);
  const bootstrap: Bootstrap = startBootstrap(parts, config.bootstrap === false ? [] : stepsOf(config, ranges));
  const { paths, drain } = systemPaths(parts, {
    bootstrap,
    storage,
    ...(config.serviceAccountTokens === undefined ? {} : { serviceAccountTokens: config.serviceAccountTokens }),
    ...(config.rbac === undefined ? {} : { rbac: config.rbac }),
  });
  const handler = compressing(
    createPipeline({
      randomUid,
      log,
      answerError: createErrorAnswer(parts, negotiator),
      stages: [
        authenticationStage(authenticator),
        impersonationStage(authorizer, dialect),
        authorizationStage(parts),
        dispatchStage({
          parts,
          discovery: createDiscovery(parts, () => parts.serving),
          handlers: subresourceHandlers(parts, config),
          paths,
          deleteOptions: schemas.struct("meta/v1.DeleteOptions"),
        }),
      ],
    }),
  );
  return {
    dialect,
    registry,
    definitions,
    handler,
    fetch: (request) => serveFetch(handler, request),
    listen: (options) => listen(handler, options),
    ready: Promise.all([bootstrap.done, roles?.ready, nodes?.ready]).then(() => undefined),
    drain,
    close: async () => {
      drain();
      bootstrap.stop();
      roles?.stop();
      nodes?.stop();
      await registry.close();
    },
  };
}

function stepsOf(config: ServerConfig, ranges: readonly AddressRange[]): readonly BootstrapStep[] {
  const { securePort = 6443, rbac, serviceAccountTokens, clientAuthentication: known } = config;
  const address = ranges[0]?.at(0n) ?? "";
  return [
    systemNamespaces,
    apiServices,
    systemPriorityClasses,
    ...(rbac === undefined ? [] : [bootstrapRoles]),
    ...(known === undefined ? [] : [clientAuthentication(known)]),
    ...(serviceAccountTokens === undefined ? [] : [legacyTokenTracking]),
    ownService({ ranges: ranges.map((r) => r.text), address, targetPort: securePort }),
  ];
}

const letters = "bcdfghjklmnpqrstvwxz2456789";

function suffix(): string {
  return [...randomBytes(5)].map((byte) => letters[byte % letters.length]).join("");
}

/** @throws {TypeError} for two definitions of one resource */
function checkUnique(definitions: readonly ResourceDefinition[]): void {
  const seen = new Set<string>();
  for (const { resource, versions } of definitions) {
    for (const { group, version } of versions) {
      const name = `${resource} in ${group === "" ? version : `${group}/${version}`}`;
      if (seen.has(name)) throw new TypeError(`two definitions of ${name}`);
      seen.add(name);
    }
  }
}

function hooksByDefinition(
  definitions: readonly ResourceDefinition[],
  hooks: ReadonlyMap<string, ResourceHooks>,
): ReadonlyMap<ResourceDefinition, ResourceHooks> {
  const found = new Map<ResourceDefinition, ResourceHooks>();
  for (const definition of definitions) {
    const group = definition.storage?.group ?? "";
    const of = hooks.get(group === "" ? definition.resource : `${definition.resource}.${group}`);
    if (of !== undefined) found.set(definition, of);
  }
  return found;
}
