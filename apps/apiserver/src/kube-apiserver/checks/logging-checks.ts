import { quote } from "@svc/base";

/** Flags that kube-apiserver takes only with the gate `LoggingAlphaOptions`, in its order. */
const alphaOptions = [
  ["log-text-split-stream", "options.text.splitStream"],
  ["log-text-info-buffer-size", "options.text.infoBufferSize"],
  ["log-json-split-stream", "options.json.splitStream"],
  ["log-json-info-buffer-size", "options.json.infoBufferSize"],
] as const;

const defaults: ReadonlySet<string> = new Set(["", "0", "false"]);

/**
 * The problems of the flags of the log, reported together; undefined if there is none.
 * @param gates by name, as the command line sets them
 */
export function loggingProblem(
  values: ReadonlyMap<string, readonly string[]>,
  gates: ReadonlyMap<string, boolean>,
): string | undefined {
  const last = (flag: string): string => values.get(flag)?.at(-1) ?? "";
  const problems: string[] = [];
  const format = values.get("logging-format")?.at(-1) ?? "text";
  if (format === "json" && !(gates.get("LoggingBetaOptions") ?? gates.get("AllBeta") ?? true))
    problems.push("format: Forbidden: Log format json is disabled, see LoggingBetaOptions feature");
  else if (format !== "text" && format !== "json")
    problems.push(`format: Invalid value: ${quote(format)}: Unsupported log format`);
  if (format !== "text" && last("vmodule") !== "")
    problems.push("vmodule: Forbidden: Only supported for text log format");
  if (!(gates.get("LoggingAlphaOptions") ?? gates.get("AllAlpha") ?? false))
    for (const [flag, option] of alphaOptions)
      if (!defaults.has(last(flag))) problems.push(`${option}: Forbidden: Feature LoggingAlphaOptions is disabled`);
  return problems.length > 1 ? `[${problems.join(", ")}]` : problems[0];
}
