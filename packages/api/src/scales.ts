import type { ApiObject } from "@svc/meta";
import type { ScaleDefinition, StructSchema } from "@svc/schema";

interface Scalable extends ApiObject {
  spec?: { replicas?: number; selector?: LabelSelector | Readonly<Record<string, string>> };
  status?: { replicas?: number };
}

interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

/** The scale of a kind that has `spec.replicas`, `spec.selector` and `status.replicas`. */
export function scaleOfReplicas(
  kind: ScaleDefinition["kind"],
  schema: StructSchema,
  selector: "structured" | "plain",
): ScaleDefinition {
  return {
    kind,
    schema,
    replicasPath: ["spec", "replicas"],
    replicas: ({ spec }: Scalable) => spec?.replicas ?? 0,
    setReplicas: (object: Scalable, replicas) => {
      (object.spec ??= {}).replicas = replicas;
    },
    statusReplicas: ({ status }: Scalable) => status?.replicas ?? 0,
    selector: ({ spec }: Scalable) => {
      if (spec?.selector === undefined) return "";
      return selector === "plain"
        ? selectorText({ matchLabels: spec.selector as Readonly<Record<string, string>> })
        : selectorText(spec.selector as LabelSelector);
    },
  };
}

/** A selector as text: terms sorted by key, sets in parentheses. */
function selectorText({ matchLabels = {}, matchExpressions = [] }: LabelSelector): string {
  const terms = Object.entries(matchLabels).map(([key, value]) => ({ key, text: `${key}=${value}` }));
  for (const { key, operator, values = [] } of matchExpressions) {
    const set = `(${[...values].sort().join(",")})`;
    const text =
      operator === "Exists"
        ? key
        : operator === "DoesNotExist"
          ? `!${key}`
          : `${key} ${operator === "In" ? "in" : "notin"} ${set}`;
    terms.push({ key, text });
  }
  return terms
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map((t) => t.text)
    .join(",");
}
