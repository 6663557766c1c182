import type { WorkResult } from "@svc/base";
import { type AnyObject, detachedSignature, type Informer, type Stored, startInformer } from "@svc/client";
import { hasReason } from "@svc/meta";
import { kubeconfigOf } from "../control-loop/cluster-info.ts";
import { type Controller, type ControllerContext, informerOptions } from "../control-loop/controller.ts";
import { ignoreNotFound } from "../control-loop/ignore-not-found.ts";
import { createMeasuredQueue } from "../control-loop/work-queue.ts";
import { startTokenInformer } from "./token-informer.ts";
import { expiryMs, type Secret, signingTokenOf } from "./token-secret.ts";

interface ConfigMap extends AnyObject {
  readonly data?: Readonly<Record<string, string>>;
}

const name = "cluster-info";
const contentKey = "kubeconfig";
const signaturePrefix = "jws-kubeconfig-";

/**
 * Signs the cluster information with every bootstrap token that allows signing, so that joining
 * machines with such a token can trust it. Creates the ConfigMap when the server's address and
 * authority are known.
 */
export const bootstrapSigner: Controller = {
  name: "bootstrap-signer-controller",
  aliases: ["bootstrapsigner"],
  serviceAccount: "bootstrap-signer",
  onByDefault: false,
  start: async (context) => {
    const { reader, dialect } = context;
    const namespace = dialect.namespaces.public;
    const tokens = startTokenInformer(context);
    const maps = startInformer<ConfigMap>({
      ...informerOptions(context, { fieldSelector: `metadata.name=${name}` }),
      resource: reader.resource<ConfigMap>({ group: "", version: "v1", resource: "configmaps", namespace }),
    });
    const queue = createMeasuredQueue<string>({
      ...context,
      name: bootstrapSigner.name,
      workers: 1,
      work: async () => {
        await Promise.all([tokens.synced, maps.synced]);
        return sign(context, tokens, maps.get(name, namespace));
      },
    });
    const again = (): void => queue.add(name);
    for (const informer of [tokens, maps]) informer.subscribe({ set: again, remove: again });
    await Promise.all([tokens.synced, maps.synced]);
    again();
  },
};

async function sign(
  context: ControllerContext,
  tokens: Informer<Secret>,
  map: Stored<ConfigMap> | undefined,
): Promise<WorkResult> {
  const { client, clock, clusterInfo, dialect, signal } = context;
  const namespace = dialect.namespaces.public;
  const maps = client.resource<ConfigMap>({
    group: "",
    version: "v1",
    resource: "configmaps",
    kind: "ConfigMap",
    namespace,
  });
  const content = map?.data?.[contentKey] ?? (clusterInfo === undefined ? undefined : kubeconfigOf(clusterInfo));
  // Without content there is nothing to sign.
  if (content === undefined) return "done";
  const { signatures, nextExpiryMs } = signaturesOf(content, tokens.list(), context);
  const others = Object.entries(map?.data ?? {}).filter(([key]) => !key.startsWith(signaturePrefix));
  const data = { ...Object.fromEntries(others), [contentKey]: content, ...signatures };
  if (map === undefined) await ignoringRace(maps.create({ metadata: { name }, data }, { signal }));
  else if (!sameData(map.data ?? {}, data)) await ignoreNotFound(maps.update({ ...map, data }, { signal }));
  return nextExpiryMs === undefined ? "done" : { afterMs: nextExpiryMs - clock.now() };
}

function signaturesOf(
  content: string,
  secrets: readonly Secret[],
  { clock, dialect }: ControllerContext,
): { readonly signatures: Readonly<Record<string, string>>; readonly nextExpiryMs: number | undefined } {
  const signatures: (readonly [string, string])[] = [];
  let nextExpiryMs: number | undefined;
  for (const secret of secrets) {
    const token = signingTokenOf(secret, dialect);
    const atMs = expiryMs(secret);
    if (token === undefined || (atMs !== undefined && atMs <= clock.now())) continue;
    signatures.push([signaturePrefix + token.id, detachedSignature(content, token)]);
    if (atMs !== undefined) nextExpiryMs = Math.min(atMs, nextExpiryMs ?? atMs);
  }
  return { signatures: Object.fromEntries(signatures), nextExpiryMs };
}

function sameData(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}

/** Another client created it first: it is signed when its event arrives. */
async function ignoringRace(request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (!hasReason(error, "AlreadyExists")) throw error;
  }
}
