import type { ApiObject } from "@svc/meta";
import type { LocalClient, LocalResource } from "@svc/registry";
import { type Condition, conditionOf } from "@svc/server";

/** The registration of one group version. */
export interface ApiService extends ApiObject {
  readonly spec?: {
    readonly group?: string;
    readonly version?: string;
    /** Absent: this server serves the version itself. */
    readonly service?: ServiceReference;
    /** Base64 of PEM certificates. */
    readonly caBundle?: string;
    readonly insecureSkipTLSVerify?: boolean;
    readonly groupPriorityMinimum?: number;
    readonly versionPriority?: number;
  };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

/** The service behind which a group version is served. */
export interface ServiceReference {
  readonly namespace?: string;
  readonly name?: string;
  /** @default 443 */
  readonly port?: number;
}

/** Template of the group of these objects. */
export const registrationGroup = "apiregistration.{api}";

/** The registrations that this server stores; undefined where it has no such type. */
export function apiServicesOf(local: LocalClient): LocalResource<ApiService> | undefined {
  return local.resource<ApiService>(registrationGroup, "apiservices");
}

/** True where the last check of the extension server succeeded. */
export function isAvailable({ status }: ApiService): boolean {
  return conditionOf(status?.conditions, "Available")?.status === "True";
}
