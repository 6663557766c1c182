import type { Fault } from "./fault.ts";

/** Names of the library of faults. */
export type KnownFaults =
  | "lostResponses"
  | "staleAfterFailover"
  | "missedEvents"
  | "compacted"
  | "conflicts"
  | "overload"
  | "rollingUpgrade"
  | "slowRequests"
  | "repeatedBookmarks"
  | "brokenWebhooks"
  | "unknownOutcomes";

/**
 * Sequences of faults that broke operators in production, by name, to be given to `explore` or to a
 * server. Classes after Sun et al., "Automatic Reliability Testing for Cluster Management
 * Controllers", OSDI 2022: intermediate states, stale states, unobserved states; and the conditions
 * that clients of the API meet most.
 */
export const knownFaults: Readonly<Record<KnownFaults, readonly Fault[]>> = {
  /**
   * Intermediate state: each write may be the last one before a crash of the API server's answer.
   */
  lostResponses: [{ kind: "lostResponse", probability: 0.1 }],
  /** Stale state: an API server behind a failover serves old states for some time. */
  staleAfterFailover: [
    { kind: "watchEnds", probability: 0.2 },
    { kind: "staleWatch", delayMs: 30_000, probability: 0.2 },
  ],
  /** Unobserved state: a watch ends, and objects come and go before the list that follows. */
  missedEvents: [
    { kind: "watchEnds", afterEvents: 1, probability: 0.3 },
    { kind: "expired", verbs: ["watch"], probability: 0.3 },
    { kind: "serverError", verbs: ["list"], probability: 0.3 },
  ],
  /**
   * The store compacted the revisions that watches resume from: all clients list again at the same
   * time.
   */
  compacted: [{ kind: "expired", probability: 0.5 }],
  /** Other writers are faster, as with two replicas that both believe to lead. */
  conflicts: [{ kind: "conflict", probability: 0.3 }],
  /** The server is overloaded and refuses requests for some seconds. */
  overload: [{ kind: "tooManyRequests", retryAfterSeconds: 1, probability: 0.3 }],
  /** A rolling upgrade of the servers: errors, broken connections, watches that end. */
  rollingUpgrade: [
    { kind: "serverError", code: 503, probability: 0.1 },
    { kind: "cutBody", probability: 0.05 },
    { kind: "watchEnds", probability: 0.2 },
  ],
  /** Slow requests: time-outs and leases run out while a request is on its way. */
  slowRequests: [{ kind: "delay", delayMs: 20_000, probability: 0.1 }],
  /** Bookmarks arrive more than once. */
  repeatedBookmarks: [{ kind: "repeatedBookmarks" }],
  /** Admission webhooks that are rolled out anew: some calls fail, some time out. */
  brokenWebhooks: [
    { kind: "webhookFails", probability: 0.1 },
    { kind: "webhookDelays", delayMs: 30_000, probability: 0.05 },
  ],
  /** The store lost its leader: the outcome of some writes is unknown. */
  unknownOutcomes: [
    { kind: "unknownOutcome", probability: 0.05 },
    { kind: "unknownOutcome", isDone: false, probability: 0.05 },
  ],
};
