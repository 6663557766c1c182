import { monotonicMs } from "../figures/clock.ts";
import { configMap, configMapsOf, namespaces } from "./objects.ts";
import { readWidget, widget, widgetsOf } from "./widgets.ts";

/** A watched collection, and its object, which contains the time at which it was sent. */
export interface Watched {
  readonly path: string;
  /** @param last resourceVersion of its last answer, without which some kinds are not updated */
  beat(last?: string): string;
}

export const watchedConfigMaps: Watched = {
  path: configMapsOf(namespaces.watched),
  beat: () => configMap("beat", { bytes: 2048, data: { sent: sentNow() } }),
};

export const watchedWidgets: Watched = {
  path: widgetsOf(namespaces.watched),
  beat: (resourceVersion) =>
    widget("beat", {
      ...readWidget,
      annotations: { sent: sentNow() },
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
    }),
};

function sentNow(): string {
  return monotonicMs().toFixed(3);
}
