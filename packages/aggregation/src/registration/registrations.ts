import { Listeners } from "@svc/base";
import type { LocalClient } from "@svc/registry";
import { compareVersions } from "@svc/schema";
import type { RunningController } from "@svc/server";
import { type ApiService, apiServicesOf } from "./api-service.ts";

/** The registrations of a server, as its store has them. */
export interface Registrations extends Pick<RunningController, "ready" | "stop"> {
  /** All registered groups, in the order in which clients should look into them. */
  groups(): readonly RegisteredGroup[];
  get(name: string): ApiService | undefined;
  /** The registration of a group version that has a service; undefined for all others. */
  remote(group: string, version: string): ApiService | undefined;
  /** All that have a service. */
  remotes(): Iterable<ApiService>;
  /** Calls back with the name of each registration that came, changed or is gone. */
  onChange(listener: (name: string) => void): () => void;
}

/** A group, with its registered versions. */
export interface RegisteredGroup {
  readonly group: string;
  readonly priority: number;
  /** The preferred one first. */
  readonly versions: readonly RegisteredVersion[];
}

/** A version, and its registration. */
export interface RegisteredVersion {
  readonly version: string;
  readonly registration: ApiService;
}

/** Follows the registrations; undefined for a server that has no such type. */
export function followRegistrations(local: LocalClient): Registrations | undefined {
  const resource = apiServicesOf(local);
  if (resource === undefined) return undefined;
  const known = new Map<string, ApiService>();
  const remote = new Map<string, Map<string, ApiService>>();
  const listeners = new Listeners<[name: string]>();
  let ordered: readonly RegisteredGroup[] | undefined;

  const changed = (name: string): void => {
    ordered = undefined;
    listeners.notify(name);
  };
  const forget = (name: string): void => {
    const { group = "", version = "" } = known.get(name)?.spec ?? {};
    known.delete(name);
    const versions = remote.get(group);
    versions?.delete(version);
    if (versions?.size === 0) remote.delete(group);
  };
  const informer = resource.inform({
    set: (stored) => {
      forget(stored.name);
      if (stored.corrupt === undefined) {
        const registration = stored.object as ApiService;
        known.set(stored.name, registration);
        addRemote(remote, registration);
      }
      changed(stored.name);
    },
    remove: ({ name }) => {
      forget(name);
      changed(name);
    },
  });
  return {
    ready: informer.ready,
    stop: () => informer.stop(),
    groups: () => (ordered ??= orderGroups(known.values())),
    get: (name) => known.get(name),
    remote: (group, version) => remote.get(group)?.get(version),
    remotes: function* () {
      for (const versions of remote.values()) yield* versions.values();
    },
    onChange: (listener) => listeners.add(listener),
  };
}

/** The core group is always served here. */
function addRemote(remote: Map<string, Map<string, ApiService>>, registration: ApiService): void {
  const { service, group = "", version = "" } = registration.spec ?? {};
  if (service === undefined || group === "") return;
  let versions = remote.get(group);
  if (versions === undefined) remote.set(group, (versions = new Map()));
  versions.set(version, registration);
}

/** The priority of a group is the highest of its versions' group priorities. */
function orderGroups(registrations: Iterable<ApiService>): readonly RegisteredGroup[] {
  const groups = new Map<string, RegisteredVersion[]>();
  for (const registration of registrations) {
    const { group = "", version = "" } = registration.spec ?? {};
    const versions = groups.get(group);
    if (versions === undefined) groups.set(group, [{ version, registration }]);
    else versions.push({ version, registration });
  }
  return [...groups]
    .map(([group, versions]) => ({
      group,
      priority: versions.reduce((most, v) => Math.max(most, v.registration.spec?.groupPriorityMinimum ?? 0), 0),
      versions: versions.toSorted((a, b) => priorityOf(b) - priorityOf(a) || compareVersions(a.version, b.version)),
    }))
    .sort((a, b) => b.priority - a.priority || (a.group < b.group ? -1 : 1));
}

function priorityOf({ registration }: RegisteredVersion): number {
  return registration.spec?.versionPriority ?? 0;
}
