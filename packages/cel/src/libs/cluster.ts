import type { EnvOptions } from "../env/env.ts";
import { authzLibrary } from "./authz.ts";
import { formatsLibrary } from "./formats.ts";
import { jsonPatchLibrary } from "./json-patch.ts";
import type { Library } from "./library.ts";
import { listsLibrary } from "./lists.ts";
import { cidrLibrary, ipLibrary } from "./network.ts";
import { objectConstructionLibrary } from "./object-construction.ts";
import { optionalsLibrary } from "./optionals.ts";
import { quantityLibrary } from "./quantity.ts";
import { regexLibrary } from "./regex.ts";
import { semverLibrary } from "./semver.ts";
import { setsLibrary } from "./sets.ts";
import { standardLibrary } from "./standard.ts";
import { stringsLibrary } from "./strings.ts";
import { twoVariableLibrary } from "./two-variable.ts";
import { urlLibrary } from "./url.ts";
import { literalValidators } from "./validators.ts";
import { wellKnownLibrary } from "./well-known.ts";

/** Options of the environment for expressions in policies and schemas. */
export interface ClusterEnvOptions {
  /** Minor version 1.`minor` whose expressions are to be understood. @default 33 */
  readonly minor?: number;
  /** Whether authorization checks can be narrowed by selectors. @default true from 31 on */
  readonly selectors?: boolean;
  /** Whether the functions and types of mutating policies are there. @default false */
  readonly mutations?: boolean;
}

/** Since which minor version each library is there. */
function versioned(options: ClusterEnvOptions): readonly (readonly [since: number, library: () => Library])[] {
  return [
    [0, wellKnownLibrary],
    [0, urlLibrary],
    [0, regexLibrary],
    [0, listsLibrary],
    [27, () => authzLibrary({ selectors: options.selectors ?? (options.minor ?? 33) >= 31 })],
    [28, optionalsLibrary],
    [28, quantityLibrary],
    [29, () => literalValidators()],
    [29, setsLibrary],
    [30, () => ipLibrary({ mapped: "refuse" })],
    [30, cidrLibrary],
    [31, formatsLibrary],
    [32, twoVariableLibrary],
    [33, semverLibrary],
  ];
}

/**
 * The environment of a cluster's expressions: pass it to `createEnv` with variables of your own.
 */
export function clusterEnv(options: ClusterEnvOptions = {}): EnvOptions {
  const minor = options.minor ?? 33;
  const libraries = versioned(options).flatMap(([since, library]) => (minor >= since ? [library()] : []));
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
