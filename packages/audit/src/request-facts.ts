import { isIP, SocketAddress } from "node:net";
import type { AuditedRequest } from "./audited-request.ts";

type Request = AuditedRequest["request"];

/** A header in UTF-8, of which servers give a character for each byte; empty when it is absent. */
export function utf8Header(request: Request, name: string): string {
  const value = request.header(name) ?? "";
  return /[\x80-\xff]/.test(value) ? Buffer.from(value, "latin1").toString("utf8") : value;
}

/**
 * The addresses of proxies, as far as they are sent, and last that of the connection. Of a header
 * that is repeated, the first counts.
 */
export function sourceIps(request: Request): readonly string[] {
  const forwarded = (firstHeader(request, "x-forwarded-for") ?? "").split(",").map((text) => addressOf(text.trim()));
  const addresses = forwarded.filter((text) => text !== undefined);
  const real = addressOf((firstHeader(request, "x-real-ip") ?? "").trim());
  if (real !== undefined && !addresses.includes(real)) addresses.push(real);
  const remote = addressOf(request.remoteAddress);
  if (remote !== undefined && addresses.at(-1) !== remote) addresses.push(remote);
  return addresses;
}

function firstHeader(request: Request, name: string): string | undefined {
  return request.headerLines(name)[0];
}

/** The usual spelling of an address; undefined for another text. Zeros may lead in IPv4. */
function addressOf(text: string): string | undefined {
  const decimal = /^\d+(\.\d+){3}$/.test(text) ? text.replace(/\b0+(?=\d)/g, "") : text;
  switch (isIP(decimal)) {
    case 4:
      return decimal;
    case 6:
      return decimal.includes("%") ? undefined : usualIpv6(decimal);
    default:
      return undefined;
  }
}

function usualIpv6(text: string): string {
  const { address } = new SocketAddress({ address: text, family: "ipv6" });
  return address.replace(/^::ffff:(?=\d+\.)/, "");
}

/** Characters that a path may have as they are. */
const validPath = /^(?:[\w.~!$&'()*+,;=:@[\]/-]|%[0-9a-f]{2})*$/i;

/** The path and the query as they were sent; a path with forbidden characters is encoded. */
export function requestUri(target: string): string {
  const mark = target.indexOf("?");
  const path = mark < 0 ? target : target.slice(0, mark);
  if (validPath.test(path)) return target;
  return `${encodedPath(path)}${mark < 0 ? "" : target.slice(mark)}`;
}

/** @param path one character for each byte */
function encodedPath(path: string): string {
  return path
    .replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replace(
      /[^\w.~$&+,/:;=@-]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
    );
}
