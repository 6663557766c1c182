import { invalidObject, kubernetesDialect, required } from "@svc/meta";
import type { LocalClient } from "@svc/registry";
import { expect, it } from "vitest";
import { parseAddressRange } from "./address-range.ts";
import { createClusterIps } from "./cluster-ips.ts";

/** A store that refuses every address. */
function refusing(refuse: () => never): LocalClient {
  const addresses = { has: () => false, create: async () => refuse() };
  return {
    environment: { dialect: kubernetesDialect, random: () => 0 },
    resource: () => addresses,
  } as unknown as LocalClient;
}

it.each([
  [
    "that is not valid, as of a service without a name, is told as an error of the server",
    invalidObject({ group: "networking.k8s.io", kind: "IPAddress", name: "10.0.0.16" }, [
      required("spec.parentRef.name"),
    ]),
    {
      code: 500,
      message:
        'Internal error occurred: failed to allocate a serviceIP: IPAddress.networking.k8s.io "10.0.0.16" is invalid: spec.parentRef.name: Required value',
    },
  ],
  ["that fails otherwise is told as it is", new TypeError("broken"), { message: "broken" }],
])("an address %s", async (_name, error, want) => {
  const ips = createClusterIps(
    refusing(() => {
      throw error;
    }),
    [parseAddressRange("10.0.0.0/24")],
  );
  await expect(ips.takeAny({ metadata: {} }, "IPv4")).rejects.toMatchObject(want);
});
