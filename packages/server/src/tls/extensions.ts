import { createHash, type KeyObject, type X509Certificate } from "node:crypto";
import { isIPv4, isIPv6 } from "node:net";
import { bitString, der, oid, readDer, sequence, tag } from "./der.ts";

/** Extensions of certificates, each as its bytes. Source: RFC 5280 section 4.2 */

const isTrue = der(tag.boolean, Buffer.from([0xff]));
const keyIdentifierOid = oid("2.5.29.14");

function extension(id: Buffer, value: Buffer, importance: "critical" | "optional" = "optional"): Buffer {
  return sequence(id, ...(importance === "critical" ? [isTrue] : []), der(tag.octetString, value));
}

export function basicConstraints(holder: "authority" | "leaf"): Buffer {
  return extension(oid("2.5.29.19"), sequence(...(holder === "authority" ? [isTrue] : [])), "critical");
}

/** An authority signs certificates and lists of revoked ones; everybody signs what TLS asks for. */
export function keyUsage(holder: "authority" | "leaf"): Buffer {
  const bits = holder === "authority" ? bitString(Buffer.from([0x86]), 1) : bitString(Buffer.from([0x80]), 7);
  return extension(oid("2.5.29.15"), bits, "critical");
}

export function extendedKeyUsage(usage: "server" | "client"): Buffer {
  return extension(oid("2.5.29.37"), sequence(oid(usage === "server" ? "1.3.6.1.5.5.7.3.1" : "1.3.6.1.5.5.7.3.2")));
}

export function subjectKeyIdentifier(publicKey: KeyObject): Buffer {
  return extension(keyIdentifierOid, der(tag.octetString, keyIdentifier(publicKey)));
}

/** Names the key of whoever signs as he names it himself, else as this file would. */
export function authorityKeyIdentifier(issuer: X509Certificate, extensions: Buffer | undefined): Buffer {
  const own = extensions === undefined ? undefined : keyIdentifierIn(extensions);
  return extension(oid("2.5.29.35"), sequence(der(0x80, own ?? keyIdentifier(issuer.publicKey))));
}

/** @throws {TypeError} for a host with characters that a certificate cannot hold */
export function subjectAltName(hosts: readonly string[]): Buffer {
  return extension(oid("2.5.29.17"), sequence(...hosts.map(generalName)));
}

function generalName(host: string): Buffer {
  if (isIPv4(host)) return der(0x87, Buffer.from(host.split(".").map(Number)));
  if (isIPv6(host)) return der(0x87, ipv6Bytes(host));
  if (!/^[\x21-\x7e]+$/.test(host)) throw new TypeError(`${JSON.stringify(host)} is no name of a host`);
  return der(0x82, Buffer.from(host));
}

function ipv6Bytes(address: string): Buffer {
  // The one spelling: groups of hexadecimal digits, with a `::` at most.
  const spelled = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = spelled.split("::").map((half) => (half === "" ? [] : half.split(":")));
  const bytes = Buffer.alloc(16);
  const write = (groups: readonly string[], at: number): void =>
    groups.forEach((group, i) => {
      bytes.writeUInt16BE(Number.parseInt(group, 16), at + 2 * i);
    });
  write(head, 0);
  write(tail, 16 - 2 * tail.length);
  return bytes;
}

/** SHA-1 of the bits of the key: a name, nothing that anybody relies on. Source: RFC 5280 section 4.2.1.2 (1) */
function keyIdentifier(publicKey: KeyObject): Buffer {
  const [outer] = readDer(publicKey.export({ type: "spki", format: "der" }));
  const bits = outer === undefined ? undefined : readDer(outer.content)[1];
  if (bits === undefined) throw new TypeError("the public key has no bits");
  return createHash("sha1").update(bits.content.subarray(1)).digest();
}

function keyIdentifierIn(extensions: Buffer): Buffer | undefined {
  for (const { content } of readDer(extensions)) {
    const [id, value] = readDer(content);
    if (id?.bytes.equals(keyIdentifierOid) !== true || value === undefined) continue;
    return readDer(value.content)[0]?.content;
  }
  return undefined;
}
