import type { Dialect } from "@svc/meta";
import type { Lifecycle, Stability, Verb } from "@svc/schema";
import { tables } from "./gen/tables.ts";
import type { StrategyRow } from "./strategies/strategy-of.ts";

export interface SubresourceRow {
  readonly name: string;
  readonly kind: string;
  readonly group?: string;
  readonly version?: string;
  readonly verbs: readonly Verb[];
  readonly connectMethods?: readonly string[];
  readonly pathSuffix?: boolean;
  readonly schema: string;
}

/** A resource as one group version serves it. */
export interface ResourceRow {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind?: string;
  readonly namespaced: boolean;
  readonly stability: Stability;
  readonly enabledByDefault: boolean;
  readonly verbs: readonly Verb[];
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  /** `core/v1.Pod` */
  readonly schema: string;
  readonly storageVersion?: string;
  readonly lifecycle: Lifecycle;
  readonly subresources?: readonly SubresourceRow[];
}

export interface SelectorRow {
  readonly group: string;
  readonly kind: string;
  readonly fields: readonly string[];
  readonly alias?: Readonly<Record<string, string>>;
  readonly indexed?: readonly string[];
  readonly error: string;
}

interface ColumnRow {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly priority: number;
}

export interface TableRow {
  readonly group: string;
  readonly kind: string;
  readonly columns: readonly ColumnRow[];
}

export interface PriorityRow {
  readonly group: string;
  readonly version: string;
  readonly groupPriority: number;
  readonly versionPriority: number;
}

export interface StatusMetadataRow {
  readonly changes: readonly ("labels" | "annotations" | "finalizers" | "ownerReferences")[];
  readonly kinds: readonly string[];
}

/** The tables of the built-in kinds, in the words of one dialect. */
export interface ResourceFacts {
  readonly resources: readonly ResourceRow[];
  readonly strategies: readonly StrategyRow[];
  readonly selectors: readonly SelectorRow[];
  readonly columns: readonly TableRow[];
  readonly priorities: readonly PriorityRow[];
  readonly statusMetadata: readonly StatusMetadataRow[];
}

export function resourceFacts(dialect: Dialect): ResourceFacts {
  const read = <T>(name: keyof typeof tables): T => JSON.parse(dialect.expand(tables[name])) as T;
  return {
    resources: read("resources"),
    strategies: read("strategies"),
    selectors: read("selectors"),
    columns: read("columns"),
    priorities: read("priorities"),
    statusMetadata: read("statusMetadata"),
  };
}
