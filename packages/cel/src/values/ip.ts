/** An address as its number. */
export interface Ip {
  readonly family: 4 | 6;
  readonly bits: bigint;
}

export interface Cidr {
  readonly ip: Ip;
  readonly prefix: number;
}

export function widthOf(ip: Ip): number {
  return ip.family === 4 ? 32 : 128;
}

/** Reads an address without zone; none of IPv4 inside IPv6. Gives undefined where it is none. */
export function parseIp(text: string): Ip | undefined {
  if (text.length > 64) return undefined;
  const bits = text.includes(":") ? parseIpv6(text) : parseIpv4(text);
  return bits === undefined ? undefined : { family: text.includes(":") ? 6 : 4, bits };
}

/** An IPv4 address in the form of an IPv6 one. */
export function isMapped(ip: Ip): boolean {
  return ip.family === 6 && ip.bits >> 32n === 0xffffn;
}

function parseIpv4(text: string): bigint | undefined {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((p) => /^(?:0|[1-9]\d{0,2})$/.test(p) && Number(p) <= 255)) return undefined;
  return parts.reduce((bits, p) => (bits << 8n) | BigInt(p), 0n);
}

function parseIpv6(text: string): bigint | undefined {
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const head = groupsOf(halves[0]!, halves.length === 1);
  const tail = groupsOf(halves[1] ?? "", true);
  if (!head || !tail) return undefined;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined;
  const groups = [...head, ...new Array<number>(missing).fill(0), ...tail];
  return groups.reduce((bits, g) => (bits << 16n) | BigInt(g), 0n);
}

/** The numbers of a half; the last may be an IPv4 address. */
function groupsOf(text: string, isEnd: boolean): number[] | undefined {
  if (text === "") return [];
  const parts = text.split(":");
  const groups: number[] = [];
  for (const [i, part] of parts.entries()) {
    if (isEnd && i === parts.length - 1 && part.includes(".")) {
      const v4 = parseIpv4(part);
      if (v4 === undefined) return undefined;
      groups.push(Number(v4 >> 16n), Number(v4 & 0xffffn));
    } else if (/^[0-9a-fA-F]{1,4}$/.test(part)) groups.push(Number.parseInt(part, 16));
    else return undefined;
  }
  return groups;
}

/** The canonical form. Source: RFC 5952. */
export function formatIp(ip: Ip): string {
  if (ip.family === 4) return [24n, 16n, 8n, 0n].map((s) => (ip.bits >> s) & 255n).join(".");
  if (isMapped(ip)) return `::ffff:${formatIp({ family: 4, bits: ip.bits & 0xffffffffn })}`;
  const groups = Array.from({ length: 8 }, (_, i) => Number((ip.bits >> BigInt(112 - 16 * i)) & 0xffffn));
  const zeros = longestZeros(groups);
  const hex = (from: number, to: number): string =>
    groups
      .slice(from, to)
      .map((g) => g.toString(16))
      .join(":");
  return zeros.length < 2 ? hex(0, 8) : `${hex(0, zeros.start)}::${hex(zeros.start + zeros.length, 8)}`;
}

function longestZeros(groups: readonly number[]): { readonly start: number; readonly length: number } {
  let best = { start: 0, length: 0 };
  for (let i = 0; i < groups.length; i++) {
    let end = i;
    while (end < groups.length && groups[end] === 0) end++;
    if (end - i > best.length) best = { start: i, length: end - i };
  }
  return best;
}

export function parseCidr(text: string): Cidr | undefined {
  const match = /^([^/]*)\/(0|[1-9]\d{0,2})$/.exec(text);
  const ip = match ? parseIp(match[1]!) : undefined;
  const prefix = Number(match?.[2]);
  return ip && prefix <= widthOf(ip) ? { ip, prefix } : undefined;
}

export function maskCidr({ ip, prefix }: Cidr): Cidr {
  const shift = BigInt(widthOf(ip) - prefix);
  return { ip: { family: ip.family, bits: (ip.bits >> shift) << shift }, prefix };
}

export function cidrContains({ ip, prefix }: Cidr, other: Ip): boolean {
  const shift = BigInt(widthOf(ip) - prefix);
  return ip.family === other.family && ip.bits >> shift === other.bits >> shift;
}

/** True if an address is within one of the networks, which are given as text. */
function within(ip: Ip, ...networks: readonly string[]): boolean {
  return networks.some((n) => cidrContains(parseCidr(n)!, ip));
}

export function isLoopback(ip: Ip): boolean {
  return within(ip, "127.0.0.0/8", "::1/128");
}

export function isUnspecified(ip: Ip): boolean {
  return ip.bits === 0n;
}

export function isLinkLocalMulticast(ip: Ip): boolean {
  return within(ip, "224.0.0.0/24") || (ip.family === 6 && ((ip.bits >> 112n) & 0xff0fn) === 0xff02n);
}

export function isLinkLocalUnicast(ip: Ip): boolean {
  return within(ip, "169.254.0.0/16", "fe80::/10");
}

export function isGlobalUnicast(ip: Ip): boolean {
  const isMulticast = within(ip, "224.0.0.0/4", "ff00::/8");
  const isBroadcast = ip.family === 4 && ip.bits === 0xffffffffn;
  return !isBroadcast && !isUnspecified(ip) && !isLoopback(ip) && !isMulticast && !isLinkLocalUnicast(ip);
}
