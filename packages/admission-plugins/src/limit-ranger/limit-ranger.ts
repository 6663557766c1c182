import { type AdmissionPlugin, type AdmissionRequest, forbidden } from "@svc/admission";
import type { MaybePromise } from "@svc/base";
import { aFunction, checkArgument, optionsOf } from "@svc/base/check";
import { type ApiObject, aDialect, type Dialect } from "@svc/meta";
import { setContainerDefaults } from "./container-defaults.ts";
import { exceededByClaim, exceededByPod } from "./exceeded.ts";
import type { LimitRange } from "./limit-range.ts";

/** Options of the admission step that applies limit ranges. */
export interface LimitRangerOptions {
  readonly dialect: Dialect;
  /** The limit ranges of a namespace, sorted by name. */
  readonly limitRanges: (namespace: string) => MaybePromise<readonly ApiObject[]>;
}

const limitRangerOptions = optionsOf<LimitRangerOptions>({
  dialect: aDialect,
  limitRanges: aFunction,
});

/**
 * Sets default requests and limits of containers from the limit ranges of their namespace, and
 * refuses pods and claims outside these ranges.
 * @throws {TypeError} for a wrong argument
 */
export function limitRanger(options: LimitRangerOptions): AdmissionPlugin {
  checkArgument("limitRanger: options", options, limitRangerOptions);
  const { dialect, limitRanges } = options;
  const annotation = dialect.expand("{labels}/limit-ranger");
  const withRanges = (request: AdmissionRequest, act: (ranges: readonly LimitRange[]) => void): MaybePromise<void> => {
    const ranges = limitRanges(request.namespace);
    return ranges instanceof Promise ? ranges.then((found) => act(found)) : act(ranges);
  };
  return {
    name: "LimitRanger",
    operations: ["CREATE", "UPDATE"],
    resources: ["pods", "persistentvolumeclaims"],
    mutate: (request) => {
      const { object, operation } = request;
      if (object === undefined || operation !== "CREATE" || !isPod(request)) return undefined;
      return withRanges(request, (ranges) => {
        const set = setContainerDefaults(object, ranges);
        if (set.length > 0)
          (object.metadata.annotations ??= {})[annotation] = `LimitRanger plugin set: ${set.join("; ")}`;
      });
    },
    validate: (request) => {
      const { object, operation } = request;
      const pod = isPod(request);
      if (object === undefined || (pod && operation !== "CREATE")) return undefined;
      const exceeded = pod ? exceededByPod : exceededByClaim;
      return withRanges(request, (ranges) => {
        for (const range of ranges) refuse(request, exceeded(object, range));
      });
    },
  };
}

function refuse(request: AdmissionRequest, why: readonly string[]): void {
  if (why.length === 0) return;
  const reasons = [...new Set(why)];
  throw forbidden(request, reasons.length === 1 ? (reasons[0] ?? "") : `[${reasons.join(", ")}]`);
}

function isPod({ resource }: AdmissionRequest): boolean {
  return resource.resource === "pods";
}
