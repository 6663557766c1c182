import { isIP } from "node:net";
import { aBoolean, aFunction, checkArgument, optionsOf } from "@svc/base/check";
import { quote } from "@svc/meta";
import type { ServiceReference } from "../registration/api-service.ts";
import type { Endpoints, Service } from "./service-objects.ts";

/** The address to which connections to a service are opened, or why there is none. */
export type BackendAddress =
  | { readonly ok: true; readonly host: string; readonly port: number }
  | { readonly ok: false; readonly message: string };

/** Finds the address of a service. */
export type FindBackend = (
  reference: ServiceReference,
  objects: { readonly service: Service | undefined; readonly endpoints: Endpoints | undefined },
) => BackendAddress;

const failure = (message: string): BackendAddress => ({ ok: false, message });

interface FindOptions {
  /** True: connects to endpoints; false: to the service's own address. */
  readonly byEndpoints: boolean;
  /** As `Math.random`. */
  readonly random: () => number;
}

const findOptions = optionsOf<FindOptions>({
  byEndpoints: aBoolean,
  random: aFunction,
});

/**
 * Finds backends by their service's address, or by an endpoint that is chosen at random.
 * @throws {TypeError} for a wrong argument
 */
export function createFindBackend(options: FindOptions): FindBackend {
  checkArgument("createFindBackend: options", options, findOptions);
  const { byEndpoints: direct, random } = options;
  return (reference, objects) => {
    const { type, clusterIP } = objects.service?.spec ?? {};
    // A headless service has no address of its own.
    const isHeadless = type !== "ExternalName" && clusterIP === "None";
    return direct || isHeadless ? byEndpoints(reference, objects, random) : byService(reference, objects);
  };
}

/** By the cluster IP, or the external name: the network of the cluster chooses the endpoint. */
const byService: FindBackend = ({ name = "", port = 443 }, { service }) => {
  if (service === undefined) return failure(`service ${quote(name)} not found`);
  const { type, clusterIP = "", externalName = "", ports = [] } = service.spec ?? {};
  if (type === "ExternalName") return { ok: true, host: externalName, port };
  if (!ports.some((open) => open.port === port))
    return failure(`no service port ${port} found for service ${quote(name)}`);
  if (isIP(clusterIP) === 0) return failure(`cannot route to service with ClusterIP ${quote(clusterIP)}`);
  return { ok: true, host: clusterIP, port };
};

function byEndpoints(
  { name = "", port = 443 }: ServiceReference,
  { service, endpoints }: Parameters<FindBackend>[1],
  random: () => number,
): BackendAddress {
  if (service === undefined) return failure(`service ${quote(name)} not found`);
  const { type = "ClusterIP", ports = [] } = service.spec ?? {};
  if (type === "ExternalName") return failure(`unsupported service type ${quote(type)}`);
  const open = ports.find((of) => of.port === port);
  if (open === undefined) return failure(`no service port ${port} found for service ${quote(name)}`);
  if (endpoints === undefined) return failure(`endpoints ${quote(name)} not found`);
  const candidates = (endpoints.subsets ?? []).flatMap(({ addresses = [], ports: listening = [] }) => {
    const target = listening.find((of) => (of.name ?? "") === (open.name ?? ""))?.port;
    return target === undefined ? [] : addresses.map(({ ip = "" }) => ({ ok: true as const, host: ip, port: target }));
  });
  const chosen = candidates[Math.floor(random() * candidates.length)];
  return chosen ?? failure(`no endpoints available for service ${quote(name)}`);
}
