import type { ApiObject } from "@svc/meta";

/** The service behind which a version of a group is served. */
export interface Backend {
  readonly namespace?: string;
  readonly name?: string;
  /** @default 443 */
  readonly port?: number;
}

interface Service extends ApiObject {
  readonly spec?: {
    readonly type?: string;
    readonly ports?: readonly { readonly port?: number; readonly name?: string }[];
  };
}

interface Endpoints extends ApiObject {
  readonly subsets?: readonly {
    readonly addresses?: readonly unknown[];
    readonly ports?: readonly { readonly name?: string }[];
  }[];
}

interface Problem {
  readonly reason: string;
  readonly message: string;
}

/** Why what is behind a service cannot be asked. */
export function backendProblem(
  { namespace = "", name = "", port = 443 }: Backend,
  { service, endpoints }: { readonly service: Service | undefined; readonly endpoints: Endpoints | undefined },
): Problem {
  const called = `service/${name} in ${JSON.stringify(namespace)}`;
  if (service === undefined) return { reason: "ServiceNotFound", message: `${called} is not present` };
  if (service.spec?.type !== "ExternalName") {
    const found = service.spec?.ports?.find((p) => p.port === port);
    if (found === undefined)
      return { reason: "ServicePortError", message: `${called} is not listening on port ${port}` };
    if (endpoints === undefined) return { reason: "EndpointsNotFound", message: `cannot find endpoints for ${called}` };
    const portName = found.name ?? "";
    if (!hasAddress(endpoints, portName))
      return {
        reason: "MissingEndpoints",
        message: `endpoints for ${called} have no addresses with port name ${JSON.stringify(portName)}`,
      };
  }
  return { reason: "FailedDiscoveryCheck", message: `${called} is not asked: this server hands no requests on` };
}

function hasAddress({ subsets = [] }: Endpoints, port: string): boolean {
  return subsets.some(
    ({ addresses = [], ports = [] }) => addresses.length > 0 && ports.some(({ name = "" }) => name === port),
  );
}
