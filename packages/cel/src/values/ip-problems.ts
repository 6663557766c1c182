import { quoteWhole } from "@svc/base";
import { parseIp, widthOf } from "./ip.ts";

/** Why a text is no address. */
export function ipProblem(text: string): string {
  const kind = /[.:%]/.exec(text)?.[0];
  if (kind === ".") return ipv4Problem(text);
  if (kind === ":")
    return text.endsWith("%") ? "zone must be a non-empty string" : ipv6Problem(text.replace(/%.*$/s, ""));
  return kind === "%" ? "missing IPv6 address" : "unable to parse IP";
}

function ipv4Problem(text: string): string {
  const parts = text.split(".");
  for (const [i, part] of parts.entries()) {
    if (/^0[0-9]/.test(part)) return "IPv4 field has octet with leading zero";
    const [digits] = /^[0-9]*/.exec(part)!;
    if (Number(digits) > 255) return "IPv4 field has value >255";
    if (digits !== part) {
      const before = parts.slice(0, i).join(".").length + Number(i > 0);
      return `unexpected character (at ${quoteWhole(text.slice(before + digits.length))})`;
    }
    if (part === "")
      return `IPv4 field must have at least one digit (at ${quoteWhole(parts.slice(i - 1 < 0 ? 0 : i).join(".") || ".")})`;
    if (i === 4) return "IPv4 address too long";
  }
  return parts.length > 4 ? "IPv4 address too long" : "IPv4 address too short";
}

function ipv6Problem(text: string): string {
  const at = (message: string, rest: string): string => `${message} (at ${quoteWhole(rest)})`;
  let rest = text.startsWith("::") ? text.slice(2) : text;
  let gap = text.startsWith("::");
  let fields = 0;
  while (rest !== "" && fields < 8) {
    const digits = /^[0-9a-fA-F]*/.exec(rest)![0];
    if (digits === "") return at("each colon-separated field must have at least one digit", rest);
    if (digits.length > 4) return at("each group must have 4 or less digits", rest);
    rest = rest.slice(digits.length);
    fields++;
    if (rest.startsWith(".")) return ipv4Problem(digits + rest);
    if (rest === "") break;
    if (!rest.startsWith(":")) return at("unexpected character, want colon", rest);
    if (rest === ":") return at("colon must be followed by more characters", rest);
    rest = rest.slice(1);
    if (rest.startsWith(":")) {
      if (gap) return at("multiple :: in address", rest);
      gap = true;
      rest = rest.slice(1);
    }
  }
  if (rest !== "") return at("trailing garbage after address", rest);
  return gap ? "the :: must expand to at least one field of zeros" : "address string too short";
}

/** Why a text is no network. */
export function cidrProblem(text: string): string {
  const slash = text.lastIndexOf("/");
  if (slash < 0) return "no '/'";
  const address = text.slice(0, slash);
  const bits = text.slice(slash + 1);
  if (address.includes("%")) return "IPv6 zones cannot be present in a prefix";
  const ip = parseIp(address);
  if (!ip) return `ParseAddr(${quoteWhole(address)}): ${ipProblem(address)}`;
  if (!/^(?:0|[1-9]\d*)$/.test(bits)) return `bad bits after slash: ${quoteWhole(bits)}`;
  return Number(bits) > widthOf(ip) ? "prefix length out of range" : "bad prefix";
}
