import { BlockList, isIP, isIPv4 } from "node:net";
import { quote } from "@svc/base";
import { aString, checkArgument } from "@svc/base/check";

/** A range of addresses of IPv4 or IPv6, as `10.0.0.0/24`. */
export interface AddressRange {
  readonly family: "IPv4" | "IPv6";
  readonly text: string;
  /** The number of allocatable addresses: without the first and, for IPv4, the last. */
  readonly size: bigint;
  /** The address at a place: 0 is the first that can be given out. */
  at(offset: bigint): string;
  contains(address: string): boolean;
}

/** @throws {TypeError} for text that is no range */
export function parseAddressRange(text: string): AddressRange {
  checkArgument("parseAddressRange: text", text, aString);
  const [address = "", bitsText = ""] = text.split("/");
  const v4 = isIPv4(address);
  const width = v4 ? 32 : 128;
  const bits = Number(bitsText);
  if (isIP(address) === 0 || !/^\d{1,3}$/.test(bitsText) || bits > width)
    throw new TypeError(`not a range of addresses: ${quote(text)}`);
  // Made when it is used: it costs more than all else, and most servers ask for no address.
  let list: BlockList | undefined;
  const members = (): BlockList => {
    if (list === undefined) {
      list = new BlockList();
      list.addSubnet(address, bits, v4 ? "ipv4" : "ipv6");
    }
    return list;
  };
  const host = BigInt(width - bits);
  const base = (toNumber(address) >> host) << host;
  const all = 1n << host;
  const size = v4 ? all - 2n : all - 1n;
  return {
    family: v4 ? "IPv4" : "IPv6",
    text,
    size: size < 0n ? 0n : size,
    at: (offset) => toAddress(base + 1n + offset, v4),
    contains: (ip) => {
      const family = isIPv4(ip) ? "ipv4" : "ipv6";
      if ((family === "ipv4") !== v4 || !members().check(ip, family)) return false;
      const place = toNumber(ip) - base;
      return place >= 1n && place <= size;
    },
  };
}

function toNumber(address: string): bigint {
  if (isIPv4(address)) return address.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  const [head = "", tail] = address.split("::");
  const groups = (part: string): string[] => (part === "" ? [] : part.split(":"));
  const before = groups(head);
  const after = tail === undefined ? [] : groups(tail);
  const middle = tail === undefined ? [] : new Array<string>(8 - before.length - after.length).fill("0");
  return [...before, ...middle, ...after].reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
}

function toAddress(value: bigint, v4: boolean): string {
  if (v4) return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join(".");
  const groups = [7n, 6n, 5n, 4n, 3n, 2n, 1n, 0n].map((i) => ((value >> (i * 16n)) & 65_535n).toString(16));
  // URLs write addresses in their canonical form: RFC 5952.
  return new URL(`http://[${groups.join(":")}]`).hostname.slice(1, -1);
}
