import type { AdmissionOptions } from "@svc/admission-plugins";
import type { Authorizer } from "@svc/authz";
import type { Clock } from "@svc/base";
import type { Codec } from "@svc/codec";
import type { Egress } from "@svc/http/client";
import type { Dialect } from "@svc/meta";
import type { Metrics } from "@svc/metrics";
import type { LocalClient } from "@svc/registry";
import type { ServerObjects } from "../../service-accounts/cluster-objects.ts";

/** The dependencies of admission steps. */
export interface AdmissionSources {
  readonly local: LocalClient;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly objects: ServerObjects;
  readonly authorizer: Authorizer;
  /** Ends of generated names. */
  readonly randomSuffix: () => string;
  /** Settings of single steps. */
  readonly options: AdmissionOptions;
  readonly codec: Codec;
  readonly metrics: Metrics;
  /** Opens the connections to webhooks. */
  readonly egress: Egress;
}
