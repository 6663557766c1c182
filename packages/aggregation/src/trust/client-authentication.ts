import type { ApiObject } from "@svc/meta";
import type { LocalClient } from "@svc/registry";
import { type Controller, createLocalQueue, type PostStartStep } from "@svc/server";
import { joinAuthenticationData } from "./join-authentication-data.ts";

interface ConfigMap extends ApiObject {
  data?: Readonly<Record<string, string>>;
}

/**
 * The client authentication of this server: the authorities of client certificates, and the trusted
 * front proxies. Extension servers read it and authenticate clients the same way.
 */
export interface ClientAuthentication {
  /** `client-ca-file`, `requestheader-allowed-names`, …: PEM, and lists in JSON. */
  current(): Readonly<Record<string, string>>;
  /** Calls back when it changes. @returns a function that ends that @default it does not change */
  onChange?(listener: () => void): () => void;
}

const hook = "start-cluster-authentication-info-controller";
const checkEveryMs = 60_000;

/** Publishes it in the config map of the system namespace that extension servers read. */
export function publishClientAuthentication(source: ClientAuthentication): PostStartStep {
  return { name: hook, run: (local) => publish(local, source) };
}

/**
 * Restores the config map when a client changes or deletes it, and keeps it up to date. Servers of
 * one store publish the authorities of all of them.
 */
export function keepClientAuthentication(local: LocalClient, source: ClientAuthentication): Controller {
  return {
    name: hook,
    start: () => {
      const maps = local.resource<ConfigMap>("", "configmaps");
      if (maps === undefined) return undefined;
      const { clock } = local.environment;
      const target = targetOf(local);
      const queue = createLocalQueue(local, hook, () => publish(local, source));
      const check = (of: { readonly namespace: string; readonly name: string }): void => {
        if (of.name === target.name && of.namespace === target.namespace) queue.add(target.name);
      };
      const informer = maps.inform({ set: check, remove: check });
      const unregister = source.onChange?.(() => queue.add(target.name));
      // Nothing reports that a certificate has expired.
      let timer = clock.after(checkEveryMs, function again() {
        queue.add(target.name);
        timer = clock.after(checkEveryMs, again);
      });
      return {
        ready: informer.ready,
        idle: () => queue.idle(),
        stop: () => {
          unregister?.();
          timer.cancel();
          queue.stop();
          informer.stop();
        },
      };
    },
  };
}

function targetOf({ environment: { dialect } }: LocalClient): { readonly namespace: string; readonly name: string } {
  return { name: "extension-apiserver-authentication", namespace: dialect.namespaces.system };
}

async function publish(local: LocalClient, source: ClientAuthentication): Promise<void> {
  const maps = local.resource<ConfigMap>("", "configmaps");
  if (maps === undefined) return;
  const nowMs = local.environment.clock.now();
  const target = targetOf(local);
  const found = await maps.find(target);
  if (found === undefined) {
    await maps.create({ metadata: target, data: source.current() });
    return;
  }
  const isUpToDate = ({ data = {} }: ConfigMap): boolean =>
    Object.entries(joinAuthenticationData(data, source.current(), nowMs)).every(([key, value]) => data[key] === value);
  if (isUpToDate(found)) return;
  await maps.change(target, (live) => ({
    ...live,
    data: { ...live.data, ...joinAuthenticationData(live.data ?? {}, source.current(), nowMs) },
  }));
}
