import { readGolden } from "./golden.ts";

const messages = "is about messages that protobuf files define: a non-goal, since this package reads no protobuf";

/** Conformance cases that fail, with the reason. One that passes fails the test. */
export const knownFailures: Readonly<Record<string, string>> = Object.fromEntries(
  readGolden<readonly string[]>("message-cases.json").map((name) => [name, messages]),
);

function ofSuite(suite: string, failures: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(failures).filter(([path]) => path.startsWith(`${suite}/`)));
}

/** Golden trees that differ, by suite. */
export const treeFailures: {
  readonly parsed: (suite: string) => Readonly<Record<string, string>>;
  readonly checked: (suite: string) => Readonly<Record<string, string>>;
} = {
  parsed: () => ({}),
  checked: (suite) =>
    ofSuite(suite, {
      "conformance/type_deductions/legacy_nullable_types/null_assignable_to_abstract_parameter_candidate":
        "the golden tree and the type that the case itself states differ; the case is right",
    }),
};

/** Golden errors that differ, by suite. */
export function errorFailures(suite: string): Readonly<Record<string, string>> {
  return ofSuite(suite, {
    "checking/x.single_int32 != null": messages,
    "checking/NotAMessage{}": "the golden environment declares a type of that name",
  });
}
