import { tests as checking } from "@bufbuild/cel-spec/testdata/checking.js";
import { tests as comprehension } from "@bufbuild/cel-spec/testdata/comprehension.js";
import { tests as conformance } from "@bufbuild/cel-spec/testdata/conformance.js";
import { tests as parsing } from "@bufbuild/cel-spec/testdata/parsing.js";
import { expect, test } from "vitest";
import type { Env } from "./env/env.ts";
import { bindingsLibrary, existsOneLibrary } from "./libs/bindings.ts";
import { optionalsLibrary } from "./libs/optionals.ts";
import { stringsLibrary } from "./libs/strings.ts";
import { literalValidators } from "./libs/validators.ts";
import { read } from "./recovery/read.ts";
import { macroTable, standardMacros } from "./syntax/macros.ts";
import { checkingFunctions } from "./testing/checking-functions.ts";
import { debugString, kindNote, typeNote } from "./testing/debug.ts";
import { unexpected } from "./testing/golden.ts";
import { errorFailures, knownFailures, treeFailures } from "./testing/known-failures.ts";
import { createSpecEnvs, runSpecCase, specLibraries } from "./testing/run-spec.ts";
import { casesOf, type SpecCase, type SpecSuite } from "./testing/spec.ts";

const suites = { conformance, checking, comprehension, parsing } as unknown as Record<string, SpecSuite>;

/** Cases of messages that a user's protobuf files define, which this package does not read. */
function isAboutMessages(t: SpecCase["original"]): boolean {
  const text = JSON.stringify(t).replaceAll(/google\.protobuf\.(?:Timestamp|Duration)/g, "");
  return /TestAllTypes|GlobalEnum|NestedEnum|protobuf\.|cel\.expr/.test(text);
}

test("conformance: every case that is not about messages agrees, and all listed ones still fail", () => {
  const envs = createSpecEnvs();
  const failed = new Map<string, string>();
  let passed = 0;
  for (const t of casesOf(suites["conformance"]!)) {
    const problem = attempt(() => runSpecCase(envs, t.original));
    if (problem !== undefined) failed.set(t.path, problem);
    else passed++;
  }
  const messageCases = casesOf(suites["conformance"]!).filter((t) => isAboutMessages(t.original));
  const outOfScope = new Set(messageCases.map((t) => t.path));
  expect([...failed].filter(([path]) => !outOfScope.has(path))).toEqual([]);
  expect(unexpected(failed, knownFailures)).toEqual([]);
  expect(passed).toBeGreaterThanOrEqual(1749);
});

function attempt(run: () => string | undefined): string | undefined {
  try {
    return run();
  } catch (e) {
    return (e as Error).message;
  }
}

/** Parses as the golden trees were made: some with the macros of the standard only. */
function parsedTrees(t: SpecCase["original"]): readonly string[] {
  return [standardMacros, specLibraries.flatMap((l) => l.macros ?? []).concat(standardMacros)].map((macros) => {
    const result = read(t.expr, {
      macros: macroTable(macros),
      optionalSyntax: true,
      quotedFields: true,
      maxLength: 100_000,
      maxDepth: 250,
      keepMacroCalls: false,
    });
    return "parsed" in result ? debugString(result.parsed.expr, kindNote) : "";
  });
}

test.each(Object.keys(suites))("%s: trees equal the golden ones", (name) => {
  const failed = new Map<string, string>();
  for (const t of casesOf(suites[name]!)) {
    if (t.ast === undefined) continue;
    if (!parsedTrees(t.original).some((tree) => sameTree(tree, t.ast!)))
      failed.set(`${name}/${t.path}`, "tree differs");
  }
  expect(unexpected(failed, treeFailures.parsed(name))).toEqual([]);
});

/**
 * The golden data were made with several environments: with and without comparisons across types,
 * extensions, and optionals.
 */
const variants = [true, false].flatMap((crossTypeComparisons) => [
  createSpecEnvs({ crossTypeComparisons }),
  createSpecEnvs({ crossTypeComparisons, libraries: [checkingFunctions], quotedFields: false }),
  createSpecEnvs({ crossTypeComparisons, libraries: [checkingFunctions, existsOneLibrary()], quotedFields: false }),
  createSpecEnvs({ crossTypeComparisons, libraries: [checkingFunctions, optionalsLibrary()] }),
  createSpecEnvs({ crossTypeComparisons, libraries: [bindingsLibrary(), stringsLibrary(), optionalsLibrary()] }),
  createSpecEnvs({ crossTypeComparisons, libraries: [stringsLibrary(), literalValidators({ strings: 4 })] }),
  createSpecEnvs({ crossTypeComparisons, libraries: [], maxDepth: 32 }),
]);

test.each(Object.keys(suites))("%s: types equal the golden ones", (name) => {
  const failed = new Map<string, string>();
  for (const t of casesOf(suites[name]!)) {
    if (t.checkedAst === undefined || isAboutMessages(t.original) || t.original.disableCheck) continue;
    const answer = (envs: (typeof variants)[number]): string =>
      attempt(() => checkedTree(envs(t.original), t.original.expr))!;
    if (!variants.some((envs) => sameTree(answer(envs), t.checkedAst!)))
      failed.set(`${name}/${t.path}`, `${answer(variants[0]!)}\n---\n${t.checkedAst}`);
  }
  expect(unexpected(failed, treeFailures.checked(name))).toEqual([]);
});

function checkedTree(env: Env, expr: string): string {
  const checked = env.check(env.parse(expr));
  return debugString(checked.expr, typeNote(checked));
}

test.each(Object.keys(suites))("%s: errors equal the golden ones", (name) => {
  const failed = new Map<string, string>();
  for (const t of casesOf(suites[name]!)) {
    // The golden parser gives up after a few mistakes, this one goes on.
    const isGivenUp = /error recovery|recursion limit exceeded: 32\nERROR/.test(t.error ?? "");
    if (t.error === undefined || isGivenUp || isAboutMessages(t.original)) continue;
    // The source has a name, that of the case, or none.
    const want = t.error.replaceAll(/^ERROR: [^:\n]*:(?=-?\d)/gm, "ERROR: <input>:");
    const answer = (envs: (typeof variants)[number]): string =>
      attempt(() => checkedTree(envs(t.original), t.original.expr))!;
    if (!variants.some((envs) => answer(envs) === want))
      failed.set(`${name}/${t.path}`, `${answer(variants[1]!)}\n---\n${want}`);
  }
  expect(unexpected(failed, errorFailures(name))).toEqual([]);
});

/**
 * Overloads are listed in no particular order; the accumulator has two names; strings are escaped
 * in several ways.
 */
function sameTree(a: string, b: string): boolean {
  return normalize(a) === normalize(b);
}

function normalize(tree: string): string {
  return tree
    .replaceAll("__result__", "@result")
    .replaceAll(/\^([\w@.-]+(?:\|[\w@.-]+)+)/g, (_, ids: string) => `^${ids.split("|").sort().join("|")}`)
    .replaceAll(/(b?)"((?:[^"\\]|\\.)*)"/gs, '$1"…"');
}
