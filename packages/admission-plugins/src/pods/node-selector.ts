import type { AdmissionPlugin, AdmissionRequest, NamespaceSource } from "@svc/admission";
import { type MaybePromise, quote } from "@svc/base";
import { aMap, checkArgument, optional, optionsOf } from "@svc/base/check";
import {
  type ApiObject,
  aDialect,
  type Dialect,
  forbiddenError,
  labelValue,
  plainError,
  qualifiedName,
  type StatusError,
} from "@svc/meta";
import { namespaceOf } from "../objects/namespace-of.ts";
import { aNamespaceSource } from "../options/expected.ts";
import { type Pod, specOf } from "./pod.ts";

type List = Readonly<Record<string, string>>;

/** Options of the admission step that adds the node selector of a namespace to its pods. */
export interface PodNodeSelectorOptions {
  readonly dialect: Dialect;
  readonly namespaces: NamespaceSource;
  /**
   * As texts such as `a=b,c=d`: under `clusterDefaultNodeSelector` that of namespaces without,
   * under names of namespaces what their pods are limited to.
   */
  readonly selectors?: ReadonlyMap<string, string>;
}

const clusterDefault = "clusterDefaultNodeSelector";

const podNodeSelectorOptions = optionsOf<PodNodeSelectorOptions>({
  dialect: aDialect,
  namespaces: aNamespaceSource,
  selectors: optional(aMap),
});

/**
 * Adds the node selector of a namespace to its pods, and rejects pods whose own selector conflicts
 * with it.
 * @throws {TypeError} for a wrong argument
 */
export function podNodeSelector(options: PodNodeSelectorOptions): AdmissionPlugin {
  checkArgument("podNodeSelector: options", options, podNodeSelectorOptions);
  const { dialect, namespaces, selectors = new Map() } = options;
  const annotation = dialect.expand("scheduler.alpha.{labels}/node-selector");
  const withSelector = (request: AdmissionRequest, act: (pod: Pod, selector: List) => void): MaybePromise<void> => {
    const pod: Pod | undefined = request.object;
    if (pod === undefined) return undefined;
    const check = ({ metadata }: ApiObject): void => {
      const selector = labelSet(metadata.annotations?.[annotation] ?? selectors.get(clusterDefault) ?? "");
      const own = specOf(pod).nodeSelector ?? {};
      if (Object.entries(selector).some(([key, value]) => (own[key] ?? value) !== value))
        throw refused(request, "pod node label selector conflicts with its namespace node label selector");
      act(pod, selector);
    };
    const found = namespaceOf(namespaces, request);
    return found instanceof Promise ? found.then(check) : check(found);
  };
  return {
    name: "PodNodeSelector",
    operations: ["CREATE"],
    resources: ["pods"],
    mutate: (request) =>
      withSelector(request, (pod, selector) => {
        const spec = specOf(pod);
        const merged = { ...spec.nodeSelector, ...selector };
        if (Object.keys(selector).length > 0) spec.nodeSelector = merged;
        checkAllowed(request, merged, selectors);
      }),
    validate: (request) =>
      withSelector(request, (pod) => checkAllowed(request, specOf(pod).nodeSelector ?? {}, selectors)),
  };
}

function checkAllowed(request: AdmissionRequest, selector: List, selectors: ReadonlyMap<string, string>): void {
  const allowed = labelSet(selectors.get(request.namespace) ?? "");
  if (Object.keys(allowed).length === 0) return;
  if (Object.entries(selector).some(([key, value]) => allowed[key] !== value))
    throw refused(request, "pod node label selector labels conflict with its namespace whitelist");
}

/** The error names a pod without its name while the name is to be generated. */
function refused({ resource: { group, resource }, object }: AdmissionRequest, reason: string): StatusError {
  return forbiddenError({ group, resource, name: object?.metadata.name ?? "" }, reason);
}

/** @throws {StatusError} 500 for a text not of the form `a=b,c=d`, or with an invalid label */
function labelSet(text: string): List {
  if (text === "") return {};
  return Object.fromEntries(
    text.split(",").map((pair) => {
      const parts = pair.split("=");
      const [key = "", value, ...rest] = parts.map((part) => part.trim());
      if (value === undefined || rest.length > 0) throw plainError(`invalid selector: [${parts.join(" ")}]`);
      checkLabelPart("<nil>", key, qualifiedName(key));
      checkLabelPart(`[${key}]`, value, labelValue(value));
      return [key, value];
    }),
  );
}

function checkLabelPart(path: string, value: string, problems: readonly string[]): void {
  if (problems.length > 0) throw plainError(`${path}: Invalid value: ${quote(value)}: ${problems.join("; ")}`);
}
