import type { ApiObject } from "@svc/meta";
import type { LocalClient } from "@svc/registry";
import type { PostStartStep } from "@svc/server";

/**
 * Records since when uses of Secret-based tokens are tracked, so that unused tokens can be
 * detected.
 */
export const legacyTokenTracking: PostStartStep = {
  name: "start-legacy-token-tracking-controller",
  onlyObjects: true,
  run: async (local) => {
    const { dialect, clock } = local.environment;
    const name = dialect.expand("{system}-apiserver-legacy-service-account-token-tracking");
    const metadata = { name, namespace: dialect.namespaces.system };
    await local.resource("", "configmaps")?.ensure({ metadata, data: { since: dayOf(clock.now()) } });
  },
};

const dayMs = 86_400_000;

/** Notes on a secret the day on which its token was used; once a day, in the background. */
export function legacyTokenUses(local: LocalClient): (secret: ApiObject) => void {
  const { dialect, clock, log } = local.environment;
  const label = dialect.expand("{labels}/legacy-token-last-used");
  const noting = new Set<string>();
  const note = async ({ metadata: { name = "", namespace = "" } }: ApiObject, day: string): Promise<void> => {
    await local.resource("", "secrets")?.change({ name, namespace }, (live) => ({
      ...live,
      metadata: { ...live.metadata, labels: { ...live.metadata.labels, [label]: day } },
    }));
  };
  return (secret) => {
    const { uid = "", labels } = secret.metadata;
    const nowMs = clock.now();
    const noted = labels?.[label];
    // Clocks of servers that share a store may be apart: tomorrow is as good as today.
    if (noted === dayOf(nowMs) || noted === dayOf(nowMs + dayMs) || noting.has(uid)) return;
    noting.add(uid);
    note(secret, dayOf(nowMs))
      .catch((error: unknown) => log.warn("the use of a token could not be noted", { error: String(error) }))
      .finally(() => noting.delete(uid));
  };
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
