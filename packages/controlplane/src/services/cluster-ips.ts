import { canonicalAddress } from "@svc/api";
import { displayList, internalError, invalid, invalidObject, isStatusError, type StatusError } from "@svc/meta";
import type { LocalClient, LocalResource } from "@svc/registry";
import type { AddressRange } from "./address-range.ts";
import type { Service } from "./service.ts";

/**
 * Gives out the addresses of services. Each is an object of kind `IPAddress`, so that servers over
 * one store agree.
 */
export interface ClusterIps {
  readonly ranges: readonly AddressRange[];
  /** @throws {StatusError} 422 for an address that is in no range */
  checkRange(service: Service, address: string): void;
  /** @throws {StatusError} 422 for an address that is taken, or is in no range */
  take(service: Service, address: string): Promise<void>;
  /** @throws {StatusError} when all are taken */
  takeAny(service: Service, family: string): Promise<string>;
  release(address: string): Promise<void>;
  /** A free address without reserving it, for dry runs. */
  anyFree(family: string): string;
}

/** So many addresses are tried at random before all are tried in turn. */
const randomTries = 16;

export function createClusterIps(local: LocalClient, ranges: readonly AddressRange[]): ClusterIps {
  const { dialect, random } = local.environment;
  const resource = (): LocalResource | undefined => local.resource("networking.{api}", "ipaddresses");

  const rangeOf = (family: string): AddressRange | undefined => ranges.find((r) => r.family === family);

  const rangeWith = (address: string): AddressRange | undefined => ranges.find((r) => r.contains(address));

  /** Allocates an address; false if it was already allocated. */
  const claim = async (service: Service, address: string, family: string): Promise<boolean> => {
    const addresses = resource();
    if (addresses === undefined) return true;
    const { name = "", namespace = "" } = service.metadata;
    const object = {
      metadata: {
        name: address,
        labels: {
          [dialect.expand("ipaddress.{labels}/ip-family")]: family,
          [dialect.expand("ipaddress.{labels}/managed-by")]: dialect.expand("ipallocator.{api}"),
        },
      },
      spec: { parentRef: { resource: "services", namespace, name } },
    };
    return addresses.create(object).catch(notAllocated);
  };

  return {
    ranges,
    checkRange: (service, text) => {
      const address = canonicalAddress(text);
      if (rangeWith(address) === undefined)
        throw refused(
          service,
          address,
          `the provided IP (${address}) is not in the valid range. The range of valid IPs is ${ranges.map((r) => r.text).join(",")}`,
        );
    },
    take: async (service, text) => {
      const address = canonicalAddress(text);
      const range = rangeWith(address);
      if (range === undefined) throw refused(service, address, "the provided network does not match the current range");
      if (!(await claim(service, address, range.family)))
        throw refused(service, address, "provided IP is already allocated");
    },
    takeAny: async (service, family) => {
      const range = rangeOf(family);
      if (range === undefined || range.size === 0n) throw exhausted(service);
      for (const offset of offsetsOf(range, random)) {
        const address = range.at(offset);
        if (isTaken(resource(), address)) continue;
        if (await claim(service, address, family)) return address;
      }
      throw exhausted(service);
    },
    release: async (address) => {
      await resource()?.delete({ namespace: "", name: canonicalAddress(address) });
    },
    anyFree: (family) => {
      const range = rangeOf(family);
      for (const offset of range === undefined ? [] : offsetsOf(range, random)) {
        const address = (range as AddressRange).at(offset);
        if (!isTaken(resource(), address)) return address;
      }
      return "";
    },
  };
}

/** A service without a name, for one, cannot be the owner of an address. */
function notAllocated(error: unknown): never {
  if (!isStatusError(error)) throw error;
  throw internalError(`failed to allocate a serviceIP: ${error.message}`);
}

/** Random offsets first, then all. The beginning, where users choose addresses, comes last. */
function* offsetsOf({ size }: AddressRange, random: () => number): Generator<bigint> {
  const reserved = size < 32n ? 0n : size / 16n > 256n ? 256n : size / 16n;
  const span = size - reserved;
  for (let i = 0; i < randomTries; i++) yield reserved + (BigInt(Math.floor(random() * 2 ** 32)) * span) / (1n << 32n);
  for (let offset = reserved; offset < size; offset++) yield offset;
  for (let offset = 0n; offset < reserved; offset++) yield offset;
}

function isTaken(addresses: LocalResource | undefined, name: string): boolean {
  return addresses?.has({ namespace: "", name }) === true;
}

function refused(service: Service, address: string, why: string): StatusError {
  return invalidObject({ group: "", kind: "Service", name: service.metadata.name ?? "" }, [
    invalid("spec.clusterIPs", [address], `failed to allocate IP ${address}: ${why}`),
  ]);
}

function exhausted(service: Service): StatusError {
  return invalidObject({ group: "", kind: "Service", name: service.metadata.name ?? "" }, [
    invalid("spec.clusterIPs", displayList([]), "failed to allocate IP: range is full"),
  ]);
}
