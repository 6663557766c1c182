import { notFound, quote, StatusError } from "@svc/meta";
import type { LocalClient } from "@svc/registry";
import { coreResource, type Endpoints, findObject, type Pod, type Service } from "./objects.ts";
import type { Target } from "./target.ts";
import { portNumber, type TargetName } from "./target-name.ts";

type Subset = NonNullable<Endpoints["subsets"]>[number];
type Address = NonNullable<Subset["addresses"]>[number];

interface ServiceTargetOptions {
  readonly local: LocalClient;
  readonly namespace: string;
  readonly random: () => number;
  readonly serviceEndpoints: "pods" | "any";
}

/**
 * A pod behind a port of a service. Only addresses of pods of the namespace count, so that writing
 * endpoints reaches nothing else, unless any address may count.
 * @throws {StatusError} 404, 503
 */
export async function serviceTarget(
  service: Service,
  requested: TargetName,
  { local, namespace, random, serviceEndpoints }: ServiceTargetOptions,
): Promise<Target> {
  const { text, scheme, name } = requested;
  const portName = portNameOf(service, requested);
  const endpoints = await findObject<Endpoints>(local, "endpoints", { namespace, name });
  if (endpoints === undefined) throw notFound(coreResource("services", name));
  const { subsets = [] } = endpoints;
  if (subsets.length === 0) throw unavailable(`no endpoints available for service ${quote(name)}`);
  const isOpen = ({ name: open = "" }: { readonly name?: string }): boolean => open === portName;
  const candidates = subsets.flatMap(({ addresses = [], ports = [] }) =>
    addresses.flatMap((address) => ports.filter(isOpen).map((open) => ({ address, port: open.port }))),
  );
  // From any of them on, as requests come, so that they share the work.
  const start = Math.floor(random() * candidates.length);
  for (let i = 0; i < candidates.length; i++) {
    const candidate = candidates[(start + i) % candidates.length];
    if (candidate === undefined) continue;
    if (serviceEndpoints === "pods" && !(await isPod(candidate.address, { local, namespace }))) continue;
    return {
      scheme: scheme === "" ? "http" : scheme,
      host: candidate.address.ip,
      port: candidate.port,
      tls: { insecureSkipVerify: true },
    };
  }
  throw unavailable(`no endpoints available for service ${quote(text)}`);
}

/** @throws {StatusError} 503 for a number that is no port of the service */
function portNameOf({ spec = {} }: Service, { name, port }: TargetName): string {
  const number = portNumber(port);
  if (number === undefined) return port;
  const found = (spec.ports ?? []).find((p) => p.port === number);
  if (found === undefined) throw unavailable(`no service port ${number} found for service ${quote(name)}`);
  return found.name ?? "";
}

async function isPod(
  { ip, targetRef }: Address,
  { local, namespace }: Pick<ServiceTargetOptions, "local" | "namespace">,
): Promise<boolean> {
  if (targetRef?.kind !== "Pod" || targetRef.namespace !== namespace || targetRef.name === undefined) return false;
  const pod = await findObject<Pod>(local, "pods", { namespace, name: targetRef.name });
  const { podIP, podIPs = [] } = pod?.status ?? {};
  return podIP === ip || podIPs.some((one) => one.ip === ip);
}

function unavailable(message: string): StatusError {
  return new StatusError({ code: 503, reason: "ServiceUnavailable", message });
}
