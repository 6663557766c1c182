import { aNumber, checkArgument, optional, optionsOf } from "@svc/base/check";
import type { NativeType } from "../declarations/native-type.ts";
import { opaqueType } from "../declarations/types.ts";
import { createEnv, type Env } from "../env/env.ts";
import { type SchemaTypeOptions, type StructuralSchema, schemaType } from "../schema/structural.ts";
import { type ClusterEnvOptions, clusterEnv } from "./cluster-env.ts";

/** The environment in which the rules of one schema are compiled. */
export interface SchemaEnvironment {
  /** The type of `self`. */
  readonly self: NativeType;
  /** With `self` and `oldSelf`, which is an optional value where the value before may be absent. */
  env(options: { readonly optionalOldSelf: boolean }): Env;
}

/** Undefined where nothing of the values of the schema could be seen. */
export type SchemaEnvironments = (
  schema: StructuralSchema,
  options: Omit<SchemaTypeOptions, "name" | "maxBytes">,
) => SchemaEnvironment | undefined;

const createSchemaEnvironmentsLanguage = optionsOf<Pick<ClusterEnvOptions, "minor">>({
  minor: optional(aNumber),
});

/**
 * Environments for rules, which share all that does not depend on a schema.
 * @throws {TypeError} for a wrong argument
 */
export function createSchemaEnvironments(language: Pick<ClusterEnvOptions, "minor"> = {}): SchemaEnvironments {
  checkArgument("createSchemaEnvironments: language", language, createSchemaEnvironmentsLanguage);
  let shared: Env | undefined;
  return (schema, options) => {
    // Type names are as in the original's errors.
    const self = schemaType(schema, { ...options, name: "selfType" });
    if (self === undefined) return undefined;
    const cache = new Map<boolean, Env>();
    return {
      self,
      env: ({ optionalOldSelf }) => {
        let env = cache.get(optionalOldSelf);
        if (env === undefined) {
          shared ??= createEnv(clusterEnv(language));
          const oldSelf = optionalOldSelf ? opaqueType("optional_type", [self.type]) : self;
          env = shared.extend({ variables: { self, oldSelf } });
          cache.set(optionalOldSelf, env);
        }
        return env;
      },
    };
  };
}
