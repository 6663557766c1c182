import type { AdmissionPlugin } from "@svc/admission";
import type { AuditConfig } from "@svc/audit";
import type { Authenticator } from "@svc/authn";
import type { Authorizer } from "@svc/authz";
import type { Clock, Log } from "@svc/base";
import type { Codec } from "@svc/codec";
import type { Dialect } from "@svc/meta";
import type { Metrics } from "@svc/metrics";
import type { LocalClient, ResourceHooks } from "@svc/registry";
import type { DefinitionSource, Definitions, ResourceCatalog } from "@svc/schema";
import type { Storage } from "@svc/storage";
import type { ServerExtension } from "./extension.ts";
import type { ServerLimits } from "./request/limits.ts";
import type { RuntimeConfig } from "./runtime-config.ts";

/** The configuration of a server. Everything but the first four has a default. */
export interface ServerConfig {
  /** The resource types that are served: `[core(), groups("apps"), myTypes]`. */
  readonly resources: readonly Definitions[];
  /**
   * Sources of further types, which come, change and go while the server runs. The server is ready
   * when each has passed its first types. @default none
   */
  readonly sources?: readonly DefinitionSource[];
  readonly storage: Storage;
  /**
   * The prefix of all keys of this server; ends with a slash.
   * @default "/registry/"
   */
  readonly storageRoot?: string;
  /** An authenticator, or a function that creates one from objects of this server. */
  readonly authenticator: Authenticator | ((local: LocalClient) => Authenticator);
  readonly authorizer: Authorizer;
  /** @default svcDialect */
  readonly dialect?: Dialect;
  readonly clock?: Clock;
  readonly log?: Log;
  /** Features, each as one value. Order matters: admission steps act in it. @default none */
  readonly extensions?: readonly ServerExtension[];
  /**
   * Admission steps after those of the extensions, or a function that creates them from objects of
   * this server.
   */
  readonly admission?: readonly AdmissionPlugin[] | ((local: LocalClient) => readonly AdmissionPlugin[]);
  /** Reservations of a resource, by `<resource>` or `<resource>.<group>`. */
  readonly hooks?: ReadonlyMap<string, ResourceHooks>;
  /** Gates that differ from their defaults. */
  readonly featureGates?: Readonly<Record<string, boolean>>;
  readonly runtimeConfig?: RuntimeConfig;
  readonly limits?: Partial<ServerLimits>;
  /**
   * `host:port` that discovery names as the server's address.
   * @default that of each request
   */
  readonly externalAddress?: string;
  /**
   * The metrics of this server only.
   * @default a new set
   */
  readonly metrics?: Metrics;
  /** Selects the requests that are recorded. @default none */
  readonly audit?: AuditConfig;
  /**
   * The types of the start, which servers of the same configuration can share: each has a copy.
   * @default `initialCatalog` of this configuration
   */
  readonly catalog?: ResourceCatalog;
  /**
   * Encodes and decodes objects. Servers can share one, with its compiled types.
   * @default a new one
   */
  readonly codec?: Codec;
  /**
   * `exist` for a storage that is a copy of the storage of a ready server of the same
   * configuration: steps of the start that only create objects are skipped.
   * @default "create"
   */
  readonly initialObjects?: "create" | "exist";
  /** @default random version 4 */
  readonly randomUid?: () => string;
  /** Ends of generated names. @default five random letters and digits */
  readonly randomSuffix?: () => string;
  /** In [0, 1). */
  readonly random?: () => number;
}
