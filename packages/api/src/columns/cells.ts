import type { ApiObject } from "@svc/meta";
import type { Cell } from "@svc/schema";

/** The cells of the row of an object, one a column. @param nowMs for ages */
export type Cells = (object: ApiObject, nowMs: number) => readonly Cell[];

export type CellsOfKinds = Readonly<Record<string, Cells>>;

/** Cells of objects of a known type. The objects have passed its schema. */
export function cells<T extends ApiObject>(of: (object: T, nowMs: number) => readonly Cell[]): Cells {
  return of as Cells;
}

/** The first text that is neither undefined nor empty. */
export function firstText(...texts: readonly (string | undefined)[]): string {
  return texts.find((text) => text !== undefined && text !== "") ?? "";
}

/** `a,b,c + 2 more...` */
export function clipped(items: readonly string[], most: number, separator = ","): string {
  const shown = items.slice(0, most).join(separator);
  return items.length > most ? `${shown} + ${items.length - most} more...` : shown;
}

export interface Condition {
  readonly type: string;
  readonly status?: string;
  readonly reason?: string;
  readonly message?: string;
}

/** The first condition of a type. */
export function conditionOf<T extends Condition>(conditions: readonly T[] | undefined, type: string): T | undefined {
  return conditions?.find((condition) => condition.type === type);
}

export function isTrue(conditions: readonly Condition[] | undefined, type: string): boolean {
  return conditionOf(conditions, type)?.status === "True";
}

/** The addresses of a load balancer, or its names if it has no addresses. */
export function balancerAddresses(
  ingress: readonly { readonly ip?: string; readonly hostname?: string }[] = [],
): readonly string[] {
  const addresses = ingress.map(({ ip, hostname }) => firstText(ip, hostname)).filter((address) => address !== "");
  return [...new Set(addresses)].sort();
}
