import { aString, checkArgument } from "@svc/base/check";

/**
 * The plural of a kind, as in URLs: `Policy` is `policies`, `Ingress` is `ingresses`, `Endpoints`
 * stays.
 * @throws {TypeError} for a wrong argument
 */
export function pluralOf(kind: string): string {
  checkArgument("pluralOf: kind", kind, aString);
  const name = kind.toLowerCase();
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  if (/(?:ss|x|z|ch|sh|us)$/.test(name)) return `${name}es`;
  return name.endsWith("s") ? name : `${name}s`;
}
