import type { AdmissionOptions, AdmissionPlugin } from "@svc/admission";
import type { Authenticator, ClusterObjects } from "@svc/authn";
import type { Authorizer, NodeGraph, Rbac } from "@svc/authz";
import type { Clock, Log } from "@svc/base";
import type { Dialect } from "@svc/meta";
import type { Metrics } from "@svc/metrics";
import type { ResourceHooks } from "@svc/registry";
import type { Definitions } from "@svc/schema";
import type { Storage } from "@svc/storage";
import type { AuditConfig } from "./audit/audit.ts";
import type { ServerLimits } from "./parts.ts";
import type { RuntimeConfig } from "./runtime-config.ts";
import type { ServerObjects } from "./service-accounts/cluster-objects.ts";
import type { ServiceAccountTokens } from "./service-accounts/service-account-tokens.ts";
import type { Component } from "./subresources/component-statuses.ts";

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
  /** In addition to the built-in ones, before `ResourceQuota`; in order. Or what makes them, to go by objects of this server. */
  readonly admission?: readonly AdmissionPlugin[] | ((objects: ServerObjects) => readonly AdmissionPlugin[]);
  /** Built-in admission steps that are not there by default, by name; the table in the README of `@svc/admission` has all. */
  readonly enabledAdmission?: readonly string[];
  /** Admission steps that are left out, by name. */
  readonly disabledAdmission?: readonly string[];
  /** What there is to say of single steps. */
  readonly admissionOptions?: AdmissionOptions;
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
  /** Where the server counts, for those who count more or show less. Of this server only. @default a set of its own */
  readonly metrics?: Metrics;
  /** What is recorded of requests. @default nothing */
  readonly audit?: AuditConfig;
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
  /** The name of this machine: with one, the server keeps a lease by which others see that it is there. @default none */
  readonly hostname?: string;
  /** Of which `componentstatuses` tells besides the store. @default none */
  readonly components?: readonly Component[];
  /** Whether the objects that the server itself needs are made at start. @default true */
  readonly bootstrap?: boolean;
}
