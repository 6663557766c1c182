import type { AdmissionPlugin } from "@svc/admission";
import { aNonNegativeNumber, checkArgument, optional, optionsOf } from "@svc/base/check";
import { aDialect, type Dialect } from "@svc/meta";
import { type Pod, specOf } from "./pod.ts";
import type { Toleration } from "./tolerations.ts";

/** Options of the admission step that adds default tolerations to pods. */
export interface DefaultTolerationSecondsOptions {
  readonly dialect: Dialect;
  /** Seconds that pods stay on a node that is not ready. @default 300 */
  readonly notReadySeconds?: number;
  /** Seconds that pods stay on an unreachable node. @default 300 */
  readonly unreachableSeconds?: number;
}

const defaultSeconds = 300;

const defaultTolerationSecondsOptions = optionsOf<DefaultTolerationSecondsOptions>({
  dialect: aDialect,
  notReadySeconds: optional(aNonNegativeNumber),
  unreachableSeconds: optional(aNonNegativeNumber),
});

/**
 * Adds tolerations of not-ready and unreachable nodes, for a limited time, to pods without such
 * tolerations.
 * @throws {TypeError} for a wrong argument
 */
export function defaultTolerationSeconds(options: DefaultTolerationSecondsOptions): AdmissionPlugin {
  checkArgument("defaultTolerationSeconds: options", options, defaultTolerationSecondsOptions);
  const { dialect, notReadySeconds = defaultSeconds, unreachableSeconds = defaultSeconds } = options;
  const taint = (name: string, tolerationSeconds: number): Toleration => ({
    key: dialect.expand(`node.{labels}/${name}`),
    operator: "Exists",
    effect: "NoExecute",
    tolerationSeconds,
  });
  const defaults = [taint("not-ready", notReadySeconds), taint("unreachable", unreachableSeconds)];
  return {
    name: "DefaultTolerationSeconds",
    operations: ["CREATE", "UPDATE"],
    resources: ["pods"],
    mutate: ({ object }) => {
      if (object === undefined) return;
      const spec = specOf(object as Pod);
      const own = spec.tolerations ?? [];
      const missing = defaults.filter(({ key }) => !own.some((toleration) => tolerates(toleration, key)));
      if (missing.length > 0) spec.tolerations = [...own, ...missing];
    },
  };
}

/** True if a toleration matches a taint with the effect `NoExecute`. */
function tolerates({ key = "", effect = "" }: Toleration, taint: string | undefined): boolean {
  return (key === "" || key === taint) && (effect === "" || effect === "NoExecute");
}
