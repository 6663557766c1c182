// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as corev1 from "./core-v1.ts";
import type * as metav1 from "./meta-v1.ts";

/** Report of something that happened to an object. Events are informative and expire, so programs must not rely on them. */
export interface Event {
  kind: "Event";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  /** Time of the first occurrence, in microseconds. */
  eventTime: string | null;
  /** Series to which the event belongs. Absent if the event happened only once. */
  series?: EventSeries;
  /** Name of the controller that reported the event, for example example.com/my-controller. */
  reportingController?: string;
  /** Instance of the controller, for example the name of its pod. */
  reportingInstance?: string;
  /** Action that was taken or that failed. */
  action?: string;
  /** Short machine-readable cause of the event, in CamelCase. At most 128 characters. */
  reason?: string;
  /** Object that the event is about. */
  regarding?: corev1.ObjectReference;
  /** Second object involved, for actions that concern two objects. */
  related?: corev1.ObjectReference;
  /** Human-readable description of the event. At most 1 kB. */
  note?: string;
  /** Type of the event: Normal or Warning. Further types can be added. */
  type?: string;
  /** Source of the event in the core/v1 format. */
  deprecatedSource?: corev1.EventSource;
  /** First timestamp of the event in the core/v1 format. */
  deprecatedFirstTimestamp?: string | null;
  /** Last timestamp of the event in the core/v1 format. */
  deprecatedLastTimestamp?: string | null;
  /** Count of the event in the core/v1 format. */
  deprecatedCount?: number;
}

/** Series of occurrences of an event. */
export interface EventSeries {
  /** Number of occurrences until lastObservedTime. */
  count: number;
  /** Time of the last occurrence. */
  lastObservedTime: string | null;
}

export interface EventList {
  kind: "EventList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: Event[];
}
