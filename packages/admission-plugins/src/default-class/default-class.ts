import type { AdmissionPlugin } from "@svc/admission";
import type { MaybePromise } from "@svc/base";
import { aFunction, checkArgument, optionsOf } from "@svc/base/check";
import { type ApiObject, aDialect, type Dialect, timeMs } from "@svc/meta";

/** Options of the admission steps that fill in a default storage or ingress class. */
export interface DefaultClassOptions {
  readonly dialect: Dialect;
  /** Lists all classes, sorted by name. */
  readonly classes: () => MaybePromise<readonly ApiObject[]>;
}

interface Classified extends ApiObject {
  spec?: { storageClassName?: string | null; ingressClassName?: string | null };
}

/** Claims that name no class get the default one. @throws {TypeError} for a wrong argument */
export function defaultStorageClass(options: DefaultClassOptions): AdmissionPlugin {
  checkArgument("defaultStorageClass: options", options, defaultClassOptions);
  const { dialect, classes } = options;
  const marks = ["storageclass.{labels}/is-default-class", "storageclass.beta.{labels}/is-default-class"];
  return defaultClass("DefaultStorageClass", classes, {
    resource: "persistentvolumeclaims",
    field: "storageClassName",
    annotation: dialect.expand("volume.beta.{labels}/storage-class"),
    marks: marks.map(dialect.expand),
  });
}

const defaultClassOptions = optionsOf<DefaultClassOptions>({
  dialect: aDialect,
  classes: aFunction,
});

/** Ingresses that name no class get the default one. @throws {TypeError} for a wrong argument */
export function defaultIngressClass(options: DefaultClassOptions): AdmissionPlugin {
  checkArgument("defaultIngressClass: options", options, defaultClassOptions);
  const { dialect, classes } = options;
  return defaultClass("DefaultIngressClass", classes, {
    resource: dialect.expand("ingresses.networking.{api}"),
    field: "ingressClassName",
    annotation: dialect.expand("{labels}/ingress.class"),
    marks: [dialect.expand("ingressclass.{labels}/is-default-class")],
  });
}

interface Naming {
  readonly resource: string;
  readonly field: "storageClassName" | "ingressClassName";
  /** The annotation that named the class before the field existed. */
  readonly annotation: string;
  /** Annotations, one of which is `true` for a default class. */
  readonly marks: readonly string[];
}

function defaultClass(name: string, classes: DefaultClassOptions["classes"], naming: Naming): AdmissionPlugin {
  const { resource, field, annotation, marks } = naming;
  return {
    name,
    operations: ["CREATE"],
    resources: [resource],
    mutate: (request) => {
      const object: Classified | undefined = request.object;
      if (object === undefined) return undefined;
      if (object.metadata.annotations?.[annotation] !== undefined || (object.spec?.[field] ?? null) !== null)
        return undefined;
      const give = (found: readonly ApiObject[]): void => {
        const chosen = newest(found.filter((c) => marks.some((mark) => c.metadata.annotations?.[mark] === "true")));
        if (chosen !== undefined) object.spec = { ...object.spec, [field]: chosen };
      };
      const found = classes();
      return found instanceof Promise ? found.then(give) : give(found);
    },
  };
}

/** The newest default; of equally new ones, the first by name. */
function newest(classes: readonly ApiObject[]): string | undefined {
  const madeAt = ({ metadata }: ApiObject): number => timeMs(metadata.creationTimestamp ?? "");
  return [...classes].sort((a, b) => madeAt(b) - madeAt(a))[0]?.metadata.name;
}
