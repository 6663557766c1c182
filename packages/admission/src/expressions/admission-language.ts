import { createHash } from "node:crypto";
import {
  clusterEnv,
  createEnv,
  type Env,
  formatType,
  functionsAfter,
  growingObject,
  nativeScalar,
  newExpressionsMinor,
  parseType,
  type Type,
  type VariableType,
} from "@svc/cel";
import { type Compiled, compiledTexts } from "./compiled-texts.ts";
import { namespaceType, requestType } from "./request-types.ts";

/** Options of the language of expressions: the variables that exist. */
export interface LanguageOptions {
  /** @default false */
  readonly params?: boolean;
  /** Whether there are variables before any is declared. @default false */
  readonly variables?: boolean;
  /**
   * True for expressions that are about to be stored, which may not use what the minor version
   * before this one lacks. @default false
   */
  readonly isNew?: boolean;
}

/**
 * The language of the expressions of one webhook or policy. It is extended step by step: an
 * expression may use the variables that were declared before it.
 */
export interface AdmissionLanguage {
  compile(text: string): Compiled;
  /** Compiles a message expression, which has no authorizer. */
  compileMessage(text: string): Compiled;
  /** Compiles an expression that describes a mutation, which may construct objects. */
  compileMutation(text: string): Compiled;
  /** Like `compile`; expressions compiled later may use the result as `variables.<name>`. */
  declare(name: string, text: string): Compiled;
}

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

/** An environment and the name under which its expressions are remembered. */
interface Place {
  readonly key: string;
  readonly env: Env;
}

interface PlaceOptions {
  readonly params: boolean;
  readonly authorizer: boolean;
  readonly mutations: boolean;
  readonly minor: number | undefined;
}

const places = new Map<string, Place>();

function placeOf({ params, authorizer, mutations, minor }: PlaceOptions): Place {
  const key = `${params}/${authorizer}/${mutations}/${minor ?? ""}`;
  let found = places.get(key);
  if (found === undefined) {
    const language = minor === undefined ? { mutations } : { mutations, minor };
    const variables = { ...always, ...(params ? { params: "dyn" } : {}), ...(authorizer ? authorization : {}) };
    places.set(key, (found = { key, env: createEnv({ ...clusterEnv(language), variables }) }));
  }
  return found;
}

/** The environment of the expressions of policies, before parameters and variables of their own. */
export function policyEnvironment(): Env {
  return placeOf({ params: false, authorizer: true, mutations: false, minor: undefined }).env;
}

const maxCharacters = 1 << 20;

/**
 * An expression is compiled when its policy is validated, and used when that is in force: it is the
 * same one then, and in each server of the process.
 */
const texts = compiledTexts(maxCharacters);

const newerFunctions = [...functionsAfter(newExpressionsMinor)];

/**
 * The minor version for which a new expression is compiled. One that names no newer function is
 * compiled for all, so that the same program evaluates requests later.
 */
function minorOf(text: string): number | undefined {
  return newerFunctions.some((name) => text.includes(name)) ? newExpressionsMinor : undefined;
}

const dyn = parseType("dyn");

/** Creates the language of one webhook or policy. */
export function admissionLanguage(options: LanguageOptions): AdmissionLanguage {
  const { params = false, variables = false, isNew = false } = options;
  const declared = growingObject("kubernetes.variables");
  let declarations = variables ? "variables" : "";
  const extended = new Map<Place, Env>();
  const compile = (text: string, languages: Partial<PlaceOptions> = {}): Compiled => {
    const minor = isNew ? minorOf(text) : undefined;
    const place = placeOf({ params, authorizer: true, mutations: false, minor, ...languages });
    if (declarations === "") return texts.compile(place.key, place.env, text);
    const env = extended.get(place) ?? place.env.extend({ variables: { variables: declared.native } });
    extended.set(place, env);
    return texts.compile(`${place.key} ${declarations}`, env, text);
  };
  return {
    compile: (text) => compile(text),
    compileMessage: (text) => compile(text, { authorizer: false }),
    compileMutation: (text) => compile(text, { mutations: true }),
    declare: (name, text) => {
      if (declarations === "") declarations = "variables";
      const compiled = compile(text);
      // What uses a variable that is wrong is not wrong for that.
      const type = typeOf(compiled) ?? dyn;
      declared.declare(name, nativeScalar(type));
      declarations = hash(`${declarations}\0${name}\0${formatType(type)}`);
      return compiled;
    },
  };
}

/** The type of what an expression results in; undefined for one that is wrong. */
export function typeOf(compiled: Compiled): Type | undefined {
  return "program" in compiled ? compiled.program.type : compiled.type;
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
