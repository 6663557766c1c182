import type { Dialect } from "@svc/meta";
import { groupNamed } from "./group-names.ts";
import type { AnyObject } from "./objects.ts";
import type { ResourceName } from "./paths.ts";
import type { ResourceClient } from "./resource-client.ts";

type OpenResource = (name: ResourceName, namespace: string | undefined) => ResourceClient<AnyObject>;

/**
 * An object with `group.version.resource(namespace)` for any names: only the types restrict them.
 * @param base its own members take precedence
 */
export function withAccessors<B extends object>(base: B, dialect: Dialect, open: OpenResource): B {
  return new Proxy(base, {
    get: (target, key) => {
      if (typeof key === "symbol" || key in target || isReserved(key)) return Reflect.get(target, key);
      const group = groupNamed(key, dialect);
      return named((version) =>
        named((resource) => (namespace?: string) => open({ group, version, resource }, namespace)),
      );
    },
  });
}

/** An object that computes each member from its name. */
function named<M>(member: (name: string) => M): Readonly<Record<string, M>> {
  return new Proxy({} as Readonly<Record<string, M>>, {
    get: (target, key) => (typeof key === "symbol" || isReserved(key) ? Reflect.get(target, key) : member(key)),
  });
}

/**
 * Names that the language looks up on any object: `await` would treat an object with `then` as a
 * promise.
 */
function isReserved(key: string): boolean {
  return key === "then" || key === "toJSON";
}
