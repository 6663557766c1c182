import { byteLength } from "@svc/meta";
import type { Expressions } from "@svc/schema";
import type { resourcev1beta2 as resource } from "@svc/types";
import { type Check, members, text } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { className, driverName, label, qualifiedProperty } from "./names.ts";
import { deviceSelectors } from "./selectors.ts";
import { atMost, setOf } from "./sets.ts";
import { deviceTolerations } from "./taints.ts";

const maxItems = 32;
const maxAlternatives = 8;
const maxParameterBytes = 10 * 1024;

type RequestedDevices = Pick<resource.ExactDeviceRequest, "allocationMode" | "count">;

/** The number of requested devices: all that match, or an exact count. */
const amount: Check<RequestedDevices> = ({ allocationMode = "", count = 0 }, at) => {
  switch (allocationMode) {
    case "All":
      if (count !== 0) at.field("count").invalid(count, "must not be specified when allocationMode is 'All'");
      return;
    case "ExactCount":
      if (count <= 0) at.field("count").invalid(count, "must be greater than zero");
      return;
    default:
      at.field("allocationMode").notSupported(allocationMode, ["All", "ExactCount"]);
  }
};

/** Settings that are for a driver alone. */
const opaque: Check<resource.OpaqueDeviceConfiguration> = (configuration, at) => {
  driverName(configuration.driver ?? "", at.field("driver"));
  parameters(configuration.parameters, at.field("parameters"));
};

/** An object, in whatever form the driver understands. */
export const parameters: Check<unknown> = (value, at) => {
  if (value === undefined || value === null) at.required();
  else if (byteLength(JSON.stringify(value)) > maxParameterBytes) at.tooLong(maxParameterBytes);
  else if (typeof value !== "object" || Array.isArray(value))
    at.invalid("<value omitted>", "parameters must be a valid JSON object");
};

/** Settings; there is one kind of them. */
export const configuration: Check<resource.DeviceConfiguration> = (config, at) => {
  if (config.opaque === undefined) at.field("opaque").required();
  else opaque(config.opaque, at.field("opaque"));
};

/** The names of requests, each with those of its alternatives. */
export type RequestNames = ReadonlyMap<string, ReadonlySet<string>>;

export function requestNames(claim: resource.DeviceClaim | undefined): RequestNames {
  return new Map(
    (claim?.requests ?? []).map(({ name, firstAvailable = [] }) => [name, new Set(firstAvailable.map((s) => s.name))]),
  );
}

/** A request of the claim, or one of its alternatives: `request/alternative`. */
export function requestReference(names: RequestNames): Check<string> {
  return (name, at) => {
    const parts = name.split("/");
    const [request = "", alternative] = parts;
    const isPath = parts.length <= 2;
    if (isPath) for (const part of parts) label(part, at);
    const alternatives = names.get(request);
    const isKnown = alternatives !== undefined && (alternative === undefined || alternatives.has(alternative));
    if (!isPath || !isKnown)
      at.invalid(
        name,
        "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'",
      );
  };
}

export function requestReferences(names: RequestNames): Check<readonly string[]> {
  return setOf(maxItems, requestReference(names), { keyOf: (name) => name });
}

/** Validates the spec of a claim. */
export function deviceClaim(expressions: Expressions | undefined): Check<resource.DeviceClaim> {
  const request = deviceRequest(expressions);
  const requests = setOf(maxItems, request, { keyOf: ({ name }: resource.DeviceRequest) => name, member: "name" });
  return (claim, at) => {
    requests(claim.requests ?? [], at.field("requests"));
    const references = requestReferences(requestNames(claim));
    atMost<resource.DeviceConstraint>(maxItems, (constraint, place) => {
      references(constraint.requests ?? [], place.field("requests"));
      const { matchAttribute } = constraint;
      if (matchAttribute === undefined) place.field("matchAttribute").required();
      else qualifiedProperty(matchAttribute, place.field("matchAttribute"));
    })(claim.constraints ?? [], at.field("constraints"));
    atMost<resource.DeviceClaimConfiguration>(maxItems, (config, place) => {
      references(config.requests ?? [], place.field("requests"));
      configuration(config, place);
    })(claim.config ?? [], at.field("config"));
  };
}

function deviceRequest(expressions: Expressions | undefined): Check<resource.DeviceRequest> {
  const selectors = deviceSelectors(expressions);
  const requestedDevices = (value: resource.ExactDeviceRequest | resource.DeviceSubRequest, at: FieldPath): void => {
    className(value.deviceClassName ?? "", at.field("deviceClassName"));
    selectors(value.selectors ?? [], at.field("selectors"));
    amount(value, at);
    deviceTolerations(value.tolerations ?? [], at.field("tolerations"));
  };
  const alternatives = setOf<resource.DeviceSubRequest>(
    maxAlternatives,
    (value, at) => {
      label(value.name ?? "", at.field("name"));
      requestedDevices(value, at);
    },
    { keyOf: ({ name }) => name, member: "name" },
  );
  const named = members<resource.DeviceRequest>({ name: text(label) });
  return (value, at) => {
    named(value, at);
    const { exactly, firstAvailable = [] } = value;
    alternatives(firstAvailable, at.field("firstAvailable"));
    if (exactly !== undefined) requestedDevices(exactly, at.field("exactly"));
    const one = "exactly one of `exactly` or `firstAvailable` is required";
    if (exactly === undefined && firstAvailable.length === 0) at.required(one);
    else if (exactly !== undefined && firstAvailable.length > 0)
      at.invalid("null", `${one}, but multiple fields are set`);
  };
}
