import { type AdmissionPlugin, type AdmissionRequest, forbidden } from "@svc/admission";
import type { MaybePromise } from "@svc/base";
import { aFunction, checkArgument, optionsOf } from "@svc/base/check";
import { type ApiObject, aDialect, type Dialect } from "@svc/meta";
import { type Pod, type PodSpec, specOf } from "./pod.ts";

interface PriorityClass extends ApiObject {
  readonly value?: number;
  readonly globalDefault?: boolean;
  readonly preemptionPolicy?: string | null;
}

/** Options of the admission step that resolves priority classes of pods. */
export interface PriorityOptions {
  readonly dialect: Dialect;
  /** From memory. */
  readonly priorityClass: (name: string) => MaybePromise<ApiObject | undefined>;
  /** Lists all priority classes. */
  readonly priorityClasses: () => MaybePromise<readonly ApiObject[]>;
}

const preempts = "PreemptLowerPriority";

const priorityOptions = optionsOf<PriorityOptions>({
  dialect: aDialect,
  priorityClass: aFunction,
  priorityClasses: aFunction,
});

/**
 * Sets the priority of pods from their priority class; at most one class is the default.
 * @throws {TypeError} for a wrong argument
 */
export function priority(options: PriorityOptions): AdmissionPlugin {
  checkArgument("priority: options", options, priorityOptions);
  const { dialect, priorityClass, priorityClasses } = options;
  const classes = dialect.expand("priorityclasses.scheduling.{api}");
  const defaultClass = (act: (found: PriorityClass | undefined) => void): MaybePromise<void> =>
    then(priorityClasses(), (all) => act(lowest(all.filter((c: PriorityClass) => c.globalDefault === true))));

  const setPriority = (request: AdmissionRequest, pod: Pod): MaybePromise<void> => {
    const spec = specOf(pod);
    const { priorityClassName: name = "" } = spec;
    if (name === "")
      return defaultClass((found) => {
        if (found !== undefined) spec.priorityClassName = found.metadata.name ?? "";
        take(request, pod, found);
      });
    return then(priorityClass(name), (found) => {
      if (found === undefined) throw forbidden(request, `no PriorityClass with name ${name} was found`);
      take(request, pod, found);
    });
  };
  return {
    name: "Priority",
    operations: ["CREATE", "UPDATE"],
    resources: ["pods", classes],
    mutate: (request) => {
      const { object, oldObject, resource, operation } = request;
      if (object === undefined || resource.resource !== "pods") return undefined;
      if (operation === "CREATE") return setPriority(request, object);
      keep(specOf(object as Pod), (oldObject as Pod | undefined)?.spec);
      return undefined;
    },
    validate: (request) => {
      const { object, resource } = request;
      if (resource.resource === "pods") return undefined;
      if ((object as PriorityClass | undefined)?.globalDefault !== true) return undefined;
      return defaultClass((found) => {
        const other = found?.metadata.name;
        if (other !== undefined && other !== object?.metadata.name)
          throw forbidden(request, `PriorityClass ${other} is already marked as default. Only one default can exist`);
      });
    },
  };
}

/** An update that omits a field set by admission keeps it. */
function keep(spec: PodSpec, { priority, preemptionPolicy }: PodSpec = {}): void {
  if (typeof priority === "number") spec.priority ??= priority;
  if (typeof preemptionPolicy === "string") spec.preemptionPolicy ??= preemptionPolicy;
}

/** An explicit priority must equal that of the class. */
function take(request: AdmissionRequest, pod: Pod, found: PriorityClass | undefined): void {
  const spec = specOf(pod);
  const value = found?.value ?? 0;
  const policy = found?.preemptionPolicy ?? preempts;
  const { priority: sentPriority, preemptionPolicy: sentPolicy } = spec;
  const source = "from the given PriorityClass name";
  const wrong = (what: string, computed: string): string =>
    `the ${what} must not be provided in pod spec; priority admission controller computed ${computed} ${source}`;
  if (typeof sentPriority === "number" && sentPriority !== value)
    throw forbidden(request, wrong(`integer value of priority (${sentPriority})`, `${value}`));
  spec.priority = value;
  if (typeof sentPolicy === "string" && sentPolicy !== policy)
    throw forbidden(request, wrong(`string value of PreemptionPolicy (${sentPolicy})`, policy));
  spec.preemptionPolicy = policy;
}

function lowest(classes: readonly PriorityClass[]): PriorityClass | undefined {
  return [...classes].sort((a, b) => (a.value ?? 0) - (b.value ?? 0))[0];
}

function then<T>(value: MaybePromise<T>, act: (value: T) => void): MaybePromise<void> {
  return value instanceof Promise ? value.then(act) : act(value);
}
