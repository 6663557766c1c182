import type { AdmissionPlugin } from "@svc/admission";
import type { AuditConfig } from "@svc/audit";
import type { Authenticator } from "@svc/authn";
import type { Authorizer } from "@svc/authz";
import type { Clock, Log } from "@svc/base";
import type { Dialect } from "@svc/meta";
import type { Metrics } from "@svc/metrics";
import type { LocalClient, ResourceHooks } from "@svc/registry";
import type { Definitions } from "@svc/schema";
import type { Storage } from "@svc/storage";
import type { ServerExtension } from "./extension.ts";
import type { ServerLimits } from "./request/limits.ts";
import type { RuntimeConfig } from "./runtime-config.ts";

/** What a server is made of. Everything but the first four has a default. */
export interface ServerConfig {
  /** The resource types that are served: `[core(), groups("apps"), myTypes]`. */
  readonly resources: readonly Definitions[];
  readonly storage: Storage;
  /**
   * What the keys of all that this server stores begin with; ends with a slash.
   * @default "/registry/"
   */
  readonly storageRoot?: string;
  /** Or a function that makes one, which may go by objects of this server. */
  readonly authenticator: Authenticator | ((local: LocalClient) => Authenticator);
  readonly authorizer: Authorizer;
  /** @default svcDialect */
  readonly dialect?: Dialect;
  readonly clock?: Clock;
  readonly log?: Log;
  /** Features, each as one value. Order matters: admission steps act in it. @default none */
  readonly extensions?: readonly ServerExtension[];
  /**
   * Admission steps behind those of the extensions. Or a function that makes them, which may go by
   * objects of this server.
   */
  readonly admission?: readonly AdmissionPlugin[] | ((local: LocalClient) => readonly AdmissionPlugin[]);
  /** What a resource takes from outside its objects, by `<resource>` or `<resource>.<group>`. */
  readonly hooks?: ReadonlyMap<string, ResourceHooks>;
  /** Gates that differ from their defaults. */
  readonly featureGates?: Readonly<Record<string, boolean>>;
  readonly runtimeConfig?: RuntimeConfig;
  readonly limits?: Partial<ServerLimits>;
  /**
   * Where the server counts, for those who count more or show less. Of this server only.
   * @default a set of its own
   */
  readonly metrics?: Metrics;
  /** What is recorded of requests. @default nothing */
  readonly audit?: AuditConfig;
  /** @default random version 4 */
  readonly randomUid?: () => string;
  /** Ends of generated names. @default five random letters and digits */
  readonly randomSuffix?: () => string;
  /** In [0, 1). */
  readonly random?: () => number;
}
