import { createEgress, type Destination, type Egress, type EgressRules } from "@svc/http/client";
import type { Dialect } from "@svc/meta";
import type { Metrics } from "@svc/metrics";
import type { EgressFlags } from "./egress-flags.ts";
import type { EgressNetwork, EgressSelector } from "./egress-selector.ts";

interface Purpose {
  /** `machine`: connections are direct, whatever the selector is. */
  readonly network: EgressNetwork | "machine" | ((to: Destination) => EgressNetwork);
  readonly rules: (flags: EgressFlags) => EgressRules;
}

const chosenByObjects = ({ egressDeniedCidrs }: EgressFlags): EgressRules => ({ deniedSubnets: egressDeniedCidrs });
const chosenByOperator = (): EgressRules => ({});
/** Services are in the cluster, URLs where the server is. */
const byService = ({ host }: Destination): EgressNetwork => (host === undefined ? "controlplane" : "cluster");

/** The purposes for which the server opens connections, with what each may reach. */
const purposes: ReadonlyMap<string, Purpose> = new Map<string, Purpose>([
  ["webhook", { network: byService, rules: chosenByObjects }],
  ["conversion", { network: byService, rules: chosenByObjects }],
  ["aggregation", { network: "cluster", rules: chosenByObjects }],
  ["node", { network: "cluster", rules: chosenByObjects }],
  ["proxy", { network: "cluster", rules: ({ proxyDeniedCidrs }) => ({ deniedSubnets: proxyDeniedCidrs }) }],
  ["issuer", { network: "controlplane", rules: () => ({ tlsOnly: true }) }],
  ["authentication", { network: "controlplane", rules: chosenByOperator }],
  ["authorization", { network: "controlplane", rules: chosenByOperator }],
  ["component", { network: "machine", rules: chosenByOperator }],
  ["audit", { network: "controlplane", rules: chosenByOperator }],
]);

/** The egress that the flags ask for. @throws {StartupError} */
export async function loadEgress(
  flags: EgressFlags,
  { dialect, metrics }: { readonly dialect: Dialect; readonly metrics: Metrics },
): Promise<Egress> {
  const selector = await selectorOf(flags, dialect);
  const attempts = metrics.counter({
    name: "apiserver_egress_connections_total",
    help: "Connections that the server opened for clients or by its configuration, or that it could not open.",
    labels: ["purpose", "result"],
    stability: "ALPHA",
  });
  return createEgress({
    policy: (to) => {
      const purpose = purposes.get(to.purpose);
      if (purpose === undefined) throw new TypeError(`egress has no policy for the purpose ${to.purpose}`);
      const network = typeof purpose.network === "function" ? purpose.network(to) : purpose.network;
      const proxy = network === "machine" ? undefined : selector.get(network);
      return { ...purpose.rules(flags), ...(proxy === undefined ? {} : { proxy }) };
    },
    observe: ({ purpose, result }) => attempts(purpose, result).add(),
  });
}

async function selectorOf({ egressSelectorConfigFile: path }: EgressFlags, dialect: Dialect): Promise<EgressSelector> {
  if (path === undefined) return new Map();
  // Loaded where it is needed: most servers have no such file, and start without waiting for it.
  const { loadEgressSelector } = await import("./egress-selector.ts");
  return loadEgressSelector(path, dialect);
}
