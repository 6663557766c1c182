import { createWriter } from "./bootstrap/bootstrap.ts";
import type { Following } from "./follow.ts";
import { feedNodes } from "./nodes/source.ts";
import type { ServerParts } from "./parts.ts";
import { feedRbac } from "./rbac/source.ts";
import type { ServerConfig } from "./server-config.ts";

/** Tells the authorizers of the configuration of what is stored here, as it changes. */
export function feedAuthorizers(parts: ServerParts, { rbac, nodes }: ServerConfig): Following {
  const { registry, dialect } = parts;
  const { endpoint } = createWriter(parts, new AbortController().signal);
  const group = dialect.expand("rbac.authorization.{api}");
  const feeds = [
    ...(rbac === undefined ? [] : [feedRbac(registry, rbac, (resource) => endpoint(group, resource))]),
    ...(nodes === undefined ? [] : [feedNodes(registry, { graph: nodes, dialect }, endpoint)]),
  ];
  return {
    ready: Promise.all(feeds.map((feed) => feed.ready)).then(() => undefined),
    stop: () => {
      for (const feed of feeds) feed.stop();
    },
  };
}
