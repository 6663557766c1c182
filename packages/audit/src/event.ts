import type { AuditedTarget, AuditedUser } from "./audited-request.ts";
import type { AuditLevel, AuditStage } from "./policy.ts";

interface AuditUser {
  readonly username?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

export interface AuditObjectReference {
  readonly resource?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly uid?: string;
  readonly apiGroup?: string;
  readonly apiVersion?: string;
  readonly resourceVersion?: string;
  readonly subresource?: string;
}

/**
 * A recorded request at one stage, in its written form. Source: `audit.k8s.io/v1` of the
 * specification's dialects.
 */
export interface AuditEvent {
  readonly kind: "Event";
  readonly apiVersion: string;
  readonly level: AuditLevel;
  readonly auditID: string;
  readonly stage: AuditStage;
  readonly requestURI: string;
  readonly verb: string;
  readonly user: AuditUser;
  readonly impersonatedUser?: AuditUser;
  readonly sourceIPs?: readonly string[];
  readonly userAgent?: string;
  readonly objectRef?: AuditObjectReference;
  readonly responseStatus?: object;
  readonly requestObject?: unknown;
  readonly responseObject?: unknown;
  readonly requestReceivedTimestamp: string;
  readonly stageTimestamp: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

export function auditUser({ name, uid, groups, extra }: AuditedUser): AuditUser {
  return {
    ...(name === "" ? {} : { username: name }),
    ...(uid === "" ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(Object.keys(extra).length === 0 ? {} : { extra: sortedMembers(extra) }),
  };
}

/** The same members in the order of their names, as events are written. */
export function sortedMembers<T>(members: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * The target of a request; absent for one without a resource.
 * @param sent the identity in its body, where the path has none
 */
export function objectReference(
  info: AuditedTarget,
  sent: AuditObjectReference = {},
): AuditObjectReference | undefined {
  if (!info.isResource) return undefined;
  const reference = {
    resource: info.resource,
    namespace: info.namespace === "" ? sent.namespace : info.namespace,
    name: info.name === "" ? sent.name : info.name,
    uid: sent.uid,
    apiGroup: info.group,
    apiVersion: info.version,
    resourceVersion: sent.resourceVersion,
    subresource: info.subresource,
  };
  return Object.fromEntries(Object.entries(reference).filter(([, value]) => value !== undefined && value !== ""));
}

/** RFC 3339 with microseconds. @param ms since 1970, with fractions */
export function auditTime(ms: number): string {
  const whole = Math.floor(ms);
  const micros = Math.floor((ms - whole) * 1000);
  return `${new Date(whole).toISOString().slice(0, -1)}${String(micros).padStart(3, "0")}Z`;
}
