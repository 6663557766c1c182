import { expect, it } from "vitest";
import { ownAddress } from "./own-address.ts";

it.each([
  [undefined, undefined],
  ["192.0.2.10", "192.0.2.10"],
  ["2001:db8::1", "2001:db8::1"],
  ["127.0.0.1", undefined],
  ["0.0.0.0", undefined],
  ["::1", undefined],
  ["169.254.0.1", undefined],
  ["fe80::1", undefined],
])("the address %s is published as %s", (advertiseAddress, published) => {
  const flags = advertiseAddress === undefined ? {} : { advertiseAddress };
  expect(ownAddress({ ...flags, endpointReconcilerType: "lease" })).toBe(published);
  expect(ownAddress({ ...flags, endpointReconcilerType: "none" })).toBeUndefined();
});
