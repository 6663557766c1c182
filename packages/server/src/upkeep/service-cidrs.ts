import type { ApiObject } from "@svc/meta";
import type { BootstrapWriter } from "../bootstrap/bootstrap.ts";
import { ownName } from "../bootstrap/own-service.ts";
import { type Condition, conditionOf } from "./conditions.ts";
import { keepObjects, type Upkeep } from "./kept-objects.ts";

interface ServiceCidr extends ApiObject {
  readonly status?: { readonly conditions?: readonly Condition[] };
}

/** The range that this server begins with is ready, since nothing has to be done for it; others are for controllers to judge. */
export function keepServiceCidrs(writer: BootstrapWriter): Upkeep | undefined {
  const { dialect } = writer.parts;
  const endpoint = writer.endpoint(dialect.expand("networking.{api}"), "servicecidrs");
  if (endpoint === undefined) return undefined;
  const product = `${dialect.product.charAt(0).toUpperCase()}${dialect.product.slice(1)}`;
  return keepObjects<ServiceCidr>({
    writer,
    endpoint,
    keep: async (objects, { metadata: { name, deletionTimestamp }, status }) => {
      if (name !== ownName || deletionTimestamp !== undefined) return;
      if (conditionOf(status?.conditions, "Ready") !== undefined) return;
      const message = `${product} default Service CIDR is ready`;
      const ready = { type: "Ready", status: "True", lastTransitionTime: objects.now(), message };
      await objects.applyStatus(name, `${dialect.product}-service-cidr-controller`, { conditions: [ready] });
    },
  });
}
