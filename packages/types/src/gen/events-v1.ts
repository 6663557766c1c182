// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as corev1 from "./core-v1.ts";
import type * as metav1 from "./meta-v1.ts";

/** Something that happened, for people to read. Events are dropped after a while and are no place to keep anything. */
export interface Event {
  kind: "Event";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** When it was first seen, to the microsecond. */
  eventTime: string | null;
  /** How it goes on, where it happens again and again. */
  series?: EventSeries;
  /** Which program told it. */
  reportingController?: string;
  /** Which instance of the program told it. */
  reportingInstance?: string;
  /** What was done, or what failed. */
  action?: string;
  /** Why it was told, in one word that programs can match. */
  reason?: string;
  /** What it happened to. */
  regarding?: corev1.ObjectReference;
  /** Another object that had to do with it. */
  related?: corev1.ObjectReference;
  /** What happened, for people. */
  note?: string;
  /** Normal or Warning; more may come. */
  type?: string;
  /** Who told it, for readers of the older version. */
  deprecatedSource?: corev1.EventSource;
  /** When it was first seen, for readers of the older version. */
  deprecatedFirstTimestamp?: string | null;
  /** When it was last seen, for readers of the older version. */
  deprecatedLastTimestamp?: string | null;
  /** How often it was seen, for readers of the older version. */
  deprecatedCount?: number;
}

/** An event that goes on. */
export interface EventSeries {
  /** How often it happened. */
  count: number;
  /** When it last did. */
  lastObservedTime: string | null;
}

export interface EventList {
  kind: "EventList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: Event[];
}
