import { BlockList, isIP } from "node:net";
import type { TlsOptions } from "../tls-options.ts";

interface AddressOptions {
  readonly address?: string;
  readonly tls?: TlsOptions;
  readonly plainBeyondLoopback?: boolean;
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/**
 * The address to listen on: with TLS every address is the default, without TLS the loopback
 * address.
 * @throws {TypeError} without TLS for an address beyond loopback that is not allowed explicitly
 */
export function addressOf({ address, tls, plainBeyondLoopback = false }: AddressOptions): string {
  if (tls !== undefined) return address ?? "0.0.0.0";
  const plain = address ?? "127.0.0.1";
  const isLoopback = isIP(plain) !== 0 && loopback.check(plain, isIP(plain) === 6 ? "ipv6" : "ipv4");
  if (!isLoopback && !plainBeyondLoopback)
    throw new TypeError(
      `HTTP without TLS on ${plain} needs plainBeyondLoopback: everyone in between reads credentials`,
    );
  return plain;
}
