import type { Dialect } from "@svc/meta";
import type { Expressions } from "@svc/schema";
import type { resourcev1beta2 as resource, resourcev1alpha3 } from "@svc/types";
import { type Check, members } from "../common/check.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { twiceOnUpdate } from "../common/twice-on-update.ts";
import { resourceClaim, resourceClaimTemplate } from "./claim.ts";
import { driverName, label, poolName, subdomain } from "./names.ts";
import { configuration } from "./requests.ts";
import { deviceSelectors } from "./selectors.ts";
import { atMost } from "./sets.ts";
import { resourceSlice } from "./slice.ts";
import { deviceTaint } from "./taints.ts";

const maxConfigurations = 32;

/** Devices, their providers and their requests. */
export function resourceValidation(_: Dialect, expressions?: Expressions): Readonly<Record<string, KindValidation>> {
  const selectors = deviceSelectors(expressions);
  const deviceClass = members<resource.DeviceClassSpec>({
    selectors,
    config: atMost(maxConfigurations, configuration),
  });
  return {
    DeviceClass: kind(
      twiceOnUpdate<resource.DeviceClass>({
        object: ({ spec }, at) => deviceClass(spec, at.field("spec")),
      }),
    ),
    DeviceTaintRule: kind<resourcev1alpha3.DeviceTaintRule>({ object: taintRule(selectors) }),
    ResourceClaim: resourceClaim(expressions),
    ResourceClaimTemplate: resourceClaimTemplate(expressions),
    ResourceSlice: resourceSlice,
  };
}

function taintRule(selectors: Check<readonly resource.DeviceSelector[]>): Check<resourcev1alpha3.DeviceTaintRule> {
  const selector = members<resourcev1alpha3.DeviceTaintSelector>({
    deviceClassName: subdomain,
    driver: driverName,
    pool: poolName,
    device: label,
    selectors,
  });
  return ({ spec }, at) => {
    const place = at.field("spec");
    if (spec.deviceSelector !== undefined) selector(spec.deviceSelector, place.field("deviceSelector"));
    deviceTaint(spec.taint, place.field("taint"));
  };
}
