import type { InputObjectOf, ObjectOf } from "./define-resource.ts";
import type { DefinedNames } from "./names.ts";

interface Named {
  readonly names: DefinedNames;
}

type GroupVersionOf<R> = R extends Named ? `${R["names"]["group"]}/${R["names"]["version"]}` : never;
type InGroupVersion<R, K> = R extends Named ? (K extends GroupVersionOf<R> ? R : never) : never;
type PluralIn<R> = R extends Named ? R["names"]["resource"] : never;
type WithPlural<R, P> = R extends Named ? (P extends R["names"]["resource"] ? R : never) : never;

interface TypeOf<R> {
  readonly kind: ObjectOf<R>;
  readonly input: InputObjectOf<R>;
  readonly namespaced: R extends Named ? R["names"]["namespaced"] : never;
}

/**
 * A types map of defined resources, by group version and plural name, as `createClient` of
 * `@svc/client` takes it: `createClient<TypesOf<[typeof widgets, typeof gadgets]>>(…)`.
 */
export type TypesOf<R extends readonly Named[]> = {
  readonly [K in GroupVersionOf<R[number]>]: {
    readonly [P in PluralIn<InGroupVersion<R[number], K>>]: TypeOf<WithPlural<InGroupVersion<R[number], K>, P>>;
  };
};
