import { createWriter } from "../bootstrap/bootstrap.ts";
import { mendFlowControlDefaults } from "../flow-control/keep-defaults.ts";
import type { ServerParts } from "../parts.ts";
import type { ServerConfig } from "../server-config.ts";
import { keepApiServices } from "./api-services.ts";
import { keepDefinitions } from "./definitions.ts";
import { keepFlowSchemas } from "./flow-schemas.ts";
import type { Upkeep } from "./kept-objects.ts";
import { keepServiceCidrs } from "./service-cidrs.ts";

/** What the server itself says of objects in their status, for as long as it runs. Several servers of one store may say it. */
export function startUpkeep(parts: ServerParts, { bootstrap }: Pick<ServerConfig, "bootstrap">): Upkeep {
  const controller = new AbortController();
  const writer = createWriter(parts, controller.signal);
  const all = [
    keepApiServices,
    keepDefinitions,
    keepFlowSchemas,
    keepServiceCidrs,
    ...(bootstrap === false ? [] : [mendFlowControlDefaults]),
  ]
    .map((keep) => keep(writer))
    .filter((upkeep) => upkeep !== undefined);
  return {
    ready: Promise.all(all.map(({ ready }) => ready)).then(() => undefined),
    idle: async () => {
      await parts.registry.feed.fresh();
      await Promise.all(all.map(({ idle }) => idle()));
    },
    stop: () => {
      for (const upkeep of all) upkeep.stop();
      controller.abort();
    },
  };
}
