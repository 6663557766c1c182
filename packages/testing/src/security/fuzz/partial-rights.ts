import type { PolicyRule } from "@svc/authz";
import type { TestUser } from "../../test-access.ts";

/** A user with some rights, and what follows from them for what its requests read and change. */
export interface PartialUser {
  readonly user: TestUser;
  readonly rules: readonly PolicyRule[];
  /** The namespace of the rules; all if absent. */
  readonly namespace?: string;
  /** Keys that its requests may write, besides what the server allocates for them. */
  readonly mayChange: RegExp | undefined;
  /** Objects that it may see, as `<resource>/<namespace>/<name>`. */
  readonly mayRead: RegExp;
}

const all = ["*"];

/** One user for each dimension of a rule: verbs, namespaces, resources, names. */
export const partialUsers: readonly PartialUser[] = [
  {
    user: { name: "reader" },
    rules: [{ apiGroups: all, resources: all, verbs: ["get", "list", "watch"] }],
    mayChange: undefined,
    mayRead: /./,
  },
  {
    user: { name: "team-admin" },
    rules: [{ apiGroups: all, resources: all, verbs: all }],
    namespace: "team",
    mayChange: /^\/registry\/([^/]+\/)+team\/[^/]+$/,
    mayRead: /^[^/]+\/team\//,
  },
  {
    user: { name: "map-user" },
    rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: all }],
    mayChange: /^\/registry\/configmaps\//,
    mayRead: /^configmaps\//,
  },
  {
    user: { name: "seed-user" },
    rules: [
      {
        apiGroups: [""],
        resources: ["configmaps"],
        resourceNames: ["seed"],
        verbs: ["get", "update", "patch", "delete"],
      },
    ],
    namespace: "default",
    mayChange: /^\/registry\/configmaps\/default\/seed$/,
    mayRead: /^configmaps\/default\/seed$/,
  },
];

/** The keys that the server itself writes for an object that it creates. */
export const allocated: RegExp = /^\/registry\/(ipaddresses|ranges|events|leases)\//;

interface Denied {
  readonly user: string;
  readonly verb: string;
  readonly resource: string;
  readonly group: string;
  readonly namespace: string | undefined;
}

const denial =
  /User "((?:[^"\\]|\\.)*)" cannot ([a-z]+) resource "([^"]*)" in API group "([^"]*)"(?: in the namespace "([^"]*)"| at the cluster scope)/;

/** The access that a 403 response denies; undefined for other responses. */
export function deniedBy(text: string): Denied | undefined {
  const found = denial.exec(text.replaceAll('\\"', '"'));
  if (found === null) return undefined;
  const [, user = "", verb = "", resource = "", group = "", namespace] = found;
  return { user, verb, resource, group, namespace };
}

/**
 * True if the rights of a user include the denied request. Rules for names are ignored: a response
 * does not always name the object.
 */
export function isAllowed(
  { user, rules, namespace }: PartialUser,
  { user: name, verb, resource, group, namespace: requested }: Denied,
): boolean {
  if (name !== user.name || (namespace !== undefined && namespace !== requested)) return false;
  const has = (list: readonly string[] | undefined, value: string): boolean =>
    list?.some((entry) => entry === "*" || entry === value) === true;
  return rules.some(
    (rule) =>
      rule.resourceNames === undefined &&
      has(rule.verbs, verb) &&
      has(rule.apiGroups, group) &&
      has(rule.resources, resource),
  );
}

/** The mark that an object carries, so that an answer which shows the object can be recognised. */
export function markOf(resource: string, namespace: string, name: string): string {
  return `mark<${resource}/${namespace}/${name}>`;
}

/** The objects whose marks are in a response. */
export function marksIn(text: string): readonly string[] {
  return [...text.matchAll(/mark(?:<|\\u003c)([^<>\\]+)(?:>|\\u003e)/g)].map(([, object = ""]) => object);
}

/** Keys that differ between two states of a store, given as revisions by key. */
export function changedKeys(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): readonly string[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].filter((key) => before.get(key) !== after.get(key));
}
