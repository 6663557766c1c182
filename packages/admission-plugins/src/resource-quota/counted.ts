import type { AdmissionRequest, Operation } from "@svc/admission";
import { parseQuantity, type Quantity } from "@svc/base";
import type { ApiObject } from "@svc/meta";
import type { Amounts } from "../objects/amounts.ts";
import type { ScopeRequirement } from "./quota.ts";

/** Computes the quota usage of the objects of one resource. */
export interface Counted {
  /** True if a write may change the usage. */
  readonly counts: (request: AdmissionRequest) => boolean;
  /** True if a limit of this name applies to these objects. */
  readonly limits: (name: string) => boolean;
  readonly usage: (object: ApiObject) => Amounts;
  /** Without this function, quotas with scopes do not apply. */
  readonly inScope?: (object: ApiObject, requirement: ScopeRequirement) => boolean;
  /** Names the fields that an object must set under these limits but does not; empty if none. */
  readonly unspecified?: (object: ApiObject, limited: readonly string[]) => string;
}

export const one: Quantity = { nanos: 1_000_000_000n, format: "decimalSI" };
export const nothing: Quantity = { nanos: 0n, format: "decimalSI" };

export function countOf(n: number): Quantity {
  return { nanos: BigInt(n) * one.nanos, format: "decimalSI" };
}

export function quantityOf(text: unknown): Quantity | undefined {
  return typeof text === "string" ? parseQuantity(text) : undefined;
}

export function isWrite({ operation, subresource }: AdmissionRequest, ...operations: readonly Operation[]): boolean {
  return subresource === "" && operations.includes(operation);
}
