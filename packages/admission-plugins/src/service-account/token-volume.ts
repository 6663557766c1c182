import type { Dialect } from "@svc/meta";
import type { PodContainer, PodSpec } from "../pods/pod.ts";

/** Slightly more than one hour, to distinguish these tokens from requested ones. */
const expirationSeconds = 3607;
/** 0644 */
const readable = 420;

/**
 * Mounts a volume with a token, the CA bundle and the name of the namespace at the path where
 * clients in pods look for them.
 */
export function addTokenVolume(dialect: Dialect, spec: PodSpec, randomSuffix: () => string): void {
  const mountPath = dialect.expand("/var/run/secrets/{labels}/serviceaccount");
  const prefix = dialect.expand("{system}-api-access-");
  const volumes = spec.volumes ?? [];
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  const lacking = containers.filter(({ volumeMounts = [] }) => !volumeMounts.some((m) => m.mountPath === mountPath));
  if (lacking.length === 0) return;
  const own = volumes.find(({ name = "" }) => name.startsWith(prefix))?.name;
  const name = own ?? freeName(volumes, prefix, randomSuffix);
  for (const container of lacking) mount(container, { name, readOnly: true, mountPath });
  if (own === undefined) spec.volumes = [...volumes, { name, projected: tokenProjection(dialect) } as { name: string }];
}

function mount(container: PodContainer, mounted: NonNullable<PodContainer["volumeMounts"]>[number]): void {
  container.volumeMounts = [...(container.volumeMounts ?? []), mounted];
}

function freeName(volumes: readonly { readonly name?: string }[], prefix: string, randomSuffix: () => string): string {
  const taken = new Set(volumes.map(({ name }) => name));
  let name = prefix + randomSuffix();
  while (taken.has(name)) name = prefix + randomSuffix();
  return name;
}

function tokenProjection(dialect: Dialect): object {
  const authority = dialect.expand("{system}-root-ca.crt");
  const namespace = { path: "namespace", fieldRef: { apiVersion: "v1", fieldPath: "metadata.namespace" } };
  return {
    sources: [
      { serviceAccountToken: { expirationSeconds, path: "token" } },
      { configMap: { name: authority, items: [{ key: "ca.crt", path: "ca.crt" }] } },
      { downwardAPI: { items: [namespace] } },
    ],
    defaultMode: readable,
  };
}
