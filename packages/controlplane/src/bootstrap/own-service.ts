import type { PostStartStep } from "@svc/server";

/** The name of the server's own service, and the address range that contains its address. */
export const ownName = "kubernetes";

/** The service through which clients in the cluster reach this server. */
interface OwnService {
  /** `10.0.0.0/24`; several with commas. */
  readonly ranges: readonly string[];
  readonly address: string;
  readonly targetPort: number;
  readonly nodePort: number | undefined;
}

/** The range of service addresses, and the service that is this server. */
export function ownService({ ranges, address, targetPort, nodePort }: OwnService): PostStartStep {
  return {
    name: "bootstrap-controller",
    onlyObjects: true,
    run: async (local) => {
      const cidrs = local.resource("networking.{api}", "servicecidrs");
      await cidrs?.ensure({ metadata: { name: ownName }, spec: { cidrs: [...ranges] } });
      await local.resource("", "services")?.ensure({
        metadata: {
          name: ownName,
          namespace: "default",
          labels: { component: "apiserver", provider: "kubernetes" },
        },
        spec: {
          type: nodePort === undefined ? "ClusterIP" : "NodePort",
          clusterIP: address,
          sessionAffinity: "None",
          internalTrafficPolicy: "Cluster",
          ipFamilyPolicy: "SingleStack",
          ports: [
            { name: "https", protocol: "TCP", port: 443, targetPort, ...(nodePort === undefined ? {} : { nodePort }) },
          ],
        },
      });
    },
  };
}
