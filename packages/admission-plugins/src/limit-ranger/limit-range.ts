import type { ApiObject } from "@svc/meta";

export type ResourceList = Readonly<Record<string, string>>;

/** The limits of a `LimitRange` for one type: `Container`, `Pod` or `PersistentVolumeClaim`. */
export interface Limit {
  readonly type: string;
  readonly max?: ResourceList;
  readonly min?: ResourceList;
  readonly default?: ResourceList;
  readonly defaultRequest?: ResourceList;
  readonly maxLimitRequestRatio?: ResourceList;
}

export interface LimitRange extends ApiObject {
  readonly spec?: { readonly limits?: readonly Limit[] };
}

export interface Requirements {
  limits?: Record<string, string>;
  requests?: Record<string, string>;
}

export interface Container {
  readonly name: string;
  readonly restartPolicy?: string;
  resources?: Requirements;
}

export interface Pod extends ApiObject {
  readonly spec?: {
    readonly containers?: readonly Container[];
    readonly initContainers?: readonly Container[];
    readonly resources?: Requirements;
  };
}

export interface Claim extends ApiObject {
  readonly spec?: { readonly resources?: { readonly requests?: ResourceList } };
}

export function limitsOf(ranges: readonly LimitRange[], type: string): readonly Limit[] {
  return ranges.flatMap(({ spec }) => (spec?.limits ?? []).filter((limit) => limit.type === type));
}
