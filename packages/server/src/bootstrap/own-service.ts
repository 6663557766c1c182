import type { BootstrapStep } from "./bootstrap.ts";

/** How clients in the cluster come to this server. */
interface OwnService {
  /** `10.0.0.0/24`; several with commas. */
  readonly ranges: readonly string[];
  readonly address: string;
  readonly targetPort: number;
}

/** The range of service addresses, and the service that is this server. */
export function ownService({ ranges, address, targetPort }: OwnService): BootstrapStep {
  return {
    name: "bootstrap-controller",
    run: async ({ endpoint, ensure, parts }) => {
      const { dialect, clock } = parts;
      const now = `${new Date(clock.now()).toISOString().slice(0, 19)}Z`;
      const cidrs = endpoint(dialect.expand("networking.{api}"), "servicecidrs");
      if (cidrs !== undefined) {
        const ready = {
          type: "Ready",
          status: "True",
          lastTransitionTime: now,
          reason: "",
          message: `${dialect.product === "kubernetes" ? "Kubernetes" : dialect.product} default Service CIDR is ready`,
        };
        await ensure(
          cidrs,
          { metadata: { name: "kubernetes" }, spec: { cidrs: [...ranges] } },
          { conditions: [ready] },
        );
      }
      const services = endpoint("", "services");
      if (services === undefined) return;
      await ensure(services, {
        metadata: {
          name: "kubernetes",
          namespace: "default",
          labels: { component: "apiserver", provider: "kubernetes" },
        },
        spec: {
          type: "ClusterIP",
          clusterIP: address,
          clusterIPs: [address],
          sessionAffinity: "None",
          internalTrafficPolicy: "Cluster",
          ipFamilyPolicy: "SingleStack",
          ipFamilies: [address.includes(":") ? "IPv6" : "IPv4"],
          ports: [{ name: "https", protocol: "TCP", port: 443, targetPort }],
        },
      });
    },
  };
}
