/**
 * The plural of a kind, as in URLs: `Policy` is `policies`, `Ingress` is `ingresses`, `Endpoints`
 * stays.
 */
export function pluralOf(kind: string): string {
  const name = kind.toLowerCase();
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  if (/(?:ss|x|z|ch|sh|us)$/.test(name)) return `${name}es`;
  return name.endsWith("s") ? name : `${name}s`;
}
