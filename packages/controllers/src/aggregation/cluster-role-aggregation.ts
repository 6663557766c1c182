import { startInformer } from "@svc/client";
import { type Controller, informerOptions } from "../control-loop/controller.ts";
import { ignoreNotFound } from "../control-loop/ignore-not-found.ts";
import { createMeasuredQueue } from "../control-loop/work-queue.ts";
import { aggregateRules, type ClusterRole, sameRules } from "./aggregate-rules.ts";

/** Fills the rules of roles that are made of others. */
export const clusterRoleAggregation: Controller = {
  name: "clusterrole-aggregation-controller",
  aliases: ["clusterrole-aggregation"],
  serviceAccount: "clusterrole-aggregation-controller",
  onByDefault: true,
  start: async (context) => {
    const { client, reader, dialect, signal } = context;
    const { name: fieldManager } = clusterRoleAggregation;
    const group = dialect.expand("rbac.authorization.{api}");
    const names = { group, version: "v1", resource: "clusterroles", kind: "ClusterRole" };
    const resource = client.resource<ClusterRole>(names);
    const roles = startInformer<ClusterRole>({
      ...informerOptions(context),
      resource: reader.resource<ClusterRole>(names),
    });
    const queue = createMeasuredQueue<string>({
      ...context,
      name: fieldManager,
      workers: context.workers ?? 5,
      work: async (name) => {
        // With half of the roles others would lose theirs for a moment.
        await roles.synced;
        const role = roles.get(name);
        if (role?.aggregationRule === undefined) return "done";
        const rules = aggregateRules(role, roles.list());
        if (sameRules(rules, role.rules ?? [])) return "done";
        await ignoreNotFound(resource.apply({ metadata: { name }, rules }, { fieldManager, force: true, signal }));
        return "done";
      },
    });
    const enqueueAggregated = (): void => {
      for (const { aggregationRule, metadata } of roles.list())
        if (aggregationRule !== undefined) queue.add(metadata.name);
    };
    roles.subscribe({ set: enqueueAggregated, remove: enqueueAggregated });
    await roles.synced;
  },
};
