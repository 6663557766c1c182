import type { ApiObject, Dialect } from "@svc/meta";
import type { Strategy } from "@svc/schema";
import { clientMetadata, partOf, restore } from "./status.ts";

interface Condition {
  type?: string;
  lastUpdateTime?: string;
  lastTransitionTime?: string;
  status?: string;
}

interface CertificateSigningRequest extends ApiObject {
  spec?: Record<string, unknown>;
  status?: { conditions?: Condition[]; certificate?: string };
}

/** The conditions by which a request is decided; only the approval endpoint sets the first two. */
const decisions: readonly string[] = ["Approved", "Denied"];

/**
 * The strategy of certificate signing requests. The fields about the requester come from the
 * authenticated user, not from the body.
 */
export function certificateSigningRequest(_dialect: Dialect): Partial<Strategy> {
  return {
    nameRule: () => [],
    prepareCreate: (object: CertificateSigningRequest, { user }) => {
      delete object.status;
      object.status = {};
      const spec = (object.spec ??= {});
      for (const field of ["username", "uid", "groups", "extra"]) delete spec[field];
      if (user === undefined) return;
      spec["username"] = user.name;
      if (user.uid !== "") spec["uid"] = user.uid;
      if (user.groups.length > 0) spec["groups"] = [...user.groups];
      if (Object.keys(user.extra).length > 0) spec["extra"] = structuredClone(user.extra);
    },
    prepareUpdate: (object, old) => {
      restore(object, old, "spec");
      restore(object, old, "status");
    },
    subresources: {
      status: partOf(["status"], clientMetadata, {
        prepareUpdate: (object: CertificateSigningRequest, old: CertificateSigningRequest, { now }) => {
          const conditions = withDecisionsOf(old, object.status?.conditions ?? []);
          setConditions(object, withTimes(conditions, old, now));
        },
      }),
      approval: partOf(["status"], clientMetadata, {
        prepareUpdate: (object: CertificateSigningRequest, old: CertificateSigningRequest, { now }) => {
          const conditions = object.status?.conditions ?? [];
          object.status = { ...(old.status ?? {}) };
          setConditions(object, withTimes(conditions, old, now));
        },
      }),
    },
  };
}

/** The conditions with the stored decisions. Validation reports added and removed ones. */
function withDecisionsOf(
  { status }: CertificateSigningRequest,
  conditions: readonly Condition[],
): readonly Condition[] {
  const before = status?.conditions ?? [];
  return decisions.reduce((all, type) => {
    const kept = before.filter((condition) => condition.type === type);
    if (all.filter((condition) => condition.type === type).length !== kept.length) return all;
    return all.map((condition) => (condition.type === type ? (kept.shift() ?? condition) : condition));
  }, conditions);
}

function setConditions(object: CertificateSigningRequest, conditions: Condition[]): void {
  const status = (object.status ??= {});
  if (conditions.length === 0) delete status.conditions;
  else status.conditions = conditions;
}

/** The conditions with their times. A transition time is kept while the status is the same. */
function withTimes(conditions: readonly Condition[], old: CertificateSigningRequest, now: string): Condition[] {
  return conditions.map((condition) => {
    const before = old.status?.conditions?.find((c) => c.type === condition.type);
    const lastTransitionTime =
      condition.lastTransitionTime ??
      (before !== undefined && before.status === condition.status ? before.lastTransitionTime : undefined) ??
      now;
    return { ...condition, lastUpdateTime: condition.lastUpdateTime ?? now, lastTransitionTime };
  });
}
