import { quote } from "@svc/base";
import { byteLength, dns1123Label, dns1123Subdomain, type NameRule } from "@svc/meta";
import type { Check } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";

const maxDomainBytes = 253;
/** A domain, a slash, and what names a service account in a namespace of that domain. */
const maxSignerBytes = 571;

/** Reports the first invalid label. */
function labels(value: string, rule: NameRule, at: FieldPath): void {
  for (const label of value.split(".")) {
    const problems = rule(label);
    for (const problem of problems) at.invalid(value, `validating label ${quote(label)}: ${problem}`);
    if (problems.length > 0) return;
  }
}

/** Validates the name of a signer: `example.com/my-signer`. */
export const signerName: Check<string> = (value, at) => {
  if (value === "") {
    at.required();
    return;
  }
  const [domain = "", path, ...more] = value.split("/");
  if (path === undefined || more.length > 0) {
    at.invalid(value, "must be a fully qualified domain and path of the form 'example.com/signer-name'");
    return;
  }
  if (byteLength(domain) > maxDomainBytes) at.tooLong(maxDomainBytes);
  labels(domain, dns1123Label, at);
  if (!domain.includes(".")) at.invalid(domain, "should be a domain with at least two segments separated by dots");
  labels(path, dns1123Subdomain, at);
  if (byteLength(value) > maxSignerBytes) at.tooLong(maxSignerBytes);
};
