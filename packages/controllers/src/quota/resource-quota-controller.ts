import { quotaRecount } from "@svc/admission-plugins/quota";
import { type Stored, startInformer } from "@svc/client";
import { type ApiObject, type GroupResource, timeMs } from "@svc/meta";
import { type Controller, informerOptions } from "../control-loop/controller.ts";
import { ignoreNotFound } from "../control-loop/ignore-not-found.ts";
import { createMeasuredQueue } from "../control-loop/work-queue.ts";
import { createCountedObjects } from "./counted-objects.ts";

interface Quota extends ApiObject {
  readonly spec?: { readonly hard?: Readonly<Record<string, string>> };
  readonly status?: {
    readonly hard?: Readonly<Record<string, string>>;
    readonly used?: Readonly<Record<string, string>>;
  };
}

/** The delay of a recount after a count that ran concurrently with writes. */
const recountMs = 5 * 60_000;

/**
 * Recounts the usage of quotas: admission adds new usage, and this controller subtracts deleted
 * objects. It reads only resources that a quota limits.
 */
export const resourceQuotaController: Controller = {
  name: "resourcequota-controller",
  aliases: ["resourcequota"],
  serviceAccount: "resourcequota-controller",
  onByDefault: true,
  start: async (context) => {
    const { client, reader, dialect, clock, signal } = context;
    const names = { group: "", version: "v1", resource: "resourcequotas", kind: "ResourceQuota" };
    const quotas = startInformer<Quota>({ ...informerOptions(context), resource: reader.resource<Quota>(names) });
    const recount = quotaRecount(dialect);
    const counted = createCountedObjects({
      context,
      fingerprint: recount.fingerprint,
      onChange: (resource, namespace) => {
        for (const quota of quotas.list(namespace))
          if (recount.resources(quota).some((one) => isSame(one, resource))) queue.add(keyOf(quota));
      },
    });
    const queue = createMeasuredQueue<string>({
      ...context,
      name: resourceQuotaController.name,
      workers: context.workers ?? 5,
      work: async (key) => {
        const [namespace = "", name = ""] = key.split("/");
        await quotas.synced;
        await counted.follow(distinct(quotas.list().flatMap((quota) => recount.resources(quota))));
        const quota = quotas.get(name, namespace);
        if (quota === undefined) return "done";
        // Half of the objects would be too few.
        if (!(await counted.isKnown(recount.resources(quota)))) return "again";
        const isOver = (object: ApiObject): boolean => isPastItsGrace(object, clock.now());
        const status = recount.status(quota, (resource) =>
          counted.list(resource, namespace).filter((object) => !isOver(object)),
        );
        if (!isSameStatus(quota.status, status))
          // Only this version: a concurrent charge includes objects that are not seen here yet.
          await ignoreNotFound(
            client.resource<Quota>({ ...names, namespace }).updateStatus({ ...quota, status }, { signal }),
          );
        return { afterMs: recountMs };
      },
    });
    quotas.subscribe({
      set: (quota, before) => {
        const hard = JSON.stringify(quota.spec?.hard);
        if (before === undefined || hard !== JSON.stringify(before.spec?.hard)) queue.add(keyOf(quota));
      },
      // Resources without a limit are no longer followed.
      remove: (quota) => queue.add(keyOf(quota)),
    });
    await quotas.synced;
  },
};

function keyOf({ metadata }: Stored<Quota>): string {
  return `${metadata.namespace ?? ""}/${metadata.name}`;
}

function isSame(a: GroupResource, b: GroupResource): boolean {
  return a.group === b.group && a.resource === b.resource;
}

function distinct(resources: readonly GroupResource[]): readonly GroupResource[] {
  return resources.filter((one, i) => resources.findIndex((other) => isSame(one, other)) === i);
}

/** A pod past its grace period counts nothing, even if it is not confirmed to have ended. */
function isPastItsGrace({ metadata }: ApiObject, nowMs: number): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadata;
  if (deletionTimestamp === undefined || deletionGracePeriodSeconds === undefined) return false;
  return nowMs > timeMs(deletionTimestamp) + deletionGracePeriodSeconds * 1000;
}

function isSameStatus(a: Quota["status"], b: NonNullable<Quota["status"]>): boolean {
  const canonical = (list: Readonly<Record<string, string>> = {}): string =>
    JSON.stringify(Object.entries(list).sort());
  return canonical(a?.hard) === canonical(b.hard) && canonical(a?.used) === canonical(b.used);
}
