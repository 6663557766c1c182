import type { Dialect } from "@svc/meta";
import type { Conversion } from "@svc/schema";
import { deviceConversions } from "./devices.ts";
import { event } from "./event.ts";
import { horizontalPodAutoscalerV1 } from "./horizontal-pod-autoscaler.ts";

/** Conversions of versions other than the stored one, by `apiVersion/kind`. */
export function conversionsByKind(dialect: Dialect): Readonly<Record<string, Conversion>> {
  return {
    ...Object.fromEntries(
      Object.entries(deviceConversions).map(([name, of]) => [`${dialect.expand("resource.{api}")}/${name}`, of]),
    ),
    [dialect.expand("events.{api}/v1/Event")]: event,
    "autoscaling/v1/HorizontalPodAutoscaler": horizontalPodAutoscalerV1(dialect),
  };
}
