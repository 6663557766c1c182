import type { ApiObject } from "@svc/meta";
import type { Strategy } from "@svc/schema";
import { clientMetadata, partOf, restoreClientMetadata } from "./status.ts";

interface ApiService extends ApiObject {
  spec?: { service?: unknown };
}

/** The condition `Available` of an API service that the server itself serves. */
export const localAvailability = {
  type: "Available",
  status: "True",
  reason: "Local",
  message: "Local APIServices are always available",
} as const;

/** A version without a service is served here, and so it is available from the beginning. */
export const apiService: Partial<Strategy> = {
  nameRule: () => [],
  prepareCreate: (object: ApiService, { now }) => {
    const local = object.spec?.service === undefined;
    object["status"] = local ? { conditions: [{ ...localAvailability, lastTransitionTime: now }] } : {};
  },
  subresources: {
    status: partOf(["status"], clientMetadata, { keepsGeneration: true, prepareUpdate: restoreClientMetadata }),
  },
};
