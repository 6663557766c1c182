import type { AdmissionOptions } from "@svc/admission";
import type { Authorizer } from "@svc/authz";
import type { Clock } from "@svc/base";
import type { Dialect } from "@svc/meta";
import type { Registry } from "@svc/registry";
import type { ResourceCatalog } from "@svc/schema";
import type { BootstrapWriter } from "../bootstrap/bootstrap.ts";
import type { ServerObjects } from "../service-accounts/cluster-objects.ts";

/** What admission steps are made of. */
export interface AdmissionSources {
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly catalog: ResourceCatalog;
  readonly registry: () => Registry;
  readonly objects: ServerObjects;
  readonly authorizer: Authorizer;
  /** Ends of generated names. */
  readonly randomSuffix: () => string;
  /** What those who run the server say of single steps. */
  readonly options: AdmissionOptions;
  /** Writes as the server itself. */
  readonly writer: () => BootstrapWriter;
}
