import type { AdmissionPlugin, AdmissionRequest, NamespaceSource } from "@svc/admission";
import type { MaybePromise } from "@svc/base";
import { anObject, checkArgument, listOf, optional, optionsOf } from "@svc/base/check";
import { type ApiObject, aDialect, type Dialect, plainError } from "@svc/meta";
import { namespaceOf } from "../objects/namespace-of.ts";
import { aNamespaceSource } from "../options/expected.ts";
import { isBestEffort } from "./best-effort.ts";
import { type Pod, specOf } from "./pod.ts";
import { covers, mergedTolerations, type Toleration } from "./tolerations.ts";

/** Options of the admission step that merges tolerations of a namespace into its pods. */
export interface PodTolerationRestrictionOptions {
  readonly dialect: Dialect;
  readonly namespaces: NamespaceSource;
  /** The tolerations added to pods in namespaces without an annotation. @default nothing */
  readonly defaults?: readonly Toleration[];
  /**
   * The tolerations allowed in namespaces without an annotation; an empty list allows all.
   * @default anything
   */
  readonly allowed?: readonly Toleration[];
}

const podTolerationRestrictionOptions = optionsOf<PodTolerationRestrictionOptions>({
  dialect: aDialect,
  namespaces: aNamespaceSource,
  defaults: optional(listOf(anObject)),
  allowed: optional(listOf(anObject)),
});

/**
 * Adds the tolerations of a namespace to its pods, and rejects tolerations outside the allowed
 * list.
 * @throws {TypeError} for a wrong argument
 */
export function podTolerationRestriction(options: PodTolerationRestrictionOptions): AdmissionPlugin {
  checkArgument("podTolerationRestriction: options", options, podTolerationRestrictionOptions);
  const { dialect, namespaces, defaults = [], allowed = [] } = options;
  const annotation = {
    defaults: dialect.expand("scheduler.alpha.{labels}/defaultTolerations"),
    allowed: dialect.expand("scheduler.alpha.{labels}/tolerationsWhitelist"),
  };
  const memoryPressure = dialect.expand("node.{labels}/memory-pressure");
  const withNamespace = (
    request: AdmissionRequest,
    act: (pod: Pod, namespace: ApiObject) => void,
  ): MaybePromise<void> => {
    const pod: Pod | undefined = request.object;
    if (pod === undefined) return undefined;
    const found = namespaceOf(namespaces, request);
    return found instanceof Promise ? found.then((namespace) => act(pod, namespace)) : act(pod, found);
  };
  const check = ({ metadata }: ApiObject, tolerations: readonly Toleration[]): void => {
    const own = annotated(metadata.annotations?.[annotation.allowed]);
    const list = own ?? allowed;
    if (list.length === 0 || tolerations.every((one) => list.some((other) => covers(other, one)))) return;
    const whose = own === undefined ? "cluster" : "namespace";
    const what = "pod tolerations (possibly merged with namespace default tolerations)";
    throw plainError(`${what} conflict with its ${whose} whitelist`);
  };
  return {
    name: "PodTolerationRestriction",
    operations: ["CREATE", "UPDATE"],
    resources: ["pods"],
    mutate: (request) =>
      withNamespace(request, (pod, namespace) => {
        const spec = specOf(pod);
        const own = spec.tolerations ?? [];
        const byDefault =
          request.operation === "CREATE"
            ? (annotated(namespace.metadata.annotations?.[annotation.defaults]) ?? defaults)
            : [];
        const merged = byDefault.length > 0 ? mergedTolerations(own, byDefault) : own;
        const pressed = isBestEffort(pod)
          ? merged
          : mergedTolerations(merged, [{ key: memoryPressure, operator: "Exists", effect: "NoSchedule" }]);
        check(namespace, pressed);
        if (pressed.length > 0) spec.tolerations = pressed;
      }),
    validate: (request) => withNamespace(request, (pod, namespace) => check(namespace, specOf(pod).tolerations ?? [])),
  };
}

/**
 * The tolerations in an annotation; undefined if it is absent or empty.
 * @throws {StatusError} 500 for a value that is not a list of tolerations
 */
function annotated(text: string | undefined): readonly Toleration[] | undefined {
  if (text === undefined) return undefined;
  if (text === "") return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw plainError(`the namespace has an annotation that is no list of tolerations: ${String(cause)}`, cause);
  }
  if (value === null) return [];
  if (!Array.isArray(value) || value.some((item) => typeof item !== "object" || item === null))
    throw plainError("the namespace has an annotation that is no list of tolerations");
  return value as readonly Toleration[];
}
