import { kubernetesDialect } from "@svc/meta";
import { kindParts } from "../../kind-parts.ts";
import { type Judge, judge } from "./judge.ts";

/** A valid object of a kind. */
export interface ValidObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly [field: string]: unknown;
}

const parts = kindParts(kubernetesDialect);

/**
 * As `judge`, for a kind by its name, with objects that get their defaults first.
 * @param valid with its apiVersion and kind
 * @param options the group of requests is that of the kind by default
 */
export function judgeKind(
  valid: ValidObject,
  options: { readonly gates?: readonly string[]; readonly group?: string; readonly namespace?: string } = {},
): Judge {
  const [version = "", group = ""] = valid.apiVersion.split("/").reverse();
  const { gates = [] } = options;
  const applyDefaults = parts.defaultsOf(group, version, valid.kind);
  return judge(parts.validationOf(group, valid.kind), valid, {
    group,
    ...options,
    prepare: (object) => {
      applyDefaults?.(object, { enabled: (gate) => gates.includes(gate) });
      return object;
    },
  });
}
