import type { AdmissionRequest, Operation } from "@svc/admission";
import { parseQuantity, type Quantity } from "@svc/base";
import type { ApiObject } from "@svc/meta";
import type { Amounts } from "../objects/amounts.ts";
import type { ScopeRequirement } from "./quota.ts";

/** How objects of one resource use up quotas. */
export interface Counted {
  /** Whether a write may change what is used. */
  readonly counts: (request: AdmissionRequest) => boolean;
  /** Whether a limit of this name is one of such objects. */
  readonly limits: (name: string) => boolean;
  readonly usage: (object: ApiObject) => Amounts;
  /** Objects of which a scope says nothing are in no quota that has one. */
  readonly inScope?: (object: ApiObject, requirement: ScopeRequirement) => boolean;
  /**
   * What an object has to say so that it can be held to these limits, in words; empty when it does.
   */
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
