// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

import type * as corev1 from "./core-v1.ts";
import type * as metav1 from "./meta-v1.ts";

export interface Event {
  kind: "Event";
  apiVersion?: string;
  metadata?: metav1.ObjectMeta;
  eventTime: string | null;
  series?: EventSeries;
  reportingController?: string;
  reportingInstance?: string;
  action?: string;
  reason?: string;
  regarding?: corev1.ObjectReference;
  related?: corev1.ObjectReference;
  note?: string;
  type?: string;
  deprecatedSource?: corev1.EventSource;
  deprecatedFirstTimestamp?: string | null;
  deprecatedLastTimestamp?: string | null;
  deprecatedCount?: number;
}

export interface EventSeries {
  count: number;
  lastObservedTime: string | null;
}

export interface EventList {
  kind: "EventList";
  apiVersion?: string;
  metadata?: metav1.ListMeta;
  items: Event[];
}
