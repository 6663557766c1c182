import { keysOfPairs } from "../grammar/flag-values.ts";
import { allOf, type Check, last } from "./check.ts";

/** The version whose hidden metrics can be shown: the one before this. */
const versionBefore = "1.32";

/** Names of a metric and of a label, as `apiserver_request_total,verb`. */
const labelKey = /^(?:[a-zA-Z_:][\w:]*,[a-zA-Z_]\w*)?$/;

/** Checks of the flags of metrics, in the order of their messages. */
export const metricsChecks: readonly Check[] = [
  (values) => {
    const version = last(values, "show-hidden-metrics-for-version") ?? "";
    return version === "" || version === versionBefore
      ? undefined
      : `--show-hidden-metrics-for-version must be omitted or have the value '${versionBefore}'. Only the previous minor version is allowed`;
  },
  (values) =>
    allOf(values, "allow-metric-labels")
      .flatMap(keysOfPairs)
      .every((key) => labelKey.test(key))
      ? undefined
      : "--allow-metric-labels must have a list of kv pair with format `metricName,labelName=labelValue, labelValue,...`",
];
