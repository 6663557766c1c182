import { type ApiObject, type Dialect, formatMicroTime, parseTime } from "@svc/meta";
import type { LocalClient, LocalResource } from "@svc/registry";
import type { PostStartStep } from "@svc/server";
import type { ServerIdentity } from "./server-identity.ts";

interface Lease extends ApiObject {
  readonly spec?: LeaseSpec;
}

interface LeaseSpec {
  readonly holderIdentity?: string;
  readonly leaseDurationSeconds?: number;
  readonly renewTime?: string;
}

const leaseSeconds = 3_600;

/** Renews the lease by which other components see that this server runs. */
export function identityLease(identity: ServerIdentity): PostStartStep {
  return {
    name: "start-{system}-apiserver-identity-lease-controller",
    run: async (local) => {
      const { dialect, clock } = local.environment;
      const leases = leasesOf(local);
      if (leases === undefined) return;
      const target = { namespace: dialect.namespaces.system, name: identity.name };
      const labels = {
        [ownLabel(dialect)]: local.fieldManager,
        [dialect.expand("{labels}/hostname")]: identity.hostname,
      };
      const renewed = (lease: Lease): Lease => held(lease, { holder: identity.holder, labels }, clock.now());
      if ((await leases.find(target)) === undefined) await leases.create(renewed({ metadata: { ...target } }));
      else await leases.change(target, renewed);
    },
  };
}

interface Holder {
  readonly holder: string;
  readonly labels: Readonly<Record<string, string>>;
}

function held(lease: Lease, { holder, labels }: Holder, nowMs: number): Lease {
  const { metadata, spec } = lease;
  const renewTime = formatMicroTime({ seconds: Math.floor(nowMs / 1000), nanos: (nowMs % 1000) * 1_000_000 });
  return {
    ...lease,
    metadata: { ...metadata, labels: { ...metadata.labels, ...labels } },
    spec: { ...spec, holderIdentity: holder, leaseDurationSeconds: leaseSeconds, renewTime },
  };
}

/** Removes the leases of servers that are gone. */
export const expiredIdentityLeases: PostStartStep = {
  name: "start-{system}-apiserver-identity-lease-garbage-collector",
  onlyObjects: true,
  run: async (local) => {
    const { dialect, clock } = local.environment;
    const leases = leasesOf(local);
    const namespace = dialect.namespaces.system;
    for (const { metadata, spec } of (await leases?.listAll(namespace)) ?? []) {
      if (metadata.labels?.[ownLabel(dialect)] !== local.fieldManager) continue;
      if (!isExpired(spec, clock.now())) continue;
      const { name = "", uid, resourceVersion } = metadata;
      const preconditions = {
        ...(uid === undefined ? {} : { uid }),
        ...(resourceVersion === undefined ? {} : { resourceVersion }),
      };
      await leases?.delete({ namespace, name }, preconditions);
    }
  },
};

/** A lease without a duration is invalid and counts as expired. */
function isExpired({ renewTime, leaseDurationSeconds }: LeaseSpec = {}, nowMs: number): boolean {
  const renewed = parseTime(renewTime ?? "");
  return (
    renewed === undefined ||
    leaseDurationSeconds === undefined ||
    (renewed.seconds + leaseDurationSeconds) * 1000 < nowMs
  );
}

function leasesOf(local: LocalClient): LocalResource<Lease> | undefined {
  return local.resource<Lease>("coordination.{api}", "leases");
}

function ownLabel({ expand }: Dialect): string {
  return expand("apiserver.{labels}/identity");
}
