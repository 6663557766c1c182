import { type Dialect, dns1123Subdomain, type FieldError, invalid, required } from "@svc/meta";

const pathForm = /^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/;

/**
 * Validates a key of `extra`: `acme.io/foo`, in lower case, of a domain other than the product's
 * own.
 */
export function extraKeyErrors(key: string, field: string, { apiDomain, labelDomain, product }: Dialect): FieldError[] {
  if (key === "") return [required(field, "")];
  const slash = key.indexOf("/");
  const [domain, path] = [key.slice(0, slash), key.slice(slash + 1)];
  if (slash < 1 || path === "") return [invalid(field, key, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  const errors = dns1123Subdomain(domain).map((problem) => invalid(field, domain, problem));
  if (!pathForm.test(path))
    errors.push(
      invalid(
        field,
        path,
        `Invalid path (regex used for validation is '${pathForm.source.slice(1, -1).replace("\\/", "/")}')`,
      ),
    );
  if (key !== key.toLowerCase()) errors.push(invalid(field, key, "key must be lowercase"));
  const own = [...new Set([apiDomain, labelDomain])];
  if (own.some((d) => domain === d || domain.endsWith(`.${d}`)))
    errors.push(
      invalid(
        field,
        key,
        `${own.join(", ")} and their subdomains are reserved for ${product.charAt(0).toUpperCase()}${product.slice(1)} use`,
      ),
    );
  return errors;
}
