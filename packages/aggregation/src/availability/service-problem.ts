import { quote } from "@svc/base";
import type { Endpoints, Service } from "../backends/service-objects.ts";
import type { ServiceReference } from "../registration/api-service.ts";

/** Why an extension server can't be reached, for the condition of its registration. */
export interface AvailabilityProblem {
  readonly reason: string;
  readonly message: string;
}

/** The problem of a service, from the objects alone; undefined where its backend can be reached. */
export function serviceProblem(
  { namespace = "", name = "", port = 443 }: ServiceReference,
  { service, endpoints }: { readonly service: Service | undefined; readonly endpoints: Endpoints | undefined },
): AvailabilityProblem | undefined {
  const called = `service/${name} in ${quote(namespace)}`;
  if (service === undefined) return { reason: "ServiceNotFound", message: `${called} is not present` };
  if (service.spec?.type === "ExternalName") return undefined;
  const found = service.spec?.ports?.find((p) => p.port === port);
  if (found === undefined) return { reason: "ServicePortError", message: `${called} is not listening on port ${port}` };
  if (endpoints === undefined) return { reason: "EndpointsNotFound", message: `cannot find endpoints for ${called}` };
  const portName = found.name ?? "";
  if (hasAddress(endpoints, portName)) return undefined;
  return {
    reason: "MissingEndpoints",
    message: `endpoints for ${called} have no addresses with port name ${quote(portName)}`,
  };
}

function hasAddress({ subsets = [] }: Endpoints, port: string): boolean {
  return subsets.some(
    ({ addresses = [], ports = [] }) => addresses.length > 0 && ports.some(({ name = "" }) => name === port),
  );
}
