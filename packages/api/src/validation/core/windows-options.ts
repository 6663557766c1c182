import { byteLength, dns1123Subdomain } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { type Check, members, named } from "../common/check.ts";

const maxSpecBytes = 64 * 1024;
const maxUserBytes = 104;
const maxDomainBytes = 256;

// Source: the rules of the system for names of local users and of domains.
const netBiosName = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/;
const dnsLabel = "[a-zA-Z0-9]([-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?";
const dnsName = new RegExp(`^${dnsLabel}(\\.${dnsLabel})*$`);
const forbiddenInUser = '"/\\:;|=,+*?<>@[]';

const credentialSpec: Check<string> = (spec, at) => {
  if (spec === "") at.invalid(spec, "gmsaCredentialSpec cannot be an empty string");
  else if (byteLength(spec) > maxSpecBytes) at.invalid(spec, "gmsaCredentialSpec size must be under 64 KiB");
};

/** `user`, or `domain\user`. */
const runAsUserName: Check<string> = (name, at) => {
  if (name === "") return at.invalid(name, "runAsUserName cannot be an empty string");
  if ([...name].some((character) => character < " " || character === "\u007f"))
    return at.invalid(name, "runAsUserName cannot contain control characters");
  const parts = name.split("\\");
  if (parts.length > 2) return at.invalid(name, "runAsUserName cannot contain more than one backslash");
  const [first = "", second] = parts;
  const user = second ?? first;
  for (const problem of [...(second === undefined ? [] : domainProblems(first)), ...userProblems(user)])
    at.invalid(name, `runAsUserName's ${problem}`);
};

function domainProblems(domain: string): readonly string[] {
  const problems: string[] = [];
  if (byteLength(domain) >= maxDomainBytes) problems.push("Domain length must be under 256 characters");
  if (!netBiosName.test(domain) && !dnsName.test(domain))
    problems.push("Domain doesn't match the NetBios nor the DNS format");
  return problems;
}

function userProblems(user: string): readonly string[] {
  if (user === "") return ["User cannot be empty"];
  if (byteLength(user) > maxUserBytes) return ["User length must not be longer than 104 characters"];
  if (/^[. ]+$/.test(user)) return ["User cannot contain only periods or spaces"];
  const isForbidden = [...user].some((character) => forbiddenInUser.includes(character));
  return isForbidden ? [`User cannot contain the following characters: ${forbiddenInUser}`] : [];
}

export const windowsOptions: Check<core.WindowsSecurityContextOptions> = members<core.WindowsSecurityContextOptions>({
  gmsaCredentialSpecName: named(dns1123Subdomain),
  gmsaCredentialSpec: credentialSpec,
  runAsUserName,
});
