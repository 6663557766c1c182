import { aBoolean, aNumber, checkArgument, optional, optionsOf } from "@svc/base/check";
import type { EnvOptions } from "../env/options.ts";
import { authzLibrary } from "../libs/authz.ts";
import { jsonPatchLibrary } from "../libs/json-patch.ts";
import { listsLibrary } from "../libs/lists.ts";
import { objectConstructionLibrary } from "../libs/object-construction.ts";
import { optionalsLibrary } from "../libs/optionals.ts";
import { setsLibrary } from "../libs/sets.ts";
import { standardLibrary } from "../libs/standard.ts";
import { stringsLibrary } from "../libs/strings.ts";
import { twoVariableLibrary } from "../libs/two-variable.ts";
import { literalValidators } from "../libs/validators.ts";
import { type VersionedLibrary, valueLibraries } from "./value-libraries.ts";

/** Options of the environment for expressions in policies and schemas. */
export interface ClusterEnvOptions {
  /** Minor version 1.`minor` of the cluster whose expressions are compiled. @default 33 */
  readonly minor?: number;
  /** Whether authorization checks can be narrowed by selectors. @default true from 31 on */
  readonly selectors?: boolean;
  /** Whether the functions and types of mutating policies are there. @default false */
  readonly mutations?: boolean;
}

/**
 * The minor version whose language new expressions are limited to, so that a server of that version
 * can read what this one stores. Stored expressions may use everything.
 */
export const newExpressionsMinor = 32;

/** The functions that expressions of a minor version cannot use. */
export function functionsAfter(minor: number): ReadonlySet<string> {
  const newer = [...languageLibraries({}), ...valueLibraries].filter(([since]) => since > minor);
  return new Set(newer.flatMap(([, library]) => (library().functions ?? []).map(({ name }) => name)));
}

/** Libraries of the language itself, of policies and of literals. */
function languageLibraries(options: ClusterEnvOptions): readonly VersionedLibrary[] {
  return [
    [0, listsLibrary],
    [27, () => authzLibrary({ selectors: options.selectors ?? (options.minor ?? 33) >= 31 })],
    [28, optionalsLibrary],
    [29, () => literalValidators()],
    [29, setsLibrary],
    [32, twoVariableLibrary],
  ];
}

const clusterEnvOptions = optionsOf<ClusterEnvOptions>({
  minor: optional(aNumber),
  selectors: optional(aBoolean),
  mutations: optional(aBoolean),
});

/**
 * The environment of a cluster's expressions: pass it to `createEnv` with variables of your own.
 * @throws {TypeError} for a wrong argument
 */
export function clusterEnv(options: ClusterEnvOptions = {}): EnvOptions {
  checkArgument("clusterEnv: options", options, clusterEnvOptions);
  const minor = options.minor ?? 33;
  const libraries = [...languageLibraries(options), ...valueLibraries].flatMap(([since, library]) =>
    minor >= since ? [library()] : [],
  );
  return {
    standard: standardLibrary({ crossTypeComparisons: minor >= 28, milliseconds: "total" }),
    libraries: [
      ...libraries,
      stringsLibrary({ version: minor >= 29 ? 2 : 0 }),
      ...(options.mutations ? [jsonPatchLibrary(), objectConstructionLibrary()] : []),
    ],
    repeatedKeys: "last",
    strictOptionals: false,
    clusterSemantics: true,
  };
}
