import type { Clock } from "@svc/base";
import type { Egress } from "@svc/http/client";
import type { Dialect } from "@svc/meta";
import type { ProcessMetrics } from "../metrics/metrics.ts";

/** Dependencies for reading configurations of plugins. */
export interface PluginEnvironment {
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly egress: Egress;
  readonly metrics: Pick<ProcessMetrics, "clientCalled">;
}
