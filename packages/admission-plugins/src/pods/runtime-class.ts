import { type AdmissionPlugin, type AdmissionRequest, forbidden } from "@svc/admission";
import type { MaybePromise } from "@svc/base";
import { compareQuantities } from "@svc/base";
import { aFunction, checkArgument, optionsOf } from "@svc/base/check";
import { type ApiObject, pathSegment, plainError, quote } from "@svc/meta";
import { type Amounts, amounts } from "../objects/amounts.ts";
import { type Pod, specOf } from "./pod.ts";
import { mergedTolerations, type Toleration } from "./tolerations.ts";

type List = Readonly<Record<string, string>>;

interface RuntimeClass extends ApiObject {
  readonly overhead?: { readonly podFixed?: List } | null;
  readonly scheduling?: { readonly nodeSelector?: List; readonly tolerations?: readonly Toleration[] } | null;
}

/** Options of the admission step that applies runtime classes to pods. */
export interface RuntimeClassOptions {
  /** From memory. */
  readonly runtimeClass: (name: string) => MaybePromise<ApiObject | undefined>;
}

const runtimeClassOptions = optionsOf<RuntimeClassOptions>({
  runtimeClass: aFunction,
});

/**
 * Sets the overhead, node selector and tolerations of a pod from its runtime class.
 * @throws {TypeError} for a wrong argument
 */
export function runtimeClass(options: RuntimeClassOptions): AdmissionPlugin {
  checkArgument("runtimeClass: options", options, runtimeClassOptions);
  const { runtimeClass: find } = options;
  const withClass = (
    request: AdmissionRequest,
    act: (pod: Pod, found: RuntimeClass | undefined) => void,
  ): MaybePromise<void> => {
    const pod: Pod | undefined = request.object;
    if (pod === undefined) return undefined;
    const { runtimeClassName } = specOf(pod);
    if (typeof runtimeClassName !== "string") return act(pod, undefined);
    const check = (found: ApiObject | undefined): void => {
      if (found === undefined)
        throw forbidden(request, `pod rejected: RuntimeClass ${quote(runtimeClassName)} not found`);
      act(pod, found);
    };
    checkName(runtimeClassName);
    const found = find(runtimeClassName);
    return found instanceof Promise ? found.then(check) : check(found);
  };
  return {
    name: "RuntimeClass",
    operations: ["CREATE"],
    resources: ["pods"],
    mutate: (request) =>
      withClass(request, (pod, found) => {
        if (found === undefined) return;
        setOverhead(request, pod, found);
        setScheduling(request, pod, found);
      }),
    validate: (request) => withClass(request, (pod, found) => checkOverhead(request, pod, found)),
  };
}

/** @throws {StatusError} 500 for a name that no runtime class can have */
function checkName(name: string): void {
  if (name === "") throw plainError("resource name may not be empty");
  const problems = pathSegment(name);
  if (problems.length > 0) throw plainError(`invalid resource name ${quote(name)}: [${problems.join(" ")}]`);
}

function setOverhead(request: AdmissionRequest, pod: Pod, { overhead }: RuntimeClass): void {
  const fixed = overhead?.podFixed ?? {};
  if (Object.keys(fixed).length === 0) return;
  const own = specOf(pod).overhead ?? {};
  if (Object.keys(own).length > 0 && !sameAmounts(amounts(own), amounts(fixed)))
    throw forbidden(request, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
  specOf(pod).overhead = { ...fixed };
}

/** A pod must not set an overhead that its class does not define. */
function checkOverhead(request: AdmissionRequest, pod: Pod, found: RuntimeClass | undefined): void {
  const fixed = found?.overhead?.podFixed ?? {};
  if (Object.keys(specOf(pod).overhead ?? {}).length > 0 && Object.keys(fixed).length === 0)
    throw forbidden(request, "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead");
}

function setScheduling(request: AdmissionRequest, pod: Pod, { scheduling }: RuntimeClass): void {
  const { nodeSelector = {}, tolerations = [] } = scheduling ?? {};
  const spec = specOf(pod);
  const own = spec.nodeSelector ?? {};
  for (const [key, value] of Object.entries(nodeSelector)) {
    const other = own[key];
    if (other === undefined || other === value) continue;
    const why = `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${other}`;
    throw forbidden(request, why);
  }
  if (Object.keys(nodeSelector).length > 0) spec.nodeSelector = { ...own, ...nodeSelector };
  if (tolerations.length > 0) spec.tolerations = mergedTolerations(spec.tolerations ?? [], tolerations);
}

function sameAmounts(a: Amounts, b: Amounts): boolean {
  const same = [...a].every(([name, x]) => {
    const y = b.get(name);
    return y !== undefined && compareQuantities(x, y) === 0;
  });
  return same && a.size === b.size;
}
