import { createEgress, type Egress, metadataSubnets } from "@svc/http/client";
import type { ControlPlaneOptions } from "../options/options.ts";

const defaults = new WeakMap<ControlPlaneOptions, Egress>();

/** The egress of a control plane: the one of its options, or one for all that it calls. */
export function egressOf(options: ControlPlaneOptions): Egress {
  if (options.egress !== undefined) return options.egress;
  const egress = defaults.get(options) ?? createEgress({ policy: () => ({ deniedSubnets: metadataSubnets }) });
  defaults.set(options, egress);
  return egress;
}
