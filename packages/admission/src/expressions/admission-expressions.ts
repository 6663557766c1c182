import {
  CompileError,
  clusterEnv,
  createEnv,
  createSchemaEnvironments,
  type Env,
  formatType,
  growingObject,
  nativeScalar,
  parseType,
  type Type,
  type VariableType,
} from "@svc/cel";
import type { AdmissionExpressions, CompiledExpression, Expressions } from "@svc/schema";
import { deviceExpressions } from "./device-expressions.ts";
import { namespaceType, requestType } from "./request-types.ts";
import { ruleFailures, valueExpressions } from "./value-expressions.ts";

const always: Readonly<Record<string, VariableType>> = {
  object: "dyn",
  oldObject: "dyn",
  request: requestType,
  namespaceObject: namespaceType,
};

const authorization: Readonly<Record<string, VariableType>> = {
  authorizer: "kubernetes.authorization.Authorizer",
  "authorizer.requestResource": "kubernetes.authorization.ResourceCheck",
};

const dyn = parseType("dyn");

/**
 * The expression language, for the validation of webhooks, policies and definitions. Environments
 * are created once, on first use.
 */
export function createExpressions(): Expressions {
  const environments = new Map<string, Env>();
  const environment = (params: boolean, { authorizer, mutations }: Languages): Env => {
    const key = `${params}/${authorizer}/${mutations}`;
    const known = environments.get(key);
    if (known !== undefined) return known;
    const made = createEnv({
      ...clusterEnv({ mutations }),
      variables: { ...always, ...(params ? { params: "dyn" } : {}), ...(authorizer ? authorization : {}) },
    });
    environments.set(key, made);
    return made;
  };
  const schemaEnvironments = createSchemaEnvironments();
  return {
    admission: ({ params, variables = false }) =>
      admissionExpressions((languages) => environment(params, languages), variables),
    devices: deviceExpressions,
    values: valueExpressions(schemaEnvironments),
    failures: ruleFailures(schemaEnvironments),
  };
}

/** Which parts of the language an expression may use. */
interface Languages {
  readonly authorizer: boolean;
  /** Whether it may construct objects. */
  readonly mutations: boolean;
}

function admissionExpressions(environment: (languages: Languages) => Env, hasVariables: boolean): AdmissionExpressions {
  const variables = growingObject("kubernetes.variables");
  let declares = hasVariables;
  const extended = new Map<Env, Env>();
  const current = (languages: Partial<Languages>): Env => {
    const env = environment({ authorizer: true, mutations: false, ...languages });
    if (!declares) return env;
    const found = extended.get(env) ?? env.extend({ variables: { variables: variables.native } });
    extended.set(env, found);
    return found;
  };
  const typeOf = (text: string): Type | CompileError => compile(current({}), text);
  return {
    compile: (text) => shown(typeOf(text)),
    compileMessage: (text) => shown(compile(current({ authorizer: false }), text)),
    compileMutation: (text) => shown(compile(current({ mutations: true }), text)),
    declare: (name, text) => {
      declares = true;
      const type = typeOf(text);
      // What uses a variable that is wrong is not wrong for that.
      variables.declare(name, nativeScalar(type instanceof CompileError ? dyn : type));
      return shown(type);
    },
  };
}

function compile(env: Env, text: string): Type | CompileError {
  try {
    return env.compile(text).type;
  } catch (error) {
    if (!(error instanceof CompileError)) throw error;
    return typeName(env, text) ?? error;
  }
}

/** The name of a type cannot be evaluated, but has a type, which errors show. */
function typeName(env: Env, text: string): Type | undefined {
  try {
    const { type } = env.check(env.parse(text));
    return type.kind === "type" ? type : undefined;
  } catch (error) {
    if (error instanceof CompileError) return undefined;
    throw error;
  }
}

function shown(type: Type | CompileError): CompiledExpression {
  if (type instanceof CompileError) return { error: type.message };
  return { type: type.kind === "null" ? "null_type" : formatType(type) };
}
