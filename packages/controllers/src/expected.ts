import { type Expected, withMethods } from "@svc/base/check";

/** Expects a `Client` as an argument. */
export const aClient: Expected<object> = withMethods("a Client of @svc/client", "resource", "close");
/** Expects a `Controller` as an argument. */
export const aController: Expected<object> = withMethods("a Controller of @svc/controllers", "start");
/** Expects `Metrics` as an argument. */
export const someMetrics: Expected<object> = withMethods(
  "Metrics of @svc/metrics",
  "counter",
  "gauge",
  "histogram",
  "collected",
);
