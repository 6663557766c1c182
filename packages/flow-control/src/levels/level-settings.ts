import type { flowcontrolv1 } from "@svc/types";
import type { LimitResponse } from "../queueing/fair-queues.ts";
import type { Shares } from "./seat-limits.ts";

/** The settings of a priority level, with defaults. */
export interface LevelSettings {
  readonly name: string;
  readonly uid: string;
  readonly shares: Shares;
  readonly response: LimitResponse;
}

const defaultShares = 30;
const defaultQueuing = { queues: 64, handSize: 8, queueLengthLimit: 50 } as const;

/** Reads an object. Absent fields, which validated objects don't have, count as their defaults. */
export function levelSettings({ metadata, spec }: flowcontrolv1.PriorityLevelConfiguration): LevelSettings {
  const { name = "", uid = "" } = metadata ?? {};
  if (spec?.type === "Exempt") {
    const { nominalConcurrencyShares: shares = 0, lendablePercent = 0 } = spec.exempt ?? {};
    return {
      name,
      uid,
      shares: { isExempt: true, shares, lendablePercent, borrowingLimitPercent: undefined },
      response: { kind: "exempt" },
    };
  }
  const limited = spec?.limited ?? {};
  const { nominalConcurrencyShares: shares = defaultShares, lendablePercent = 0, borrowingLimitPercent } = limited;
  return {
    name,
    uid,
    shares: { isExempt: false, shares, lendablePercent, borrowingLimitPercent },
    response: responseOf(limited.limitResponse),
  };
}

function responseOf(limitResponse: flowcontrolv1.LimitResponse | undefined): LimitResponse {
  if (limitResponse?.type !== "Queue") return { kind: "reject" };
  return { kind: "queue", ...defaultQueuing, ...limitResponse.queuing };
}
