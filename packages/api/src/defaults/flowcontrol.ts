import { type Fill, members, orZero } from "./fill.ts";

const queuing = members({ queues: orZero(64), handSize: orZero(8), queueLengthLimit: orZero(50) });

export const flowcontrolDefaults: Readonly<Record<string, Fill>> = {
  FlowSchema: members({ spec: members({ matchingPrecedence: orZero(1000) }) }),
  PriorityLevelConfiguration: members({
    spec: members({
      exempt: members({ nominalConcurrencyShares: 0, lendablePercent: 0 }),
      limited: members({
        nominalConcurrencyShares: 30,
        lendablePercent: 0,
        limitResponse: members({ queuing }),
      }),
    }),
  }),
};
