import { byteLength, dns1123Subdomain, type NameRule, patternMessage, tooLongMessage } from "@svc/meta";
import { type Check, named } from "./check.ts";
import { portNumber } from "./number.ts";

/**
 * Formats of text that are not formats of metadata.
 * Source: the API's conventions; each has kube-apiserver's messages.
 */

function pattern(expression: string, message: string): NameRule {
  const whole = new RegExp(`^(?:${expression})$`);
  return (value) => (whole.test(value) ? [] : [message]);
}

export const portName: NameRule = (value) => {
  const problems: string[] = [];
  if (byteLength(value) > 15) problems.push(tooLongMessage(15));
  if (!/^[-a-z0-9]+$/.test(value))
    problems.push("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
  if (!/[a-z]/.test(value)) problems.push("must contain at least one letter (a-z)");
  if (value.includes("--")) problems.push("must not contain consecutive hyphens");
  if (value.startsWith("-") || value.endsWith("-")) problems.push("must not begin or end with a hyphen");
  return problems;
};

export const envVarName: NameRule = pattern(
  "[ -<>-~]+",
  "a valid environment variable name must consist only of printable ASCII characters other than '='",
);

const keyPattern = "[-._a-zA-Z0-9]+";
const keyMessage = patternMessage(
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
  keyPattern,
  "key.name",
  "KEY_NAME",
  "key-name",
);

/** Keys of config maps and secrets, which become names of files. */
export const configMapKey: NameRule = (value) => {
  const problems: string[] = [];
  if (byteLength(value) > 253) problems.push(tooLongMessage(253));
  if (!/^[-._a-zA-Z0-9]+$/.test(value)) problems.push(keyMessage);
  if (value === "." || value === "..") problems.push(`must not be '${value}'`);
  else if (value.startsWith("..")) problems.push("must not start with '..'");
  return problems;
};

const headerPattern = "[-A-Za-z0-9]+";
export const httpHeaderName: NameRule = pattern(
  headerPattern,
  patternMessage("a valid HTTP header must consist of alphanumeric characters or '-'", headerPattern, "X-Header-Name"),
);

const percentPattern = "[0-9]+%";
export const percent: NameRule = pattern(
  percentPattern,
  patternMessage(
    "a valid percent string must be a numeric string followed by an ending '%'",
    percentPattern,
    "1%",
    "93%",
  ),
);

const looseLabel = "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
const looseSubdomain = new RegExp(`^${looseLabel}(\\.${looseLabel})*$`);
const looseMessage = patternMessage(
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character",
  "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*",
  "example.com",
);

/** The rule for search domains of DNS, whose labels may have underscores. */
export const searchDomain: NameRule = (value) => {
  const problems: string[] = [];
  if (byteLength(value) > 253) problems.push(tooLongMessage(253));
  if (!looseSubdomain.test(value)) problems.push(looseMessage);
  return problems;
};

const pathCharacters = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";
const pathMessage = patternMessage("Invalid path", pathCharacters);

const wholePath = new RegExp(`^${pathCharacters}$`);

/** `acme.io/foo`: a domain and a path; errors show the part that is wrong. */
export const domainPrefixedPath: Check<string> = (value, at) => {
  const slash = value.indexOf("/");
  const [domain, path] = [value.slice(0, Math.max(0, slash)), value.slice(slash + 1)];
  if (domain === "" || path === "") return at.invalid(value, 'must be a domain-prefixed path (such as "acme.io/foo")');
  named(dns1123Subdomain)(domain, at);
  if (!wholePath.test(path)) at.invalid(path, pathMessage);
};

/** A port by number or by name. */
export const portReference: Check<number | string> = (value, at) => {
  if (typeof value === "number") portNumber(value, at);
  else named(portName)(value, at);
};
