import { byteLength, dns1123Label, dns1123Subdomain, patternMessage } from "@svc/meta";
import { type Check, maxBytes, named } from "../common/check.ts";

export const label: Check<string> = named(dns1123Label);
export const subdomain: Check<string> = named(dns1123Subdomain);

const maxDriverBytes = 63;
const maxPoolBytes = 253;
const maxDomainBytes = 63;
const maxIdentifierBytes = 32;

export const driverName: Check<string> = (name, at) => {
  if (name === "") at.required();
  if (byteLength(name) > maxDriverBytes) at.tooLong(maxDriverBytes);
  capitalSubdomain(name, at);
};

/** Drivers and their domains may be named with capital letters. */
const capitalSubdomain: Check<string> = (name, at) => {
  for (const problem of dns1123Subdomain(name.toLowerCase())) at.invalid(name, problem);
};

/** Names with slashes between them. */
export const poolName: Check<string> = (name, at) => {
  if (name === "") return at.required();
  maxBytes(maxPoolBytes)(name, at);
  for (const part of name.split("/")) subdomain(part, at);
};

export const className: Check<string> = (name, at) => {
  if (name === "") at.required();
  else subdomain(name, at);
};

const identifierPattern = "[A-Za-z_][A-Za-z0-9_]*";
const wholeIdentifier = new RegExp(`^${identifierPattern}$`);
const identifierMessage = patternMessage(
  "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'",
  identifierPattern,
  "my_name",
  "MY_NAME",
  "MyName",
);

const identifier: Check<string> = (name, at) => {
  if (byteLength(name) > maxIdentifierBytes) at.tooLong(maxIdentifierBytes);
  if (!wholeIdentifier.test(name)) at.typeInvalid(name, identifierMessage);
};

/**
 * Validates the name of an attribute or a capacity: `name`, which is the driver's own, or
 * `domain/name`. Names with more parts are not checked, as in the original.
 */
export const deviceProperty: Check<string> = (name, at) => {
  if (name === "") return at.required("name required");
  const [domain = "", rest, ...more] = name.split("/");
  if (rest === undefined) return identifier(name, at);
  if (more.length > 0) return;
  if (domain === "") at.required("the domain must not be empty");
  else {
    maxBytes(maxDomainBytes)(domain, at);
    capitalSubdomain(domain, at);
  }
  if (rest === "") at.required("the name must not be empty");
  else identifier(rest, at);
};

/** A property as comparisons across drivers name it. */
export const qualifiedProperty: Check<string> = (name, at) => {
  deviceProperty(name, at);
  if (name !== "" && !name.includes("/")) at.invalid(name, "must include a domain");
};
