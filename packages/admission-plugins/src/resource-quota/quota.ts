import { formatQuantity } from "@svc/base";
import type { ApiObject } from "@svc/meta";
import { type Amounts, amounts } from "../objects/amounts.ts";

export interface ScopeRequirement {
  readonly scopeName: string;
  readonly operator: string;
  readonly values?: readonly string[];
}

export interface Quota extends ApiObject {
  readonly spec?: {
    readonly scopes?: readonly string[];
    readonly scopeSelector?: { readonly matchExpressions?: readonly ScopeRequirement[] };
  };
  readonly status?: {
    readonly hard?: Readonly<Record<string, string>>;
    readonly used?: Readonly<Record<string, string>>;
  };
}

/** The effective limits: those in the status. Limits without a count yet have no effect. */
export function limitsOf({ status }: Quota): Amounts {
  return amounts(status?.hard);
}

export function usedOf({ status }: Quota): Amounts {
  return amounts(status?.used);
}

export function requirementsOf({ spec }: Quota): readonly ScopeRequirement[] {
  const plain = (spec?.scopes ?? []).map((scopeName) => ({ scopeName, operator: "Exists" }));
  return [...plain, ...(spec?.scopeSelector?.matchExpressions ?? [])];
}

export function formatAmounts(list: Amounts): Readonly<Record<string, string>> {
  return Object.fromEntries([...list].sort(([a], [b]) => (a < b ? -1 : 1)).map(([k, v]) => [k, formatQuantity(v)]));
}
