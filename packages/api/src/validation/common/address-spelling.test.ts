import { expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { canonicalIpName } from "./address-spelling.ts";

it.each<[string, readonly string[]]>([
  ["10.77.1.9", []],
  ["fe80::1", []],
  ["1.2.3", [formats.ip]],
  ["a/b", [formats.ip]],
  ["", [formats.ip]],
  ["01.2.3.4", ["must not have leading 0s"]],
  ["::ffff:1.2.3.4", ["must not be an IPv4-mapped IPv6 address"]],
  ["FE80::1", ['must be in canonical form ("fe80::1")']],
])("the name %s", (name, problems) => {
  expect(canonicalIpName(name)).toEqual(problems);
});
