import { type ApiObject, type Dialect, everyField, everyLabel, formatMicroTime, parseTime } from "@svc/meta";
import type { Endpoint } from "@svc/registry";
import { itemsOf } from "@svc/watch";
import { type BootstrapStep, type BootstrapWriter, existing, serverManager } from "../bootstrap/bootstrap.ts";
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

/** Says by a lease that this server is there; run again, it renews the lease. */
export function identityLease(identity: ServerIdentity): BootstrapStep {
  return {
    name: "start-{system}-apiserver-identity-lease-controller",
    run: async (writer) => {
      const { parts, context } = writer;
      const leases = leasesOf(writer);
      if (leases === undefined) return;
      const target = { namespace: parts.dialect.namespaces.system, name: identity.name };
      const labels = {
        [ownLabel(parts.dialect)]: serverManager(parts),
        [parts.dialect.expand("{labels}/hostname")]: identity.hostname,
      };
      const renewed = (lease: Lease): Lease => held(lease, identity.holder, labels, parts.clock.now());
      if ((await existing(writer, leases, target)) === undefined)
        return writer.make(leases, renewed({ metadata: { ...target } }));
      await parts.registry.patch(leases, context, {
        target,
        options: { fieldManager: serverManager(parts) },
        patch: (live) => renewed(structuredClone(live) as Lease),
      });
    },
  };
}

function held(lease: Lease, holderIdentity: string, labels: Readonly<Record<string, string>>, nowMs: number): Lease {
  const { metadata, spec } = lease;
  const renewTime = formatMicroTime({ seconds: Math.floor(nowMs / 1000), nanos: (nowMs % 1000) * 1_000_000 });
  return {
    ...lease,
    metadata: { ...metadata, labels: { ...metadata.labels, ...labels } },
    spec: { ...spec, holderIdentity, leaseDurationSeconds: leaseSeconds, renewTime },
  };
}

/** Removes the leases of servers that are gone. */
export const expiredIdentityLeases: BootstrapStep = {
  name: "start-{system}-apiserver-identity-lease-garbage-collector",
  run: async (writer) => {
    const { parts, context } = writer;
    const { registry, dialect, clock } = parts;
    const leases = leasesOf(writer);
    if (leases === undefined) return;
    const namespace = dialect.namespaces.system;
    const { slices } = await registry.list(leases, {
      namespace,
      selectors: { labels: everyLabel, fields: everyField },
      at: { kind: "any" },
    });
    for (const { name, corrupt, object } of [...itemsOf(slices)]) {
      if (corrupt !== undefined || object.metadata.labels?.[ownLabel(dialect)] !== serverManager(parts)) continue;
      if (!isExpired((object as Lease).spec, clock.now())) continue;
      const { uid, resourceVersion } = object.metadata;
      const preconditions = {
        ...(uid === undefined ? {} : { uid }),
        ...(resourceVersion === undefined ? {} : { resourceVersion }),
      };
      await registry.delete(leases, context, { target: { namespace, name }, options: { preconditions } });
    }
  },
};

/** A lease that does not say for how long it holds is none. */
function isExpired({ renewTime, leaseDurationSeconds }: LeaseSpec = {}, nowMs: number): boolean {
  const renewed = parseTime(renewTime ?? "");
  return (
    renewed === undefined ||
    leaseDurationSeconds === undefined ||
    (renewed.seconds + leaseDurationSeconds) * 1000 < nowMs
  );
}

function leasesOf({ parts, endpoint }: BootstrapWriter): Endpoint | undefined {
  return endpoint(parts.dialect.expand("coordination.{api}"), "leases");
}

function ownLabel({ expand }: Dialect): string {
  return expand("apiserver.{labels}/identity");
}
