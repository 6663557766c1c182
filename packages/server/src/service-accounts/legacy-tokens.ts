import type { ApiObject } from "@svc/meta";
import { type BootstrapStep, type BootstrapWriter, serverManager } from "../bootstrap/bootstrap.ts";

/** Says since when the uses of tokens out of secrets are noted, so that those which nobody uses can be told. */
export const legacyTokenTracking: BootstrapStep = {
  name: "start-legacy-token-tracking-controller",
  run: async ({ endpoint, ensure, parts }) => {
    const maps = endpoint("", "configmaps");
    if (maps === undefined) return;
    const { dialect, clock } = parts;
    const name = dialect.expand("{system}-apiserver-legacy-service-account-token-tracking");
    const metadata = { name, namespace: dialect.namespaces.system };
    await ensure(maps, { metadata, data: { since: dayOf(clock.now()) } });
  },
};

const dayMs = 86_400_000;

/** Notes on a secret the day on which its token was used; once a day, in the background. */
export function legacyTokenUses({ parts, context, endpoint }: BootstrapWriter): (secret: ApiObject) => void {
  const label = parts.dialect.expand("{labels}/legacy-token-last-used");
  const noting = new Set<string>();
  const note = async ({ metadata: { name = "", namespace = "" } }: ApiObject, day: string): Promise<void> => {
    const secrets = endpoint("", "secrets");
    if (secrets === undefined) return;
    await parts.registry.change(secrets, context, {
      target: { name, namespace },
      options: { fieldManager: serverManager(parts) },
      createIfAbsent: "never",
      repeatable: true,
      next: (live, { now }) => {
        const next = structuredClone(live as ApiObject);
        next.metadata.labels = { ...next.metadata.labels, [label]: day };
        parts.ownership.track({ endpoint: secrets, live, next, manager: serverManager(parts), now });
        return next;
      },
    });
  };
  return (secret) => {
    const { uid = "", labels } = secret.metadata;
    const nowMs = parts.clock.now();
    const noted = labels?.[label];
    // Clocks of servers that share a store may be apart: tomorrow is as good as today.
    if (noted === dayOf(nowMs) || noted === dayOf(nowMs + dayMs) || noting.has(uid)) return;
    noting.add(uid);
    note(secret, dayOf(nowMs))
      .catch((error: unknown) => parts.log.warn("the use of a token could not be noted", { error: String(error) }))
      .finally(() => noting.delete(uid));
  };
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
