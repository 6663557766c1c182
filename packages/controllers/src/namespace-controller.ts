import { type ApiObject, hasReason } from "@svc/meta";
import type { Controller, ControllerContext } from "./controller.ts";
import { follow } from "./follow.ts";
import { pathOf, type ResourceType } from "./resource-types.ts";
import { createWorkQueue } from "./work-queue.ts";

interface Namespace extends ApiObject {
  spec?: { finalizers?: string[] };
  status?: { phase?: string; conditions?: Condition[] };
}

interface Condition {
  type: string;
  status: string;
  reason: string;
  message: string;
  lastTransitionTime?: string;
}

/** Empties namespaces that are deleted, tells in their conditions what is left, and lets them go when nothing is. */
export const namespaceController: Controller = {
  name: "namespace",
  start: async (context) => {
    const { api, clock, log, signal, metaGroup } = context;
    const queue = createWorkQueue<string>({
      name: "namespace",
      clock,
      log,
      signal,
      work: (name) => empty(context, name),
    });
    const path = "/api/v1/namespaces";
    await follow(
      { api, path, metaGroup, clock, log, signal },
      {
        set: ({ metadata }) => {
          if (metadata.deletionTimestamp !== undefined) queue.add(metadata.name ?? "");
        },
        remove: () => undefined,
      },
    );
  },
};

/** @returns whether something is left */
async function empty(context: ControllerContext, name: string): Promise<boolean> {
  const { api, dialect } = context;
  const path = `/api/v1/namespaces/${encodeURIComponent(name)}`;
  const namespace = await readNamespace(context, path);
  if (namespace?.metadata.deletionTimestamp === undefined) return false;
  const finalizers = namespace.spec?.finalizers ?? [];
  if (!finalizers.includes(dialect.product)) return false;
  const types = (await context.types()).filter(
    (t) => t.namespaced && t.verbs.includes("list") && t.verbs.includes("delete"),
  );
  const left = await deleteContent(context, types, name);
  await tell(context, path, left);
  if (left.size > 0) return true;
  const rest = finalizers.filter((f) => f !== dialect.product);
  await api.send("PUT", `${path}/finalize`, { ...namespace, spec: { ...namespace.spec, finalizers: rest } });
  return false;
}

async function readNamespace({ api }: ControllerContext, path: string): Promise<Namespace | undefined> {
  try {
    return await api.get<Namespace>(path);
  } catch (error) {
    if (hasReason(error, "NotFound")) return undefined;
    throw error;
  }
}

/** What is left of one resource, and why. */
interface Left {
  readonly count: number;
  readonly finalizers: ReadonlyMap<string, number>;
}

/** Deletes everything of every resource; pods first, since others may wait for them. */
async function deleteContent(
  context: ControllerContext,
  types: readonly ResourceType[],
  namespace: string,
): Promise<ReadonlyMap<string, Left>> {
  const left = new Map<string, Left>();
  const isPod = (type: ResourceType): boolean => type.group === "" && type.resource === "pods";
  const one = async (type: ResourceType): Promise<void> => {
    const remaining = await deleteAll(context, type, namespace);
    if (remaining !== undefined)
      left.set(type.group === "" ? type.resource : `${type.resource}.${type.group}`, remaining);
  };
  for (const type of types.filter(isPod)) await one(type);
  if (left.size > 0) return left;
  await Promise.all(types.filter((type) => !isPod(type)).map(one));
  return left;
}

async function deleteAll(
  { api, metaGroup }: ControllerContext,
  type: ResourceType,
  namespace: string,
): Promise<Left | undefined> {
  const path = pathOf(type, namespace);
  const before = await api.list(path, metaGroup);
  if (before.items.length === 0) return undefined;
  const options = { kind: "DeleteOptions", apiVersion: "v1", propagationPolicy: "Background" };
  if (type.verbs.includes("deletecollection")) await api.send("DELETE", path, options);
  else {
    for (const { metadata } of before.items) {
      try {
        await api.send("DELETE", pathOf(type, namespace, metadata.name ?? ""), options);
      } catch (error) {
        if (!hasReason(error, "NotFound")) throw error;
      }
    }
  }
  const { items } = await api.list(path, metaGroup);
  if (items.length === 0) return undefined;
  const finalizers = new Map<string, number>();
  for (const { metadata } of items)
    for (const finalizer of metadata.finalizers ?? []) finalizers.set(finalizer, (finalizers.get(finalizer) ?? 0) + 1);
  return { count: items.length, finalizers };
}

/** Says in the namespace's conditions what is left. */
async function tell({ api, clock }: ControllerContext, path: string, left: ReadonlyMap<string, Left>): Promise<void> {
  const live = await api.get<Namespace>(path);
  const wanted = conditionsOf(left);
  const before = live.status?.conditions ?? [];
  const same = wanted.every((w) =>
    before.some((b) => b.type === w.type && b.status === w.status && b.message === w.message),
  );
  if (same) return;
  const now = `${new Date(clock.now()).toISOString().slice(0, 19)}Z`;
  const conditions = wanted.map((condition) => {
    const old = before.find((b) => b.type === condition.type);
    const lastTransitionTime = old?.status === condition.status ? (old.lastTransitionTime ?? now) : now;
    return { ...condition, lastTransitionTime };
  });
  await api.send("PUT", `${path}/status`, { ...live, status: { ...live.status, conditions } });
}

function conditionsOf(left: ReadonlyMap<string, Left>): readonly Condition[] {
  const counts = [...left].map(([name, { count }]) => `${name} has ${count} resource instances`).sort();
  const finalizers = new Map<string, number>();
  for (const { finalizers: of } of left.values())
    for (const [name, count] of of) finalizers.set(name, (finalizers.get(name) ?? 0) + count);
  const waiting = [...finalizers].map(([name, count]) => `${name} in ${count} resource instances`).sort();
  return [
    condition(
      "NamespaceDeletionDiscoveryFailure",
      false,
      "ResourcesDiscovered",
      "All resources successfully discovered",
    ),
    condition(
      "NamespaceDeletionGroupVersionParsingFailure",
      false,
      "ParsedGroupVersions",
      "All legacy kube types successfully parsed",
    ),
    condition(
      "NamespaceDeletionContentFailure",
      false,
      "ContentDeleted",
      "All content successfully deleted, may be waiting on finalization",
    ),
    counts.length > 0
      ? condition(
          "NamespaceContentRemaining",
          true,
          "SomeResourcesRemain",
          `Some resources are remaining: ${counts.join(", ")}`,
        )
      : condition("NamespaceContentRemaining", false, "ContentRemoved", "All content successfully removed"),
    waiting.length > 0
      ? condition(
          "NamespaceFinalizersRemaining",
          true,
          "SomeFinalizersRemain",
          `Some content in the namespace has finalizers remaining: ${waiting.join(", ")}`,
        )
      : condition(
          "NamespaceFinalizersRemaining",
          false,
          "ContentHasNoFinalizers",
          "All content-preserving finalizers finished",
        ),
  ];
}

function condition(type: string, is: boolean, reason: string, message: string): Condition {
  return { type, status: is ? "True" : "False", reason, message };
}
