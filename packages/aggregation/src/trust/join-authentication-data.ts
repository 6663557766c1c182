import { X509Certificate } from "node:crypto";

type Data = Readonly<Record<string, string>>;

/**
 * Joins the data of the config map with that of this server, since servers of one store may have
 * different authorities. Expired authorities are dropped.
 */
export function joinAuthenticationData(published: Data, own: Data, nowMs: number): Data {
  return Object.fromEntries(
    Object.entries(own).map(([key, value]) => {
      const before = published[key] ?? "";
      return [key, key.endsWith("-ca-file") ? joinBundles(before, value, nowMs) : joinLists(before, value)];
    }),
  );
}

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

function joinBundles(before: string, own: string, nowMs: number): string {
  const kept = new Map<string, string>();
  for (const pem of [...(before.match(certificate) ?? []), ...(own.match(certificate) ?? [])]) {
    const parsed = parse(pem);
    if (parsed !== undefined && Date.parse(parsed.validTo) > nowMs) kept.set(parsed.fingerprint256, pem);
  }
  const joined = [...kept.values()].map((pem) => `${pem}\n`).join("");
  // A bundle with the same certificates keeps its spelling.
  return joined.replace(/\s+/g, "") === before.replace(/\s+/g, "") ? before : joined;
}

function parse(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined; // what can't be parsed is no certificate
  }
}

function joinLists(before: string, own: string): string {
  const [known, required] = [listOf(before), listOf(own)];
  if (known === undefined || required === undefined) return own;
  return required.every((item) => known.includes(item))
    ? before
    : JSON.stringify([...new Set([...known, ...required])]);
}

function listOf(text: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every((item): item is string => typeof item === "string") ? value : undefined;
  } catch {
    return undefined; // not one of ours
  }
}
