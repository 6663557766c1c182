import type { Check } from "./check.ts";

/** An address as its bytes: four, or sixteen. IPv4 addresses within IPv6 are taken as IPv4. */
export interface Ip {
  readonly family: "IPv4" | "IPv6";
  readonly value: bigint;
}

export interface Cidr {
  readonly ip: Ip;
  readonly bits: number;
}

const mappedPrefix = 0xffffn;

/**
 * Parses an address in the lenient form of older clients: leading zeros are decimal, and
 * `::ffff:1.2.3.4` is an IPv4 address.
 */
export function parseIp(text: string): Ip | undefined {
  if (!text.includes(":")) {
    const value = ipv4Value(text);
    return value === undefined ? undefined : { family: "IPv4", value };
  }
  const value = ipv6Value(text);
  if (value === undefined) return undefined;
  return value >> 32n === mappedPrefix ? { family: "IPv4", value: value & 0xffffffffn } : { family: "IPv6", value };
}

function ipv4Value(text: string): bigint | undefined {
  const parts = text.split(".");
  if (parts.length !== 4) return undefined;
  let value = 0n;
  for (const part of parts) {
    const number = /^\d+$/.test(part) ? Number(part) : 256;
    if (number > 255) return undefined;
    value = (value << 8n) | BigInt(number);
  }
  return value;
}

function ipv6Value(text: string): bigint | undefined {
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const groups = halves.map((half, i) => groupsOf(half, i === halves.length - 1));
  const [head, tail] = groups;
  if (head === undefined) return undefined;
  if (halves.length === 1) return head.length === 8 ? join(head) : undefined;
  if (tail === undefined || head.length + tail.length > 7) return undefined;
  return join([...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail]);
}

/** The groups of one side of `::`; the last two may be written as an IPv4 address. */
function groupsOf(text: string, isLast: boolean): readonly number[] | undefined {
  if (text === "") return [];
  const parts = text.split(":");
  const groups: number[] = [];
  for (const [i, part] of parts.entries()) {
    if (isLast && i === parts.length - 1 && part.includes(".")) {
      const value = ipv4Value(part);
      if (value === undefined) return undefined;
      groups.push(Number(value >> 16n), Number(value & 0xffffn));
    } else if (/^[0-9a-fA-F]{1,4}$/.test(part)) groups.push(Number.parseInt(part, 16));
    else return undefined;
  }
  return groups;
}

function join(groups: readonly number[]): bigint {
  return groups.reduce((value, group) => (value << 16n) | BigInt(group), 0n);
}

/** The one spelling: the longest run of zero groups as `::`. */
export function formatIp({ family, value }: Ip): string {
  if (family === "IPv4") return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join(".");
  const groups = Array.from({ length: 8 }, (_, i) => Number((value >> BigInt(112 - i * 16)) & 0xffffn));
  const [start, length] = longestZeros(groups);
  const hex = (part: readonly number[]): string => part.map((g) => g.toString(16)).join(":");
  return length < 2 ? hex(groups) : `${hex(groups.slice(0, start))}::${hex(groups.slice(start + length))}`;
}

function longestZeros(groups: readonly number[]): readonly [start: number, length: number] {
  let best: readonly [number, number] = [0, 0];
  for (let start = 0; start < groups.length; start++) {
    let length = 0;
    while (groups[start + length] === 0) length++;
    if (length > best[1]) best = [start, length];
  }
  return best;
}

export function parseCidr(text: string): Cidr | undefined {
  const slash = text.indexOf("/");
  const bitsText = text.slice(slash + 1);
  const ip = slash < 0 ? undefined : parseIp(text.slice(0, slash));
  if (ip === undefined || !/^\d+$/.test(bitsText)) return undefined;
  const bits = Number(bitsText);
  if (ip.family === "IPv6" || !text.includes(":")) return bits > widthOf(ip) ? undefined : { ip, bits };
  if (bits > 128) return undefined;
  // An IPv4 address within IPv6: the bits are those of the whole.
  if (bits >= 96) return { ip, bits: bits - 96 };
  return { ip: { family: "IPv6", value: (mappedPrefix << 32n) | ip.value }, bits };
}

function widthOf({ family }: Ip): number {
  return family === "IPv4" ? 32 : 128;
}

/** The first address of a range. */
export function networkOf({ ip, bits }: Cidr): Ip {
  const host = BigInt(widthOf(ip) - bits);
  return { family: ip.family, value: (ip.value >> host) << host };
}

export function formatCidr({ ip, bits }: Cidr): string {
  return `${formatIp(ip)}/${bits}`;
}

export const ipMessage = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";
export const cidrMessage = "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)";

export const ipAddress: Check<string> = (value, at) => {
  if (parseIp(value) === undefined) at.invalid(value, ipMessage);
};
export const cidr: Check<string> = (value, at) => {
  if (parseCidr(value) === undefined) at.invalid(value, cidrMessage);
};

/** An address of which packets can come from elsewhere. */
export const routableIp: Check<string> = routable(ipMessage);

/**
 * The same check after the address itself was checked, so that an invalid address is reported
 * twice.
 */
export const notSpecialIp: Check<string> = routable("must be a valid IP address");

function routable(noAddress: string): Check<string> {
  return (value, at) => {
    const ip = parseIp(value);
    if (ip === undefined) return at.invalid(value, noAddress);
    for (const [v4, v6, message] of unroutable)
      if ((ip.family === "IPv4" ? v4 : v6)(ip.value)) at.invalid(value, message.replace("<ip>", value));
  };
}

type Test = (value: bigint) => boolean;

/** Ranges that are refused, by family, and their messages. */
const unroutable: readonly (readonly [v4: Test, v6: Test, message: string])[] = [
  [(v) => v === 0n, (v) => v === 0n, "may not be unspecified (<ip>)"],
  [(v) => v >> 24n === 127n, (v) => v === 1n, "may not be in the loopback range (127.0.0.0/8, ::1/128)"],
  [
    (v) => v >> 16n === 0xa9fen,
    (v) => v >> 118n === 0xfe80n >> 6n,
    "may not be in the link-local range (169.254.0.0/16, fe80::/10)",
  ],
  [
    (v) => v >> 8n === 0xe00000n,
    (v) => ((v >> 112n) & 0xff0fn) === 0xff02n,
    "may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)",
  ],
];
