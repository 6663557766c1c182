import { all, each, type Fill, members } from "./fill.ts";

const tolerations = each(members({ operator: "Equal" }));

const exactCount: Fill = all(members({ allocationMode: "ExactCount", tolerations }), (request) => {
  if (request["allocationMode"] === "ExactCount" && (request["count"] ?? 0) === 0) request["count"] = 1;
});

const choices = members({ exactly: exactCount, firstAvailable: each(exactCount) });

const deviceRequest: Fill = (request, gates) => {
  choices(request, gates);
  // In the older versions the requested devices are members of the request itself.
  if ((request["deviceClassName"] ?? "") !== "") exactCount(request, gates);
};

const claim: Fill = members({ devices: members({ requests: each(deviceRequest) }) });

export const resourceDefaults: Readonly<Record<string, Fill>> = {
  ResourceClaim: members({ spec: claim }),
  ResourceClaimTemplate: members({ spec: members({ spec: claim }) }),
};
