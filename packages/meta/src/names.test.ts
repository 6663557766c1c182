import { expect, it } from "vitest";
import {
  dns1035Label,
  dns1123Label,
  dns1123Subdomain,
  labelValue,
  maskTrailingDash,
  type NameRule,
  pathSegment,
  qualifiedName,
  wildcardDns1123Subdomain,
} from "./index.ts";

it.each<[string, NameRule, string[]]>([
  ["dns1123Label", dns1123Label, ["a", "a-b", "0", "x".repeat(63)]],
  ["dns1123Subdomain", dns1123Subdomain, ["a", "a.b-c.d", "0.0", "x".repeat(253)]],
  ["dns1035Label", dns1035Label, ["a", "a1-b"]],
  ["labelValue", labelValue, ["", "a", "A_b.c-d", "x".repeat(63)]],
  ["qualifiedName", qualifiedName, ["a", "A.b_c", "example.com/a", `${"x".repeat(253)}/${"y".repeat(63)}`]],
  ["pathSegment", pathSegment, ["a", "A b", "...", "system:x", "é"]],
  ["wildcard", wildcardDns1123Subdomain, ["*.a", "*.a.b"]],
])("%s takes %j", (_name, rule, values) => {
  expect(values.flatMap((v) => rule(v))).toEqual([]);
});

it.each<[string, NameRule, string, string[]]>([
  ["label", dns1123Label, "a.b", ["must not contain dots"]],
  ["label", dns1123Label, "x".repeat(64), ["must be no more than 63 characters"]],
  ["label", dns1123Label, "A".repeat(64), ["must be no more than 63 characters", "a lowercase RFC 1123 label"]],
  ["subdomain", dns1123Subdomain, "a..b", ["a lowercase RFC 1123 subdomain"]],
  ["subdomain", dns1123Subdomain, "x".repeat(254), ["must be no more than 253 characters"]],
  ["subdomain", dns1123Subdomain, "a\n", ["a lowercase RFC 1123 subdomain"]],
  ["1035", dns1035Label, "1a", ["a DNS-1035 label"]],
  ["value", labelValue, "-a", ["a valid label must be an empty string"]],
  ["qualified", qualifiedName, "", ["name part must be non-empty", "name part must consist of"]],
  ["qualified", qualifiedName, "/a", ["prefix part must be non-empty"]],
  ["qualified", qualifiedName, "A/a", ["prefix part a lowercase RFC 1123 subdomain"]],
  ["qualified", qualifiedName, "a/", ["name part must be non-empty", "name part must consist of"]],
  ["qualified", qualifiedName, "a/b/c", ["a qualified name must consist of"]],
  ["segment", pathSegment, "..", ["may not be '..'"]],
  ["segment", pathSegment, "a/b%", ["may not contain '/'", "may not contain '%'"]],
  ["wildcard", wildcardDns1123Subdomain, "a.b", ["a wildcard DNS-1123 subdomain must start with '*.'"]],
])("%s refuses %j", (_name, rule, value, starts) => {
  const problems = rule(value);
  expect(problems.map((p, i) => p.slice(0, starts[i]?.length))).toEqual(starts);
});

it("judges a prefix as if a letter stood for its dash", () => {
  expect(["ab-", "a-", "-", "a"].map(maskTrailingDash)).toEqual(["aa", "a", "-", "a"]);
});
