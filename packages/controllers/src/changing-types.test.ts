import { core, groups } from "@svc/api";
import type { AnyObject } from "@svc/client";
import { kubernetesDialect } from "@svc/meta";
import { extensionStrategy, fromOpenApi, objectMetaSchema, type ResourceDefinition } from "@svc/schema";
import { expect, test } from "vitest";
import { garbageCollector } from "./garbage/garbage-collector.ts";
import { resourceQuotaController } from "./quota/resource-quota-controller.ts";
import { type Cluster, isGone, ownedBy, startCluster } from "./testing/cluster.ts";

const group = "example.com";
const kind = { group, version: "v1", kind: "Widget" };
const metadata = objectMetaSchema(kubernetesDialect);

const widgets: ResourceDefinition = {
  ...{ resource: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList", namespaced: true },
  ...{ shortNames: [], categories: [], storage: { group, version: "v1", prefix: `${group}/widgets` } },
  strategy: extensionStrategy({ hasStatus: false, validate: () => [] }),
  versions: [
    {
      ...{ group, version: "v1", stability: "ga", enabledByDefault: true, semantics: "structural" },
      verbs: ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"],
      schema: fromOpenApi({ type: "object" }, { dialect: kubernetesDialect, metadata, kind }),
    },
  ],
};

const widgetsOf = ({ client }: Cluster) =>
  client.resource<AnyObject>({ ...kind, resource: "widgets", namespace: "default" });

const resources = [core("namespaces", "configmaps", "resourcequotas", "events"), groups("rbac")];

test("the garbage collector follows types that are defined after its start", async () => {
  await using cluster = await startCluster({ resources });
  await cluster.run(garbageCollector);
  cluster.server.server.define("a test", [widgets]);
  const maps = cluster.client.core.v1.configmaps("default");
  const owner = await maps.create({ metadata: { name: "owner" } });
  await widgetsOf(cluster).create({ metadata: { name: "dependent", ownerReferences: [ownedBy(owner)] } } as AnyObject);
  await maps.delete("owner");
  await cluster.until("the dependent is gone", () => isGone(widgetsOf(cluster).get("dependent")));
});

test("quotas count objects of types that are defined after the start of their controller", async () => {
  await using cluster = await startCluster({ resources });
  await cluster.run(resourceQuotaController);
  cluster.server.server.define("a test", [widgets]);
  const quotas = cluster.client.core.v1.resourcequotas("default");
  const name = "count/widgets.example.com";
  await widgetsOf(cluster).create({ metadata: { name: "a" } });
  await quotas.create({ metadata: { name: "q" }, spec: { hard: { [name]: "1" } } });
  await cluster.until("it is counted", async () => (await quotas.get("q")).status?.used?.[name] === "1");
  await expect(widgetsOf(cluster).create({ metadata: { name: "b" } })).rejects.toThrow("exceeded quota: q");
});
