import type { Controller } from "../control-loop/controller.ts";
import { ignoreNotFound } from "../control-loop/ignore-not-found.ts";
import { createMeasuredQueue } from "../control-loop/work-queue.ts";
import { startTokenInformer } from "./token-informer.ts";
import { expiryMs, type Secret } from "./token-secret.ts";

/** Deletes bootstrap tokens when they have expired. */
export const tokenCleaner: Controller = {
  name: "token-cleaner-controller",
  aliases: ["tokencleaner"],
  serviceAccount: "token-cleaner",
  onByDefault: false,
  start: async (context) => {
    const { client, clock, dialect, signal } = context;
    const namespace = dialect.namespaces.system;
    const secrets = client.resource<Secret>({ group: "", version: "v1", resource: "secrets", namespace });
    const tokens = startTokenInformer(context);
    const queue = createMeasuredQueue<string>({
      ...context,
      name: tokenCleaner.name,
      workers: 1,
      work: async (name) => {
        const secret = tokens.get(name, namespace);
        const atMs = secret === undefined ? undefined : expiryMs(secret);
        if (secret === undefined || atMs === undefined) return "done";
        if (atMs > clock.now()) return { afterMs: atMs - clock.now() };
        const { uid, resourceVersion } = secret.metadata;
        await ignoreNotFound(secrets.delete(name, { preconditions: { uid, resourceVersion }, signal }));
        return "done";
      },
    });
    tokens.subscribe({ set: ({ metadata }) => queue.add(metadata.name) });
    await tokens.synced;
  },
};
