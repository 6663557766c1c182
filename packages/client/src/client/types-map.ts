import type { AnyObject } from "./objects.ts";
import type { ResourceClient } from "./resource-client.ts";

/**
 * The entry of one resource in a types map. A map is an interface whose keys are `group/version`
 * and whose members are resources by plural name: `interface MyTypes { "example.com/v1": { widgets:
 * { kind: Widget; namespaced: true } } }`.
 */
export interface TypeEntry {
  readonly kind: AnyObject;
  /** The objects that may be written, if fields of them may be absent. @default `kind` */
  readonly input?: AnyObject;
  readonly namespaced: boolean;
}

type GroupOf<K> = K extends `${infer G}/${string}` ? G : never;
type VersionOf<K, G extends string> = K extends `${G}/${infer V}` ? V : never;
type Members<M, K> = K extends keyof M ? M[K] : never;

/** `(namespace?)` for namespaced resources, `()` for cluster-scoped ones. */
type Accessor<E> = E extends { readonly kind: infer K extends AnyObject; readonly namespaced: infer N }
  ? N extends true
    ? (namespace?: string) => ResourceClient<K, InputOf<E, K>>
    : () => ResourceClient<K, InputOf<E, K>>
  : never;

/** What is read can be written too: an input that takes less than that is left out. */
type InputOf<E, K> = E extends { readonly input: infer I extends AnyObject } ? (K extends I ? I : K) : K;

type Resources<M> = { readonly [R in keyof M]: Accessor<M[R]> };

/** `client.core.v1.pods("default")`, from a types map. */
export type Accessors<M> = {
  readonly [G in GroupOf<keyof M>]: {
    readonly [V in VersionOf<keyof M, G>]: Resources<Members<M, `${G}/${V}`>>;
  };
};
