import type { ApiObject } from "@svc/meta";
import type { Compiled } from "../expressions/compiled-texts.ts";
import { type CommonPolicy, type CommonSpec, compileCommon } from "./bound-policy.ts";

interface ExpressionSpec {
  readonly expression?: string;
}

/** The spec of a MutatingAdmissionPolicy. */
interface PolicySpec extends CommonSpec {
  readonly mutations?: readonly {
    readonly patchType?: string;
    readonly applyConfiguration?: ExpressionSpec;
    readonly jsonPatch?: ExpressionSpec;
  }[];
  readonly reinvocationPolicy?: string;
}

/** One compiled mutation of a policy. */
export interface Mutation {
  readonly kind: "apply" | "patch";
  readonly expression: Compiled;
}

/** A compiled MutatingAdmissionPolicy. */
export interface MutatingPolicy extends CommonPolicy {
  readonly mutations: readonly Mutation[];
  readonly isReinvoked: boolean;
}

/** Compiles a MutatingAdmissionPolicy. */
export function mutatingPolicy(object: ApiObject): MutatingPolicy {
  const { mutations = [], reinvocationPolicy } = (object as { readonly spec?: PolicySpec }).spec ?? {};
  const { policy, language } = compileCommon(object, { variables: true });
  return {
    ...policy,
    mutations: mutations.map(({ patchType, applyConfiguration, jsonPatch }) =>
      patchType === "JSONPatch"
        ? { kind: "patch", expression: language.compileMutation(jsonPatch?.expression ?? "") }
        : { kind: "apply", expression: language.compileMutation(applyConfiguration?.expression ?? "") },
    ),
    isReinvoked: reinvocationPolicy === "IfNeeded",
  };
}
